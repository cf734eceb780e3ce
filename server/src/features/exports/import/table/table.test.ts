import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { boardFile, type FileSticker } from "@retro/contract/files/board-file";
import { loadTranslation, locales } from "@retro/contract/messages/catalogue";
import type { TableChoices } from "@retro/contract/files/table-import";
import { AppError } from "../../../../http/errors/app-error.ts";
import { previewFile } from "./preview.ts";
import { runImportTask } from "../run-import-task.ts";

/** Letters of windows-1251 for the texts of these tests. */
function windows1251(text: string): Buffer {
  const letters = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder("windows-1251").decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  return Buffer.from(Array.from(text, (letter) => letters.get(letter) ?? 0x3f));
}

const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === "string" ? Buffer.from(file) : file;

async function preview(file: string | Uint8Array, choices: TableChoices = {}) {
  const { table } = await previewFile(bytesOf(file), "T", choices);
  if (table === null) throw new Error("the file of a tool");
  return table;
}
const rolesOf = async (file: string | Uint8Array, choices: TableChoices = {}) =>
  (await preview(file, choices)).columns.map(({ role }) => role).join(",");

async function board(file: string | Uint8Array, choices: TableChoices): Promise<string[]> {
  const answer = await runImportTask({ task: "import", bytes: bytesOf(file), title: "T", choices });
  if (!("content" in answer)) throw new Error("no board");
  boardFile.parse({ format: "retro-board", version: 1, ...answer.content });
  const list = (stickers: readonly FileSticker[]): string =>
    stickers
      .map(({ text, votes, name, stickers: nested = [] }) => {
        const group = nested.length > 0 ? `(${list(nested)})` : "";
        return `${name ? `${name}: ` : ""}${text?.replaceAll("\n", "/")}${votes ? `+${votes}` : ""}${group}`;
      })
      .join(" | ");
  return [
    ...answer.content.sections.map(({ title, columns: [first = []] }) => `${title}: ${list(first)}`),
    ...(answer.content.actions ?? []).map(({ text, owner, due_on, status, link }) =>
      [
        `action ${text} by ${owner}`,
        ...(due_on ? [`due ${due_on}`] : []),
        ...(status === "open" ? [] : [status]),
        ...(link ? [link] : []),
      ].join(" "),
    ),
    ...answer.leftOut.map(({ kind, count }) => `${kind} ${count}`),
  ];
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return error.details.errors ?? error.statusCode;
    throw error;
  }
}

const russian = 'Раздел;Кто;Карточка;Голоса\r\nХорошо;Аня;"Чай\r\nи ""кофе""";3\r\nПлохо;Олег;Шум;\r\n';

describe("X5 · a table of no known tool", () => {
  test.each([
    ["comma", "Text,Votes\nTea,2\n"],
    ["semicolon", russian],
    ["tab", "Text\tVotes\nTea, with milk\t2\n"],
    ["semicolon", "Text;Votes\nTea;2\nCake;1\nIt was good; very; good\n"],
    ["pipe", "| Text | Votes |\n|---|---|\n| Tea | 2 |\n"],
    ["pipe", "||Text||Votes||\n|Tea|2|\n"],
  ])("its separator is found: %s", async (delimiter, file) => {
    expect((await preview(file)).delimiter).toBe(delimiter);
  });

  test.each([
    ["utf-8", Buffer.from(russian)],
    ["utf-16le", Buffer.from(russian, "utf16le")],
    ["utf-16le", Buffer.from(`\uFEFF${russian}`, "utf16le")],
    ["utf-16be", Buffer.from(russian, "utf16le").swap16()],
    ["utf-16le", Buffer.from("良い一日;2\r\n悪い;3", "utf16le")],
    ["utf-16be", Buffer.from("良い一日;2\r\n悪い;3", "utf16le").swap16()],
    ["windows-1251", windows1251(russian)],
    ["windows-1252", Buffer.from("Text;Votes\nCafé;2\n", "latin1")],
  ])("its encoding is found: %s", async (encoding, file) => {
    const found = await preview(file);
    expect([found.encoding, found.errors]).toEqual([encoding, {}]);
    expect(found.stickers).toBe(encoding === "windows-1252" ? 1 : 2);
  });

  test("headings in English and Russian, or the content, tell the columns", async () => {
    expect(await rolesOf(russian)).toBe("section,author,text,votes");
    expect(await rolesOf("Created By,Card text,Category,Votes,Type,Theme\na,b,c,1,Action,g")).toBe(
      "author,text,section,votes,kind,group",
    );
    const plain = "Good\tTea in the morning\t3\nGood\tCakes\t3\nBad\tNoise in the hall\t1\nBad\tRain\t0";
    expect(await rolesOf(plain)).toBe("section,text,votes");
    expect(await rolesOf("Went well,To improve\nTea,Noise\nCakes,")).toBe("stickers,stickers");
    expect(await rolesOf("Frame,Sticky,Author\nGood,Tea,Ann\nBad,Ice,Bob")).toBe("section,text,author");
  });

  test.each([
    "Плюсы,Минусы,Идеи",
    "Плюсы,Минусы",
    "Плюсы,Изменения",
    "Likes,Dislikes",
    "Good,Bad,Idea",
    "Хорошо,Плохо,Идея",
    "Went well,Didn't go well,Feedback",
    "Pros,Cons,Message",
    "Likes,Wishes,What ifs",
  ])("a table with a section in each column is told by its cells: %s", async (titles) => {
    const row = (texts: string[]) => titles.split(",").map((_, i) => texts[i]);
    for (const rows of [
      [row(["Tea", "Noise", "Buy"]), row(["Cake", "Rain", "Sell"])],
      [row(["Чай", "Шум", "Купить чайник"]), row(["Пирог", "Дождь", "Продать"])],
    ])
      expect(await rolesOf([titles, ...rows].join("\n"))).toBe(titles.replaceAll(/[^,]+/gu, "stickers"));
  });

  test.each([
    ["votes that are no numbers in some rows", "Text,Votes\nTea,2\nCake,many\nIce,3 votes", "text,votes"],
    ["no votes yet", "Text,Votes\nTea,\nCake,", "text,votes"],
    ["keys", "Key,Summary\nAB-1,Tea is cold\nAB-2,Noise in the hall", ",text"],
    ["days", "Date,Comment\n20 Nov,Tea is cold\n21 Nov,Noise in the hall", ",text"],
    ["addresses", "Who wrote it,Comment\na@b.example,Tea\nc@d.example,Noise", "author,text"],
    ["addresses without a heading", "Contact,Comment\na@b.example,Tea\nc@d.example,Noise", ",text"],
    ["two columns of texts", "Title,Description\nTea,Green tea\nNoise,In the hall", "text,"],
    [
      "names beside long texts",
      "Person,Feedback\nAnn,Tea was cold on Monday\nBob,There was noise in the hall",
      ",text",
    ],
  ])("a table with a card in each row stays one: %s", async (_name, file, roles) => {
    expect(await rolesOf(file)).toBe(roles);
  });

  test.each([
    [
      "Markdown",
      "# Retro\n## Good\n\n| Text | Votes |\n|---|---|\n| Tea | 2 |\n\n## Bad\n| Text | Votes |\n|---|---|\n| Noise | 1 |",
    ],
    ["Confluence", "h2. Good\n||Text||Votes||\n|Tea|2|\nh2. Bad\n|Noise|1|"],
    [
      "MediaWiki",
      '== Good ==\n{| class="wikitable"\n|+ Retro\n! Text !! Votes\n|-\n| Tea || style="x" | 2\n|}\n== Bad ==\n{|\n! Text\n! Votes\n|-\n| Noise\n| 1\n|}',
    ],
  ])("a table below a heading of %s has the heading as its section", async (_name, file) => {
    const found = await preview(file);
    expect([found.delimiter, found.columns.map(({ role }) => role).join(",")]).toEqual([
      "pipe",
      "section,text,votes",
    ]);
    expect(await board(file, { columns: "section,text,votes", delimiter: "pipe", heading: "yes" })).toEqual([
      "Good: Tea+2",
      "Bad: Noise+1",
    ]);
  });

  test("empty cells below a section that stands once belong to it: a spreadsheet has merged them", async () => {
    const roles = { columns: "section,text" };
    expect(await board("Section,Text\nGood,a\n,b\nBad,c\n,d", roles)).toEqual(["Good: a | b", "Bad: c | d"]);
    expect(await board("Section,Text\nGood,a\n,b\nGood,c\nBad,d", roles)).toEqual([
      "Good: a | c",
      "T: b",
      "Bad: d",
    ]);
    expect(await board("Section,Text,Group\nGood,a,\n,b,G\n,c,G", { columns: "section,text,group" })).toEqual(
      ["Good: a | G: b(c)"],
    );
  });

  test.each(locales)(
    "Copy as a table comes back in %s, its actions with owner, due date, status and link",
    async (locale) => {
      const texts = await loadTranslation(locale);
      const actionHead = [
        texts["exports.text"],
        texts["actions.owner"],
        texts["actions.due"],
        texts["actions.status"],
      ];
      const stickers = `${texts["exports.stickers"]}\n${texts["exports.section"]}\t${texts["exports.text"]}\t${texts["exports.votes"]}\nGood\tTea\t2\nBad\tNoise\t0`;
      const actions =
        `${texts["actions.title"]}\n${actionHead.join("\t")}\t${texts["actions.link"]}\n` +
        `Buy tea\tAnn\t2026-12-01\t${texts["actions.done"]}\thttps://example.com/1\nRest\t\t\t${texts["actions.dropped"]}\t`;
      const buyTea = "action Buy tea by Ann due 2026-12-01 done https://example.com/1";
      const copied = `Sprint 42\n\n${stickers}\n\n${actions}`;
      const found = await preview(copied);
      expect([found.columns.map(({ role }) => role).join(","), found.rowCount, found.actions]).toEqual([
        "section,text,votes",
        2,
        2,
      ]);
      expect(await board(copied, { columns: "section,text,votes", heading: "yes" })).toEqual([
        "Good: Tea+2",
        "Bad: Noise",
        buyTea,
        "action Rest by undefined dropped",
      ]);
      const alone = `Sprint 42\n\n${actions}`;
      expect(await board(alone, { columns: await rolesOf(alone) })).toEqual([
        "T: ",
        buyTea,
        "action Rest by undefined dropped",
      ]);
      expect((await preview(copied, { heading: "no" })).rowCount).toBe(9);
    },
  );

  test("a title above the headings is no sticker, and of further tables only actions are read", async () => {
    const file =
      "Sprint 42\n\nStickers\nText\tVotes\nTea\t2\n\nPeople\nName\tVotes\nAnn\t3\n\n" +
      "Tasks\nTask\tAssignee\tDeadline\nBuy tea\tAnn\t1.12.2026\nRest\tBob\tsoon";
    expect(await board(file, { columns: await rolesOf(file), heading: "yes" })).toEqual([
      "T: Tea+2",
      "action Buy tea by Ann due 2026-12-01",
      "action Rest by Bob",
      "dates 1",
      "otherRows 1",
    ]);
    expect((await preview("Retro,,\nText,Votes,\nTea,2,", {})).columns[0]?.heading).toBe("Text");
    const tasks = "Sprint 42\nTask,Assignee,Deadline\nBuy tea,Ann,2026-12-01";
    expect(await board(tasks, { columns: await rolesOf(tasks) })).toEqual([
      "T: ",
      "action Buy tea by Ann due 2026-12-01",
    ]);
  });

  test.each([
    [
      "a list",
      "## Good\n- Cake\n\n## Bad\n\n| Text | Votes |\n| :-- | --: |\n| Noise | 1 |\n- Rain",
      "section,text,votes",
      ["Good: Cake", "Bad: Noise+1 | Rain"],
    ],
    [
      "prose",
      "Dear all,\nthis is our retro:\n\n| Votes | Text |\n|---|---|\n| 2 | Tea |\n\nSee you",
      "votes,text",
      ["T: Tea+2", "lines 3"],
    ],
    ["prose, in a wiki", "We met.\n||Text||Votes||\n|Tea|2|", "text,votes", ["T: Tea+2", "lines 1"]],
    [
      "a table of actions",
      "| Text | Votes |\n|---|---|\n| Tea | 2 |\n\n## Actions\n| Action | Owner | Due |\n|---|---|---|\n| Buy tea | Ann | 2026-12-01 |",
      "section,text,votes",
      ["T: Tea+2", "action Buy tea by Ann due 2026-12-01"],
    ],
  ])("a table of Markdown is found beside %s", async (_name, file, columns, made) => {
    const found = await preview(file);
    expect([found.delimiter, found.columns.map(({ role }) => role).join(",")]).toEqual(["pipe", columns]);
    expect(await board(file, { columns, delimiter: "pipe", heading: "yes" })).toEqual(made);
  });

  const wikiInside = "| week | bugs | hours |\n|---|---|---|\n| 1 | 2 | 3 |";
  test.each([
    ["of Markdown", `Section,Text\nGood,Tea\nGood,"Our week:\n${wikiInside}"\nBad,Noise\nBad,Rain`],
    [
      "of Confluence",
      'Text,Section\r\n"Look:\n|| Week || Bugs ||\n| 1 | ""2"" |",Good\r\nTea,Good\r\nCake,Bad\r\nIce,Bad',
    ],
    ["beside ragged rows", `Section,Text\nGood,"Look:\n${wikiInside}"\nBad,Noise, rain\nBad,Ice\nBad,Fog`],
  ])("a wiki's table inside a quoted cell is text: %s", async (_name, file) => {
    const found = await preview(file);
    expect([found.delimiter, found.stickers]).toEqual(["comma", 4]);
  });

  test("a table with sections, votes or groups holds stickers, though they have owners and due dates", async () => {
    const file = (more: string, cell: string) =>
      `${more},Text,Owner,Due date\n${cell},Tea,Ann,2026-12-01\n${cell},Noise,Bob,`;
    const made = async (text: string) => board(text, { columns: await rolesOf(text), heading: "yes" });
    const left = ["dueDates 1", "authors 2"];
    expect(await made(file("Section", "Good"))).toEqual(["Good: Tea | Noise", ...left]);
    expect(await made(file("Votes", "3"))).toEqual(["T: Tea+3 | Noise+3", ...left]);
    expect(await made(file("Group", "G"))).toEqual(["T: G: Tea(Noise)", ...left]);
    const actions = ["T: ", "action Tea by Ann due 2026-12-01", "action Noise by Bob"];
    expect(await board(file("Section", "Good"), { columns: ",text,author" })).toEqual(actions);
    const wiki = `| Task | Owner | Due |\n|---|---|---|\n| Tea | Ann | 2026-12-01 |\n| Noise | Bob | |`;
    expect(await made(`# Sprint 42\n## Next steps\n${wiki}`)).toEqual(actions);
  });

  test("the cards of EasyRetro, a section in each column, keep their votes", async () => {
    expect(
      await board("Went well,To improve\nTea (3 votes),Noise (1 vote)\nCakes (many votes),", {
        columns: "stickers,stickers",
      }),
    ).toEqual(["Went well: Tea+3 | Cakes (many votes)", "To improve: Noise+1"]);
  });

  test("a cell keeps its line breaks and quotation marks", async () => {
    expect(
      await board(windows1251(russian), { columns: "section,author,text,votes", encoding: "windows-1251" }),
    ).toEqual(['Хорошо: Чай/и "кофе"+3', "Плохо: Шум", "authors 2"]);
  });

  test("groups, actions and comments: by the columns of group and kind", async () => {
    const file =
      "Text,Section,Group,Kind,Author\nTea,Good,Drinks,card,Ann\nCola,Good,Drinks,card,Bob\n" +
      "Cake,Good,Food,card,Ann\nBuy tea,Good,,Action item,Ann\nYes!,Good,,Comment,Bob";
    expect(await board(file, { columns: await rolesOf(file) })).toEqual([
      "Good: Drinks: Tea(Cola) | Cake",
      "action Buy tea by Ann",
      "comments 1",
      "authors 2",
    ]);
  });

  test("every guess can be corrected: columns, separator, encoding, headings", async () => {
    const file = "a,b;c,d\ne,f;g,h";
    expect(await board(file, { columns: ",text", delimiter: "semicolon", heading: "no" })).toEqual([
      "T: c,d | g,h",
    ]);
    expect(await board(file, { columns: "text,section", delimiter: "comma", heading: "yes" })).toEqual([
      "f;g: e",
    ]);
    const letters = windows1251("Text\nЧай");
    const latin = await preview(letters, { encoding: "windows-1252" });
    expect(latin.rows).toEqual([["×àé"]]);
  });

  test("an error names the line, the column and what was expected", async () => {
    const file = "Text,Votes\nTea,2\nCake,many\n";
    const votes = { "line 3.Votes": ["validation.wholeNumber"] };
    expect((await preview(file)).errors).toEqual(votes);
    expect(await refusal(board(file, { columns: "text,votes" }))).toEqual(votes);
    expect(await refusal(board(file, { columns: "votes,votes" }))).toEqual({
      columns: ["validation.columnTwice"],
    });
    expect(await refusal(board(file, { columns: "votes" }))).toEqual({
      columns: ["validation.noTextColumn"],
    });
    expect(
      await refusal(board(windows1251("Text\nTea\nЧай"), { columns: "text", encoding: "utf-8" })),
    ).toEqual({
      "line 3": ["validation.otherEncoding"],
    });
  });

  test("the file of a known tool needs no choices", async () => {
    expect(await previewFile(Buffer.from("section,column,text\nGood,1,Tea"), "T", {})).toEqual({
      table: null,
      board: null,
    });
    expect(await previewFile(Buffer.from('{"lists":[],"cards":[]}'), "T", {})).toEqual({
      table: null,
      board: null,
    });
  });

  test("all texts are answered if they are wanted: of a table, a list and the file of a tool", async () => {
    const texts = async (file: string, choices: TableChoices = {}) =>
      (await previewFile(Buffer.from(file), "T", { ...choices, texts: "yes" })).texts;
    expect(await texts("Text,Votes\nTea,2\nCake,1\n")).toEqual(["Tea", "Cake"]);
    expect(await texts("Text,Votes\nTea,x\n", { columns: "text,votes", heading: "yes" })).toEqual([]);
    expect(await texts("Good:\n- Tea\n  - Milk\nBad:\n- Noise")).toEqual(["Tea", "Milk", "Noise"]);
    expect(await texts("section,column,text\nGood,1,Tea")).toEqual(["Tea"]);
  });

  test("a list is shown before it becomes a board", async () => {
    const { table, board: shown, texts } = await previewFile(Buffer.from("Good:\n- Tea\n- Cake"), "T", {});
    expect([table, texts]).toEqual([null, undefined]);
    expect(shown).toEqual({
      sections: [{ title: "Good", stickers: 2, first: ["Tea", "Cake"] }],
      stickers: 2,
      actions: 0,
      leftOut: [],
    });
  });

  test("5,000 rows are imported, and one more is refused by its line", async () => {
    const rows = (count: number) => `Text,Votes\n${"Tea,1\n".repeat(count)}`;
    expect((await preview(rows(5000))).stickers).toBe(5000);
    expect(Object.keys((await preview(rows(5001))).errors)).toEqual(["line 5002"]);
  });
});

describe("X5 · a workbook", () => {
  const workbook = (rows: number): Promise<Buffer> =>
    writeWorkbook([
      { data: [[{ value: "Note" }]], sheet: "About" },
      {
        data: [
          [{ value: "Секция" }, { value: "Текст" }, { value: "Голоса" }],
          ...Array.from({ length: rows }, (_, i) => [
            { value: i % 2 === 0 ? "Good" : "Bad" },
            { value: `Tea\n${i}` },
            { value: i % 5, type: Number },
          ]),
        ],
        sheet: "Cards",
      },
    ] as never).toBuffer();

  test("opens at its fullest sheet, and another can be chosen", async () => {
    const file = await workbook(3);
    const found = await preview(file);
    expect([found.sheets, found.sheet, found.columns.map(({ role }) => role)]).toEqual([
      ["About", "Cards"],
      2,
      ["section", "text", "votes"],
    ]);
    expect(await board(file, { columns: "section,text,votes" })).toEqual([
      "Good: Tea/0 | Tea/2+2",
      "Bad: Tea/1+1",
    ]);
    expect((await preview(file, { sheet: "1", heading: "no" })).rows).toEqual([["Note"]]);
    expect(await refusal(preview(file, { sheet: "9" }))).toEqual({ sheet: ["validation.invalid"] });
  });

  test("of 5,000 rows is read", async () => {
    expect((await preview(await workbook(5000))).stickers).toBe(5000);
  });

  test("attack: parts that claim to be larger than a board are not unpacked", async () => {
    const bomb = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(21_000_000) }));
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusal(preview(bomb))).toBe(413);
  });

  test("attack: cut or changed anywhere, it is a board or refused by a place", async () => {
    const file = await workbook(3);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(file);
        changed[at] = byte;
        for (const broken of [changed, file.subarray(0, at)]) await refusal(preview(broken));
      }),
      { numRuns: 60 },
    );
  });
});

test("attack: a table cut or changed anywhere is a board within the limits or refused by a place", async () => {
  const parts = ["", '"', ";", "\n", "\0", "sep=|\n", "|", "💥".repeat(400), "\uFEFF", "x;".repeat(60)];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(russian.length),
      fc.nat(20),
      fc.constantFrom(...parts),
      async (at, length, put) => {
        const file = russian.slice(0, at) + put + russian.slice(at + length);
        expect(await refusal(preview(file))).toBeTruthy();
        expect(await refusal(board(file, { columns: "section,,text,votes" }))).toBeTruthy();
      },
    ),
    { numRuns: 100 },
  );
});
