import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../../http/errors/app-error.ts";
import { runImportTask } from "../run-import-task.ts";
import { previewFile } from "./preview.ts";
import { readWorkbook } from "./workbook.ts";

interface SheetPart {
  name: string;
  /** The content of the part; absent for a chart. */
  xml?: string;
  /** Further attributes of the sheet in the workbook. */
  more?: string;
}
interface Parts {
  sheets: SheetPart[];
  strings?: string;
  styles?: string;
  view?: string;
}

const row = (cells: string, more = "") => `<row${more}>${cells}</row>`;
const text = (value: string, more = "") => `<c${more} t="inlineStr"><is><t>${value}</t></is></c>`;
const worksheet = (rows: string, columns = "") =>
  `<worksheet xmlns="x">${columns}<sheetData>${rows}</sheetData></worksheet>`;
const table = (...texts: string[]) =>
  worksheet(
    [row(text("Text") + text("Votes")), ...texts.map((each) => row(text(each) + text("1")))].join(""),
  );

/** By hand, because no library writes what is tried here. */
function workbook({ sheets, strings = "", styles = "", view = "" }: Parts): Buffer {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook>${view}<sheets>${sheets
      .map(({ name, more = "" }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i}" ${more}/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map(({ xml }, i) =>
        relation(`r${i}`, xml === undefined ? "chartsheet" : "worksheet", `sheets/${i}.xml`),
      )
      .join(
        "",
      )}${relation("s", "sharedStrings", "strings.xml")}${relation("f", "styles", "/xl/f.xml")}</Relationships>`,
    "xl/strings.xml": `<sst>${strings}</sst>`,
    "xl/f.xml": `<styleSheet>${styles}</styleSheet>`,
  };
  for (const [i, { xml = "<chartsheet/>" }] of sheets.entries()) parts[`xl/sheets/${i}.xml`] = xml;
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

async function textsOf(file: Uint8Array, choices = {}): Promise<unknown> {
  const { table: found, texts } = await previewFile(file, "T", { ...choices, texts: "yes" });
  return { sheets: found?.sheets, texts, leftOut: found?.leftOut };
}

function refusal(file: Uint8Array): unknown {
  try {
    const { sheets } = readWorkbook(file);
    return sheets.map(({ fault }) => fault?.details.errors ?? fault?.statusCode ?? "taken");
  } catch (error) {
    if (error instanceof AppError) return error.details.errors ?? error.statusCode;
    throw error;
  }
}

describe("X5 · a workbook as its spreadsheet shows it", () => {
  test("hidden sheets, also very hidden ones, and charts stay out and are counted", async () => {
    const file = workbook({
      sheets: [
        { name: "Old", xml: table("secret", "more", "rows"), more: 'state="hidden"' },
        { name: "Chart" },
        { name: "Cards", xml: table("Tea") },
        { name: "Keys", xml: table("secret", "more"), more: 'state="veryHidden"' },
      ],
    });
    expect(await textsOf(file)).toEqual({
      sheets: ["Cards"],
      texts: ["Tea"],
      leftOut: [
        { kind: "hiddenSheets", count: 2 },
        { kind: "otherSheets", count: 1 },
      ],
    });
  });

  test("hidden rows and columns stay out and are counted, empty ones are not", async () => {
    const columns = '<cols><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>';
    const cells = (first: string) => text(first) + text("who") + "<c/>" + text("2");
    const rows =
      row(text("Text") + text("Secret") + text("") + text("Votes")) +
      row(cells("Tea")) +
      row(cells("filtered"), ' hidden="1"') +
      row("", ' hidden="true"') +
      row(cells("Cake"));
    const file = workbook({ sheets: [{ name: "Cards", xml: worksheet(rows, columns) }] });
    expect(await textsOf(file)).toEqual({
      sheets: ["Cards"],
      texts: ["Tea", "Cake"],
      leftOut: [
        { kind: "hiddenRows", count: 1 },
        { kind: "hiddenColumns", count: 1 },
      ],
    });
    const made = await runImportTask({
      task: "import",
      bytes: file,
      title: "T",
      choices: { columns: "text,votes", heading: "yes" },
    });
    expect("leftOut" in made && made.leftOut.map(({ kind }) => kind)).toEqual([
      "hiddenRows",
      "hiddenColumns",
    ]);
  });

  test("the sheet that was open when it was saved is proposed, if it holds a table", async () => {
    const sheets = [
      { name: "All", xml: table("a", "b", "c") },
      { name: "Mine", xml: table("Tea") },
      { name: "Empty", xml: worksheet("") },
    ];
    const proposed = async (view: string) =>
      (await previewFile(workbook({ sheets, view }), "T", {})).table?.sheet;
    expect(await proposed("")).toBe(1);
    expect(await proposed('<bookViews><workbookView activeTab="1"/></bookViews>')).toBe(2);
    expect(await proposed('<bookViews><workbookView activeTab="2"/></bookViews>')).toBe(1);
  });

  test("cells and rows without a reference come next after those before them", () => {
    const rows =
      row("<c><v>1</v></c><c><v>2</v></c>") +
      row('<c r="C3"><v>3</v></c><c><v>4</v></c>', ' r="3"') +
      row("<c><v>5</v></c>");
    expect(
      readWorkbook(workbook({ sheets: [{ name: "A", xml: worksheet(rows) }] })).sheets[0]?.lines,
    ).toEqual([
      { number: 1, cells: ["1", "2"] },
      { number: 3, cells: ["", "", "3", "4"] },
      { number: 4, cells: ["5"] },
    ]);
  });

  test.each([
    ["a time", 20, "0.6041666666666666", "14:30"],
    ["a time with seconds", 21, "0.6042824074", "14:30:10"],
    ["a day", 14, "46357", "2026-12-01"],
    ["a day with a time", 22, "46357.604166666664", "2026-12-01 14:30"],
    ["a duration", 46, "1.5", "36:00"],
    ["a number", 0, "0.5", "0.5"],
    ["a format of its own", 164, "46357.25", "2026-12-01 06:00"],
    ["a month", 165, "46357", "2026-12-01"],
    ["a currency", 166, "3", "3"],
    ["no day at all", 14, "-7", "-7"],
  ])("a cell shows what its spreadsheet shows: %s", (_what, id, value, shown) => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[$-409]dd.mm.yyyy\\ hh:mm;@"/>' +
      '<numFmt numFmtId="165" formatCode="mmmm"/><numFmt numFmtId="166" formatCode="0 &quot;days&quot;"/></numFmts>' +
      `<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="${id}"/></cellXfs>`;
    const xml = worksheet(row(`<c s="0"><v>${value}</v></c>`));
    const [sheet] = readWorkbook(workbook({ sheets: [{ name: "A", xml }], styles })).sheets;
    expect(sheet?.lines[0]?.cells).toEqual([shown]);
  });

  test("texts keep their runs, breaks, blanks and signs, without how they are pronounced", () => {
    const strings =
      '<si><r><t>To</t></r><r><rPr><b/></rPr><t xml:space="preserve"> do &lt;b&gt; &#x1F600;</t></r><rPh><t>x</t></rPh></si>' +
      "<si><t>a_x000A_b _x005F_x000D_</t></si><si><t><![CDATA[<i>]]></t></si>";
    const xml = worksheet(row([0, 1, 2].map((i) => `<x:c t="s"><x:v>${i}</x:v></x:c>`).join("")));
    const [sheet] = readWorkbook(workbook({ sheets: [{ name: "A", xml }], strings })).sheets;
    expect(sheet?.lines[0]?.cells).toEqual(["To do <b> 😀", "a\nb _x000D_", "<i>"]);
  });

  test("a sheet that cannot be read is left out beside others, and refuses the file alone", async () => {
    const broken = { name: "Broken", xml: "<worksheet><sheetData><row>" };
    const both = workbook({ sheets: [broken, { name: "Cards", xml: table("Tea") }] });
    expect(await textsOf(both)).toMatchObject({
      texts: ["Tea"],
      leftOut: [{ kind: "otherSheets", count: 1 }],
    });
    expect(refusal(workbook({ sheets: [broken] }))).toEqual({ "line 1": ["validation.notWorkbook"] });
  });
});

const one = (xml: string, parts: Partial<Parts> = {}) => workbook({ sheets: [{ name: "A", xml }], ...parts });
const notWorkbook = { "line 1": ["validation.notWorkbook"] };
const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=""`).join(" ");
const shared = `<si><t>${"x".repeat(30_000)}</t></si>`;

describe("X5 · attack: a workbook that shall keep its reader busy is refused, or read in one pass", () => {
  test.each([
    [
      "60,000 attributes in one element",
      () => one(worksheet(row(`<c ${attributes(60_000)}/>`))),
      notWorkbook,
    ],
    [
      "60,000 attributes in an element of no meaning",
      () => one(`<worksheet><x ${attributes(60_000)}/></worksheet>`),
      notWorkbook,
    ],
    ["51 attributes", () => one(worksheet(row(`<c ${attributes(51)}/>`))), notWorkbook],
    ["an attribute of a megabyte", () => one(worksheet(row(`<c r="${"A".repeat(1e6)}"/>`))), notWorkbook],
    [
      "a quotation that does not end in each tag",
      () => one(worksheet("<c r='".repeat(200_000))),
      notWorkbook,
    ],
    [
      "one text of 30,000 letters in 45,000 cells",
      () => one(worksheet(row('<c t="s"><v>0</v></c>').repeat(45_000)), { strings: shared }),
      [413],
    ],
    ["elements nested 100,000 deep", () => one("<worksheet>" + "<a>".repeat(1e5)), notWorkbook],
    [
      "elements nested in each other and closed",
      () => one("<a>".repeat(1e5) + "</a>".repeat(1e5)),
      ["taken"],
    ],
    ["100,000 empty texts", () => one(table("Tea"), { strings: "<si/>".repeat(1e5) }), ["taken"]],
    [
      "100,000 styles",
      () => one(table("Tea"), { styles: `<cellXfs>${"<xf/>".repeat(1e5)}</cellXfs>` }),
      ["taken"],
    ],
    [
      "100,000 hidden columns",
      () => one(worksheet(row(text("a")), '<col min="1" max="16384" hidden="1"/>'.repeat(100_000))),
      ["taken"],
    ],
    [
      "a cell in the last column of each row",
      () => one(worksheet(row('<c r="XFD1"><v>1</v></c>').repeat(40_000))),
      [{ "line 1": [expect.anything()] }],
    ],
    [
      "an entity that a document type defines",
      () => one(`<!DOCTYPE x [<!ENTITY a "aa">]>${table("&a;")}`),
      notWorkbook,
    ],
  ])("%s", (_what, make, outcome) => {
    expect(refusal(make())).toEqual(outcome);
  });

  test("10,000 sheets that are all the same part are read once", () => {
    const sheets = Array.from({ length: 10_000 }, () => '<sheet name="A" r:id="r"/>').join("");
    const file = zipSync({
      "xl/workbook.xml": strToU8(`<workbook><sheets>${sheets}</sheets></workbook>`),
      "xl/_rels/workbook.xml.rels": strToU8(
        `<Relationships>${'<Relationship Id="r" Type="x/worksheet" Target="a.xml"/>'.repeat(100_000)}</Relationships>`,
      ),
      "xl/a.xml": strToU8(table("Tea".repeat(1000))),
    });
    const { sheets: read, otherSheets } = readWorkbook(file);
    expect([read.length, otherSheets]).toEqual([1, 9999]);
  });
});
