import { execFileSync, spawnSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { loadTranslators } from "../../../http/session/locale.ts";
import type { ExportedAction, ExportedBoard, ExportedSection, ExportedSticker } from "../exported-board.ts";
import { toPdf } from "./pdf.ts";

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

const sentences = {
  en: "The build takes more than an hour, and nobody knows why it stops now and then 🎉",
  ru: "Сборка на сервере идёт дольше часа, и никто не знает, почему она остановилась 🎉",
};

function boardOf(sentence: string): ExportedBoard {
  const sticker = (text: string, votes: number): ExportedSticker => ({
    text,
    style: {},
    votes,
    author: "Alice Example",
    created_at: "2026-11-20T10:00:00.000Z",
    stickers: [],
  });
  const all = Array.from({ length: 27 }, (_, i) =>
    sticker(`s${i} ${sentence.slice(0, 30 + ((i * 17) % 60))}`, i < 12 ? 12 - i : 0),
  );
  all[3] = sticker(`s3 ${"Достопримечательность".repeat(3)}`, 9);
  all[5] = sticker("s5 אנחנו צריכים לשפר את הבדיקות (abc) 12", 7);
  // All of them were written into one column of the board.
  const [first, second, third] = ["Alpha", "Beta", "Gamma"].map((title, i): ExportedSection => ({
    title,
    style: {},
    columns: [i === 0 ? all : [], [], []],
  })) as [ExportedSection, ExportedSection, ExportedSection];
  const actions = Array.from({ length: 4 }, (_, i): ExportedAction => ({
    id: `${i}`,
    rev: 1,
    text: `act${i} ${sentence}`,
    owner: "Ops",
    due_on: "2026-12-24",
    status: "open",
    created_at: "2026-11-20T10:00:00.000Z",
    status_at: "2026-11-20T10:00:00.000Z",
  }));
  return {
    title: "Sprint 42",
    description: "",
    created_at: "2026-11-20T10:00:00.000Z",
    exported_at: "2026-11-20T10:00:00.000Z",
    countsShown: true,
    people: ["Alice Example", "Bob"],
    sections: [first, second, third],
    topVoted: all
      .filter(({ votes }) => votes)
      .map((each, i) => ({ rank: i + 1, votes: each.votes ?? 0, sticker: each, section: first })),
    rounds: [],
    openRound: null,
    actions,
    meeting: { steps: null, last: null, goesOn: false },
    questions: [],
  };
}

test.skipIf(!hasPoppler).each(["en", "ru"] as const)(
  "[X4] 27 stickers and 4 actions take two pages (%s): the summary first, stickers side by side, an empty section one line",
  async (locale) => {
    const { [locale]: t } = await loadTranslators();
    const pdf = await buffer(
      await toPdf(boardOf(sentences[locale]), { t, locale, dateLocale: locale, zone: "UTC" }),
    );
    const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
    const pages = text.split("\f").slice(0, -1);
    expect(pages).toHaveLength(2);
    const lines = pages.join("\n").split("\n");
    const lineOf = (words: string) => lines.findLastIndex((line) => line.trimStart().startsWith(words));
    expect(lines.findIndex((line) => line.includes("act3"))).toBeLessThan(lineOf("Alpha"));
    expect(lines.findIndex((line) => line.includes("s11 "))).toBeLessThan(lineOf(t("actions.title")));
    expect(lines.filter((line) => /\bs\d+ .*\bs\d+ .*\bs\d+ /u.test(line)).length).toBeGreaterThan(2);
    const between = lines.slice(lineOf("Beta"), lineOf("Gamma") + 1).filter((line) => line.trim() !== "");
    expect(between).toHaveLength(2);
    for (const line of between) expect(line).toContain(t("exports.noStickers"));
  },
);
