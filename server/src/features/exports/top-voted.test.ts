import { expect, test } from "vitest";
import { loadTranslators } from "../../http/session/locale.ts";
import type { ExportedBoard, ExportedSticker } from "./exported-board.ts";
import { toMarkdown } from "./markdown.ts";
import { rowsByRank } from "./top-voted.ts";

const at = "2026-01-15T12:00:00.000Z";
const sticker = (text: string | null, votes: number, stickers: ExportedSticker[] = []): ExportedSticker => ({
  text,
  votes,
  style: {},
  author: null,
  created_at: at,
  stickers,
});

const utc = { dateLocale: "en", locale: "en", timeZone: "UTC" };

/** A board of one section whose stickers are in its first column, ranked in the order given. */
function boardOf(stickers: ExportedSticker[], ranked: ExportedSticker[]): ExportedBoard {
  const section = { title: "S", style: {}, columns: [stickers, [], []] };
  return {
    title: "B",
    description: "",
    created_at: at,
    exported_at: at,
    countsShown: true,
    people: [],
    sections: [section],
    meeting: { steps: null, last: null, goesOn: false },
    questions: [],
    rounds: [],
    openRound: null,
    topVoted: ranked.map((each, i) => ({ rank: i + 1, votes: each.votes ?? 0, sticker: each, section })),
    actions: [],
  };
}

test("[R4] a document lists the first 20 results and the first 10 members of a group, and says how many more there are", async () => {
  const group = sticker(
    "group",
    99,
    Array.from({ length: 6 }, (_, i) => sticker(`m${i}`, 0, [sticker(`deep${i}`, 0)])),
  );
  const others = Array.from({ length: 21 }, (_, i) => sticker(`s${i}`, 21 - i));
  const { en } = await loadTranslators();
  const text = [...toMarkdown(boardOf([group, ...others], [group, ...others]), en, utc)].join("");
  const top = text.slice(0, text.indexOf("## S\n")).split("\n");
  expect(top.filter((line) => line.startsWith("- **"))).toHaveLength(20);
  expect(top.filter((line) => line.startsWith("  - "))).toEqual([
    ...Array.from({ length: 5 }, (_, i) => [`  - m${i}`, `  - deep${i}`]).flat(),
    "  - *and 2 more*",
  ]);
  expect(top).toContain("- *and 2 more*");
  expect(text.match(/^- s\d+ /gm)).toHaveLength(21);
});

test("[R4] a table has every sticker once: ranked groups with their members first, then the board's order", () => {
  const nested = sticker("nested", 1);
  const [a, b, group] = [sticker("a", 0), sticker("b", 5), sticker("group", 1, [nested])];
  const rows = rowsByRank(boardOf([a, group, b], [b, group]));
  expect(rows.map((row) => [row.position, row.sticker.text, row.result?.rank ?? null])).toEqual([
    [4, "b", 1],
    [2, "group", 2],
    [3, "nested", 2],
    [1, "a", null],
  ]);
});
