import type { Item } from "@retro/contract/entities";
import { expect, test } from "vitest";
import type { RankedResult } from "@retro/rules/ranking";
import type { Translate } from "../../../i18n/useT.ts";
import { summaryTexts } from "./summaryText.ts";

const item = (title: string, note?: string) => ({ title, ...(note !== undefined && { note }) }) as Item;
const keys = ((key: string) => key) as Translate;
const ranked = [
  { votes: 2, sticker: item("Reviews", "Ask *Bob*\nfirst"), members: [item("Slow <b>")] },
  { votes: 1, sticker: item("Builds"), members: [] },
] as unknown as RankedResult[];

test("[F7] the copied summary has the note of a topic under what is grouped there, as Markdown and as formatted text", () => {
  const summary = { title: "Retro", round: null, ranked, actions: [], answers: [], people: [], length: null };
  const { markdown, html } = summaryTexts(summary, keys, "en");
  expect(markdown).toBe(
    [
      "# Retro\n",
      "## summary.topics\n",
      "- Reviews (votes.votes)",
      String.raw`  - Slow \<b\>`,
      String.raw`  - meeting.note: Ask \*Bob\* first`,
      "- Builds (votes.votes)\n",
    ].join("\n"),
  );
  expect(html).toContain(
    "<li>Reviews (votes.votes)<ul><li>Slow &lt;b&gt;</li><li>meeting.note: Ask *Bob* first</li></ul></li><li>Builds (votes.votes)</li>",
  );
});
