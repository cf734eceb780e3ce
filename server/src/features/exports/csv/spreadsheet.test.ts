import { describe, expect, test } from "vitest";
import readExcelFile from "read-excel-file/node";
import { decodeFile } from "../file-text.ts";
import { readCsv } from "../import/import-csv.ts";
import { convertSheet, csvFilter, hasLibreOffice } from "../../../testing/libre-office.ts";
import { observeBoards } from "../../../testing/observed-board.ts";

const start = observeBoards();
const entities: Record<string, string> = { lt: "<", gt: ">", apos: "'", quot: '"', amp: "&" };

describe("an Excel file", () => {
  const texts = [
    "_x0041_",
    "a_x003d_x0041_",
    "_x005F_x0041_",
    "__x0041__",
    "_x41_",
    "=1+1",
    "'=1+1",
    "<b>&amp;",
  ];
  async function exported() {
    const t = await start();
    const { ann } = t.people;
    for (const title of texts) await ann.post(`${t.url}/items`, { title, parent_id: t.names.id("@A.2") });
    return (await ann.get(`/web/boards/${t.names.id("@retro")}/export-excel`)).rawPayload;
  }

  test("[X2] a text that looks like the code of a character is read as it was written", async () => {
    const cells = (await readExcelFile(await exported())).flatMap(({ data }) => data.flat());
    expect(texts.map((text) => [text, cells.includes(text)])).toEqual(texts.map((text) => [text, true]));
  });

  test.skipIf(!hasLibreOffice)("[X2] LibreOffice reads it as it was written", async () => {
    const sheet = convertSheet({ bytes: await exported(), ending: "xlsx" }, "fods").toString("utf8");
    const plain = (xml: string) =>
      xml.replace(/&(lt|gt|apos|quot|amp);/gu, (_, name: string) => entities[name] ?? "");
    const cells = [...sheet.matchAll(/<text:p>([^<]*)<\/text:p>/gu)].map(([, xml = ""]) => plain(xml));
    expect(texts.map((text) => [text, cells.includes(text)])).toEqual(texts.map((text) => [text, true]));
    expect(sheet).not.toContain("table:formula");
  });
});

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
  ])("[X2] an attacker's sticker or action runs no formula where cells end at %s", async (_name, filter) => {
    const t = await start();
    const { ann } = t.people;
    const parent_id = t.names.id("@A.0");
    for (const text of attack) {
      await ann.post(`${t.url}/items`, { title: text, parent_id });
      // The row of an action begins with an empty cell, so that no quotation mark protects the rest of the
      // line.
      await ann.post(`${t.url}/actions`, { text });
    }
    const { rawPayload } = await ann.get(`/web/boards/${t.names.id("@retro")}/export-csv`);
    const sheet = convertSheet({ bytes: rawPayload, ending: "csv", filter }, "fods").toString("utf8");
    expect(sheet).toContain("1+1");
    expect(sheet.match(/table:formula="[^"]*"/gu) ?? []).toEqual([]);
  });

  const writer = (filter: string) => `csv:Text - txt - csv (StarCalc):${filter}`;
  test.each([
    ["commas and UTF-8", csvFilter(",")],
    ["semicolons and UTF-8", csvFilter(";")],
    ["semicolons and windows-1251", csvFilter(";", { charset: "34" })],
    ["tabs and UTF-16", csvFilter("\t", { charset: "65535" })],
  ])("[X5] what a spreadsheet saves with %s is imported as it was exported", async (_name, filter) => {
    const t = await start();
    const { ann } = t.people;
    for (const title of ["Первый стикер команды", "second\nline; = 1", "=1+1", '"quoted" \'text'])
      await ann.post(`${t.url}/items`, { title, parent_id: t.names.id("@one") });
    const action = { text: "Позвонить заказчику", owner_name: "Борис", due_on: "2026-12-24" };
    await ann.post(`${t.url}/actions`, { ...action, source_item_id: t.names.id("@two-a") });
    const { rawPayload: bytes } = await ann.get(`/web/boards/${t.names.id("@retro")}/export-csv`);
    const saved = convertSheet({ bytes, ending: "csv", filter: csvFilter(",") }, writer(filter));
    expect(readCsv(decodeFile(saved), "T")).toEqual(readCsv(decodeFile(bytes), "T"));
  });
});
