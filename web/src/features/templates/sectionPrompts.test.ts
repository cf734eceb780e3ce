import { templateSections } from "@retro/contract/templates/template-sections";
import type { TemplateKey } from "@retro/contract/templates/template-sections";
import { describe, expect, it } from "vitest";
import { pictureParts } from "./pictureParts.ts";
import { sectionPrompt } from "./sectionPrompts.ts";

const ask = (title: string, board: readonly string[]) => sectionPrompt(title, board).question?.en;

describe("the question of an empty section", () => {
  it.each(Object.entries(templateSections))(
    "of the template %s is its own, with its part of the picture, in both languages",
    (key, sections) => {
      const parts = pictureParts[key as TemplateKey];
      for (const language of ["en", "ru"] as const) {
        const board = sections.map(({ title }) => title[language]);
        for (const [i, { prompt }] of sections.entries())
          expect(sectionPrompt(board[i] ?? "", board)).toEqual({
            question: prompt,
            img: `${key}.svg`,
            part: parts[i],
          });
      }
      expect([0, sections.length]).toContain(parts.length);
      for (const [x, y, side] of parts) {
        expect(Math.min(x, y, 320 - x, 180 - y)).toBeGreaterThanOrEqual(side / 2);
      }
    },
  );

  it("comes from the template that the other sections belong to, when several have the title", () => {
    expect(sectionPrompt("Keep", ["Keep", "Add", "Less", "More"]).img).toBe("kalm.svg");
    expect(sectionPrompt("Keep", ["Drop", "Add", "Keep", "Improve"]).img).toBe("daki.svg");
  });

  it("ignores case and spaces at the ends", () => {
    expect(ask(" wind: WHAT drives us ", ["wind: what drives us"])).toBe("What moves us forward?");
  });

  it("is known on boards that were made with former titles", () => {
    const board = ["Что прошло хорошо", "Что улучшить", "Договорённости"];
    expect(board.map((title) => ask(title, board))).toEqual([
      "What went well?",
      "What could go better next time?",
      "What will we do, and who takes it?",
    ]);
    const plusDelta = ["Плюс: что сработало", "Дельта: что изменить"];
    expect(plusDelta.map((title) => ask(title, plusDelta))).toEqual([
      "What worked and should stay?",
      "What would you change?",
    ]);
  });

  it("is found in another template when a section was added from one", () => {
    const board = ["Mad", "Sad", "Glad", "Actions"];
    expect(ask("Actions", board)).toBe("What will we do, and who takes it?");
    expect(sectionPrompt("Actions", board).img).toBe("went-well.svg");
  });

  it("is not known for a section of the team's own, which shares the picture of the board", () => {
    expect(sectionPrompt("Kudos", ["Mad", "Kudos"])).toEqual({
      question: undefined,
      img: "mad-sad-glad.svg",
      part: undefined,
    });
    expect(sectionPrompt("Kudos", ["Kudos", "Section 2"]).img).toBe("own.svg");
  });
});
