import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildTestApp } from "../../../testing/app.ts";
import { makeBoard } from "../../../testing/boards.ts";
import { listenOn } from "../../../testing/nodes/listener.ts";
import { columnOf, putStickers } from "../../../testing/sticker-fixture.ts";

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

/** A PDF read by another tool: the texts of its pages, and its pages as pictures. */
function look(pdf: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "retro-pdf-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "board.pdf");
  writeFileSync(file, pdf);
  const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  return {
    pages: text.split("\f").slice(0, -1),
    /** Words of the whole document, without breaks inside long words. */
    words: text.replaceAll("\u200b", "").split(/\s+/u),
    fonts: execFileSync("pdffonts", [file], { encoding: "utf8" }),
    /** A page in plain colours, one row of pixels after another. */
    pixels(page: number): { width: number; height: number; at: (x: number, y: number) => string } {
      execFileSync("pdftoppm", ["-r", "72", "-f", `${page}`, "-l", `${page}`, file, join(folder, "page")]);
      const ppm = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".ppm")) ?? ""));
      const [, width = "0", height = "0"] =
        /^P6\s(\d+)\s(\d+)\s255\s/.exec(ppm.subarray(0, 40).toString("latin1")) ?? [];
      const start = ppm.length - Number(width) * Number(height) * 3;
      return {
        width: Number(width),
        height: Number(height),
        at: (x, y) =>
          `#${ppm
            .subarray(start + (y * Number(width) + x) * 3)
            .subarray(0, 3)
            .toString("hex")}`,
      };
    },
  };
}

describe.skipIf(!hasPoppler)("PDF", () => {
  it("says what the team said once its question has ended with three answers, and nothing before [Q3]", async () => {
    const { visitor } = await buildTestApp();
    const team = [await visitor(), await visitor(), await visitor()];
    const [ann = await visitor()] = team;
    const { id, url } = await makeBoard(ann);
    for (const user of team) await user.get(url);
    for (const user of team) {
      expect(look((await ann.get(`/web/boards/${id}/export-pdf`)).rawPayload).words).not.toContain("average");
      await user.put(`${url}/questions/worth/answer`, { value: 4 });
    }
    await ann.post(`${url}/questions/end`, { kinds: ["worth"] });
    const { words } = look((await ann.get(`/web/boards/${id}/export-pdf`)).rawPayload);
    expect(words.join(" ")).toContain("Was this worth our time? On average 4 (3 answers)");
  });

  it("holds every word of the board, in the caller's language", async () => {
    const { visitor } = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 20, 22, 0) });
    const alice = await visitor({ name: "Alice", language: "ru", options: { isAvatarStickers: true } });
    const board = await makeBoard(alice, "Ретро «Ёлка»");
    await alice.put(board.url, { description: "Что дальше? What next?" });
    const [group = ""] = await putStickers(alice, board, board.columns[0], [
      {
        title: "Релизы выходят вовремя",
        nested: [{ title: "nested inside", nested: [{ title: "deeper still" }] }],
      },
    ]);
    await putStickers(alice, board, board.columns[2], [{ title: "Съёмка: ☃ → 🎉👍🏽👩‍💻🇷🇺 ready" }]);
    await alice.post(`${board.url}/items/${group}/vote`);
    const answer = await alice.get(`/web/boards/${board.id}/export-pdf?tz=Europe/Moscow`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const { words, pages, fonts } = look(answer.rawPayload);
    const expected = [
      "Ретро",
      "«Ёлка»",
      "21",
      "нояб.",
      "2026",
      "Что",
      "дальше?",
      "next?",
      "Участники:",
      "Alice",
    ];
    expect(words).toEqual(
      expect.arrayContaining([...expected, "Релизы", "выходят", "вовремя", "nested", "deeper"]),
    );
    expect(words).toEqual(expect.arrayContaining(["Съёмка:", "ready"]));
    expect(words.join(" ")).toContain("1 голос");
    for (const { title } of board.board.sections) expect(words.join(" ")).toContain(title);
    expect(pages.at(-1)).toContain(`Страница ${pages.length} из ${pages.length}`);
    expect(fonts).toContain("NotoSans");
    expect(fonts).toContain("NotoEmoji");
  });

  it("names the people who are on the board, also those who wrote nothing, and nobody else", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [alice, bob, carol] = [
      await app.visitor({ name: "Alice" }),
      await app.visitor({ name: "Bob" }),
      await app.visitor({ name: "Carol" }),
    ];
    const board = await makeBoard(alice);
    await carol.get(board.url);
    await listenOn(app, bob, board.id);
    const { rawPayload } = await alice.get(`/web/boards/${board.id}/export-pdf`);
    expect(look(rawPayload).words.join(" ")).toContain("Participants: Alice, Bob");
    expect(look(rawPayload).words).not.toContain("Carol");
  });

  it("[X3] draws no empty box: a character that no font has becomes the sign for unknown", async () => {
    const { splitIntoFontRuns } = await import("./fonts.ts");
    expect(splitIntoFontRuns("Да 🎉 ok").map(({ parts, family }) => [parts.join(""), family])).toEqual([
      ["Да ", "Text"],
      ["🎉", "Emoji"],
      [" ok", "Text"],
    ]);
    expect(splitIntoFontRuns("1️⃣❤️👩‍💻").map(({ family }) => family)).toEqual(["Emoji"]);
    expect(splitIntoFontRuns("\u{10ffff}\u0001x")).toEqual([{ parts: ["\ufffd", "x"], family: "Text" }]);
  });

  /** The texts as another tool reads them, without spaces, and the fonts. */
  async function exportTexts(texts: readonly string[]): Promise<{ text: string; fonts: string }> {
    const { visitor } = await buildTestApp();
    const alice = await visitor();
    const board = await makeBoard(alice);
    // The stickers of a group stand below each other: the tool reads a line across all tracks of a page.
    await putStickers(alice, board, board.columns[0], [
      { title: "group", nested: texts.map((title) => ({ title })) },
    ]);
    const { rawPayload } = await alice.get(`/web/boards/${board.id}/export-pdf`);
    const { words, fonts } = look(rawPayload);
    return { text: words.join("").replaceAll(/\p{Bidi_Control}/gu, ""), fonts };
  }

  it("[X3] draws common symbols: WGL4, operators, arrows, boxes", async () => {
    const block = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
    const letters = [
      block(0x21, 0x7e),
      block(0xa1, 0xac),
      block(0xae, 0x17f),
      "ƒǺǻǼǽǾǿˆˇˉ˘˙˚˛˜˝ΆΩ",
      block(0x400, 0x45f),
    ];
    const signs = "–—―‗‘’‚“”„†‡•…‰′″‹›‼‾⁄ⁿ₣₤₧€℅ℓ№™Ω℮⅛⅜⅝⅞⌂⌐⌠⌡■□▪▫▬▲►▼◄◊○●◘◙◦☺☻☼♀♂♠♣♥♦♪♫";
    const blocks = [
      block(0x2190, 0x21ff),
      block(0x2200, 0x22ff),
      block(0x2500, 0x257f),
      block(0x2580, 0x259f),
    ];
    const { text } = await exportTexts([...letters, signs, ...blocks]);
    expect(text).not.toContain("\ufffd");
    for (const character of [...letters, signs, ...blocks].join("")) expect(text).toContain(character);
  });

  // The tool puts letters into the order of reading by their places: those drawn in a wrong direction come
  // back reversed.
  it("[X3] draws Chinese, Japanese, Korean, Thai, Hebrew and Arabic in their direction, and they can be copied", async () => {
    const texts = [
      "我们应该改进自动化测试，减少手工部署的时间。",
      "次のスプリントでは「テスト」を自動化したいです。直骨",
      "다음 스프린트에서는 배포 시간을 줄이고 싶습니다.",
      "เราควรทดสอบ",
      "אנחנו צריכים לשפר את הבדיקות",
      "مدرسة جديدة جدا",
    ];
    const { text } = await exportTexts([
      "한글".normalize("NFD"),
      ...texts.flatMap((each) => each.split(" ")),
    ]);
    expect(text).not.toContain("\ufffd");
    expect(text).toContain("한글");
    for (const word of texts.join(" ").split(" ")) expect(text).toContain(word);
  });

  it("carries no font of the document before", async () => {
    const { loadFontsFor, slicedFontFiles } = await import("./fonts.ts");
    await loadFontsFor("直");
    expect(slicedFontFiles()).toHaveLength(1);
    await loadFontsFor("Latin");
    expect(slicedFontFiles()).toEqual([]);
  });

  it("[X3] takes an ideograph from the font of its language: that of the letters beside it", async () => {
    const { loadFontsFor, splitIntoFontRuns } = await import("./fonts.ts");
    const texts = ["直骨", "直すテスト", "直接 테스트"];
    await loadFontsFor(texts.join());
    expect(texts.map((text) => splitIntoFontRuns(text)[0]?.family)).toEqual([
      "Chinese",
      "Japanese",
      "Korean",
    ]);
  });

  it("embeds one font for thousands of ideographs, though its package has them in a hundred slices", async () => {
    const rows = Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x4e00 + 100 * row + i)).join(""),
    );
    const { text, fonts } = await exportTexts(rows);
    expect(new Set(text.match(/\p{Script=Han}/gu)).size).toBeGreaterThan(2000);
    expect(fonts.match(/noto-sans-sc/gu)).toHaveLength(1);
  });

  it("shows stickers in their colours, nested ones upon their group", async () => {
    const { visitor } = await buildTestApp();
    const alice = await visitor();
    const board = await makeBoard(alice);
    await putStickers(alice, board, board.columns[0], [
      {
        title: "outer",
        style: { backgroundColor: "#ff0000" },
        nested: [{ title: "inner", style: { backgroundColor: "#0000ff" } }],
      },
    ]);
    const { rawPayload } = await alice.get(`/web/boards/${board.id}/export-pdf`);
    const page = look(rawPayload).pixels(1);
    const seen = new Map<string, number>();
    for (let y = 0; y < page.height; y += 1)
      for (let x = 0; x < page.width; x += 1) seen.set(page.at(x, y), (seen.get(page.at(x, y)) ?? 0) + 1);
    expect(seen.get("#ff0000")).toBeGreaterThan(500);
    expect(seen.get("#0000ff")).toBeGreaterThan(500);
  });

  it("[X4] leaves no heading alone at the foot of a page, loses no text, cuts words that are wider than a column", async () => {
    const { visitor } = await buildTestApp();
    const alice = await visitor();
    const board = await makeBoard(alice);
    const names = board.board.sections.map((section, i) => ({ id: section.id, title: `Heading${i}` }));
    await alice.put(board.url, { sections: names });
    const first = await columnOf(alice, board, 0, 0);
    const second = await columnOf(alice, board, 1, 1);
    await putStickers(
      alice,
      board,
      first,
      Array.from({ length: 33 }, (_, i) => ({ title: `first${i} ${"word ".repeat(30)}end${i}` })),
    );
    await putStickers(alice, board, second, [
      { title: `tall ${"tall ".repeat(190)}`.trim(), style: { fontSize: "40px" } },
      { title: "Верификация".repeat(30) },
    ]);
    const { rawPayload } = await alice.get(`/web/boards/${board.id}/export-pdf`);
    const { pages, words } = look(rawPayload);
    for (let i = 0; i < 33; i += 1) expect(words).toContain(`end${i}`);
    expect(words.filter((word) => word === "tall")).toHaveLength(191);
    expect(words.join("").replaceAll(/[^А-я]/gu, "")).toContain("Верификация".repeat(3));
    // The page number is below everything else.
    const last = pages.map((page) =>
      page.split("\n").findLast((line) => line.trim() !== "" && !/Page \d/.test(line)),
    );
    // A section without stickers is its heading.
    expect(last.filter((line) => /Heading\d(?!.*No stickers)/.test(line ?? ""))).toEqual([]);
  });
});

describe("lines of a PDF", () => {
  const look = { fontSize: 10, bold: false, italics: false, underline: false, color: "#000000" };
  const linesOf = async (text: string, width: number) => {
    const { loadFontsFor } = await import("./fonts.ts");
    await loadFontsFor(text);
    const { layOutText } = await import("./pdf-text.ts");
    return layOutText([{ text, look }], width).lines;
  };
  const seen = async (text: string) => {
    const [line] = await linesOf(text, 400);
    return line?.runs.map((run) => run.text).join("");
  };

  it("stand in the order of both directions, with mirrored brackets", async () => {
    expect(await seen("abc (שלום) 12")).toBe("abc (שלום) 12");
    expect(await seen("שלום (abc) 12!")).toBe("!12 (abc) שלום");
    expect(await seen("שלום\u200f 👩‍💻🎉")).toBe("🎉👩‍💻 שלום");
  });

  it("begin at the right where the paragraph is written from right to left", async () => {
    const [line] = await linesOf("שלום abc", 400);
    expect((line?.indent ?? 0) + (line?.width ?? 0)).toBeCloseTo(400);
    expect((await linesOf("abc שלום", 400))[0]?.indent).toBe(0);
  });

  it("join Arabic letters", async () => {
    const [[joined], [apart]] = [await linesOf("ععع", 400), await linesOf("ع\u200cع\u200cع", 400)];
    expect(joined?.width).toBeLessThan(apart?.width ?? 0);
  });

  it("end between words in Thai, and between ideographs but not before a full stop", async () => {
    const thai = await linesOf("ทดสอบ".repeat(30), 100);
    expect(thai.length).toBeGreaterThan(3);
    for (const { runs } of thai) expect(runs.map((run) => run.text).join("")).toMatch(/^(?:ทดสอบ)+$/u);
    const chinese = await linesOf("自动化测试。".repeat(20), 100);
    for (const { runs, width } of chinese) {
      expect(width).toBeLessThanOrEqual(100);
      expect(runs.map((run) => run.text).join("")).not.toMatch(/^。/u);
    }
  });
});
