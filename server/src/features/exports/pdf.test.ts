import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/listener.ts";
import { columnOf, putStickers } from "../../testing/sticker-fixture.ts";

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
      "ноября",
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
    expect(last.filter((line) => /Heading\d/.test(line ?? ""))).toEqual([]);
  });
});
