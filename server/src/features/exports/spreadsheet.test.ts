import { describe, expect, test } from "vitest";
import { convertSheet, csvFilter, hasLibreOffice } from "../../testing/libre-office.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();

describe.skipIf(!hasLibreOffice)("a CSV in a spreadsheet (LibreOffice)", () => {
  const attack = [
    "=1+1",
    "text;=1+1;text",
    "text\t=1+1\ttext",
    "text\n=1+1\ntext",
    ';"=1+1;',
    "; =1+1",
    ";+1+1;-1+1;@SUM(1)",
    ";＝1+1",
  ];

  test.each([
    ["commas", csvFilter(",")],
    ["semicolons", csvFilter(";")],
    ["tabs", csvFilter("\t")],
    ["semicolons, and quotation marks are ordinary characters", csvFilter(";", { quote: "" })],
  ])("X2 · an attacker's sticker or action runs no formula where cells end at %s", async (_name, filter) => {
    const t = await start();
    const { ann } = t.people;
    const parent_id = t.names.id("@A.0");
    for (const text of attack) {
      await ann.post(`${t.url}/items`, { title: text, parent_id });
      // The row of an action begins with an empty cell, so that no quotation mark protects the rest of the line.
      await ann.post(`${t.url}/actions`, { text });
    }
    const { rawPayload } = await ann.get(`/web/boards/${t.names.id("@retro")}/export-csv`);
    const sheet = convertSheet({ bytes: rawPayload, ending: "csv", filter }, "fods").toString("utf8");
    expect(sheet).toContain("1+1");
    expect(sheet.match(/table:formula="[^"]*"/gu) ?? []).toEqual([]);
  });
});
