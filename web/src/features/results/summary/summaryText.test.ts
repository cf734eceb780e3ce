import type { Item } from "@retro/contract/items";
import { expect, test } from "vitest";
import type { Topic } from "@retro/rules/topics";
import type { Translate } from "../../../i18n/useT.ts";
import { summaryTexts, topicsToTell } from "./summaryText.ts";

const item = (title: string, note?: string, name?: string) =>
  ({ title, ...(note !== undefined && { note }), ...(name !== undefined && { name }) }) as Item;
const keys = ((key: string) => key) as Translate;
const topics = [
  { votes: 2, sticker: item("Reviews", "Ask *Bob*\nfirst"), members: [item("Slow <b>")] },
  { votes: 1, sticker: item("Builds"), members: [] },
  {
    votes: 1,
    sticker: item("1. Tests", undefined, "Quality"),
    members: [item("- Lint", "Said ~~it~~ &lt;")],
  },
  { votes: 0, sticker: item("Office", "Nobody voted"), members: [] },
] as unknown as Topic[];

test("[F7] the copied summary has every note, with votes or without, of the topic and of what is grouped there, and the name of a group, as Markdown and as formatted text", () => {
  const summary = { title: "Retro", round: null, topics, actions: [], answers: [], people: [], length: null };
  const { markdown, html } = summaryTexts(summary, keys, "en");
  expect(markdown).toBe(
    [
      "# Retro\n",
      "## summary.topics\n",
      "- Reviews (votes.votes)",
      String.raw`  - meeting.note: Ask \*Bob\* first`,
      String.raw`  - Slow \<b\>`,
      "- Builds (votes.votes)",
      "- Quality (votes.votes)",
      String.raw`  - 1\. Tests`,
      String.raw`  - \- Lint`,
      String.raw`  - meeting.note: Said \~\~it\~\~ \&lt;`,
      "- Office",
      "  - meeting.note: Nobody voted\n",
    ].join("\n"),
  );
  expect(html).toContain(
    "<li>Reviews (votes.votes)<ul><li>meeting.note: Ask *Bob* first</li><li>Slow &lt;b&gt;</li></ul></li><li>Builds (votes.votes)</li>",
  );
});

test("[F7] what was noted of a topic without votes, or of a sticker in it, is told after the topics with votes", () => {
  const unvoted = [
    { votes: 0, sticker: item("Nothing"), members: [] },
    { votes: 0, sticker: item("Group"), members: [item("Inner", "Said")] },
  ] as unknown as Topic[];
  const told = topicsToTell({ ranked: [], unvoted: [...topics.slice(-1), ...unvoted] });
  expect(told.map(({ sticker }) => sticker.title)).toEqual(["Office", "Group"]);
});
