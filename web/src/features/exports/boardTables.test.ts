// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import type { BoardFile } from "@retro/contract/files/board-file";
import { translate } from "../../i18n/i18n.ts";
import { startTexts } from "../../testing/startTexts.ts";
import { boardTables } from "./boardTables.ts";

beforeAll(startTexts);

const file: BoardFile = {
  format: "retro-board",
  version: 1,
  board: { title: "Sprint <42>" },
  sections: [
    {
      title: "Good",
      columns: [
        [{ text: "Tea\n& <b>milk</b>", votes: 3, name: "Drinks", stickers: [{ text: null, votes: 0 }] }],
        [],
        [],
      ],
    },
    { title: "Bad", columns: [[], [], []] },
  ],
  actions: [
    { text: "Buy\ttea", owner: "Ops", due_on: "2026-12-24", status: "done", link: "https://example.com/1" },
  ],
};

test("a board for the clipboard is tables whose texts stay text, and the same cells with tabs between", () => {
  const { "text/html": html, "text/plain": plain } = boardTables(file, translate);
  const page = new DOMParser().parseFromString(html, "text/html");
  const [stickers, actions] = [...page.querySelectorAll("table")].map((table) =>
    [...table.rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
  );
  expect(page.querySelector("h1")?.textContent).toBe("Sprint <42>");
  expect(page.querySelector("b")).toBeNull();
  expect(stickers).toEqual([
    ["Section", "Text", "Votes"],
    ["Good", "Drinks: Tea& <b>milk</b>", "3"],
    ["Good", "↳ Hidden", "0"],
  ]);
  expect(actions?.[1]).toEqual(["Buy\ttea", "Ops", "2026-12-24", "Done", "https://example.com/1"]);
  expect(plain.split("\n")).toEqual(
    expect.arrayContaining([
      "Section\tText\tVotes",
      "Good\tDrinks: Tea & <b>milk</b>\t3",
      "Good\t↳ Hidden\t0",
    ]),
  );
  expect(plain).toContain("Buy tea\tOps\t2026-12-24\tDone\thttps://example.com/1");
});

test("concealed counts have no column", () => {
  const [section] = file.sections;
  const sections = [{ title: section?.title ?? "", columns: [[{ text: "Tea", votes: null }], [], []] }];
  const { "text/plain": plain } = boardTables({ ...file, sections }, translate);
  expect(plain).toContain("Section\tText\nGood\tTea");
});
