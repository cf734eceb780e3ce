import type { Page } from "@playwright/test";
import { column } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";

const laptop = { viewport: { width: 1440, height: 900 } };
const stickersPerSection = 10;
const texts = [
  "Релиз вышел в срок, и никто не работал в выходные",
  "Слишком много встреч по средам: давайте соберём их в один блок до обеда и оставим вторую половину дня для работы",
  "Flaky end-to-end tests block every second merge",
  "Автоматизировать развёртывание приложения на тестовый стенд, чтобы не ждать администраторов",
  "Runbook for the gateway is out of date",
];

/** How many characters of stickers are in sight: in lines of which nothing is cut or covered. */
function charactersInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const top = document.querySelector(".board-section .section-head")?.getBoundingClientRect().bottom ?? 0;
    const bottom = document.querySelector(".page-footer")?.getBoundingClientRect().top ?? innerHeight;
    let sum = 0;
    for (const text of document.querySelectorAll(".sticker-text")) {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = document.createRange();
        for (let at = 0; at < (node.textContent ?? "").length; at += 1) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getBoundingClientRect();
          if (box.width > 0 && box.top >= top && box.bottom <= bottom) sum += 1;
        }
      }
    }
    return sum;
  });
}

test("a laptop shows much of a board of 30 stickers without scrolling", async ({ createPerson }) => {
  const ann = await createPerson({ context: laptop });
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  for (const first of [0, 3, 6])
    for (let i = 0; i < stickersPerSection; i += 1)
      await addSticker(ann, board.id, board.columns[first], texts[i % texts.length] ?? "");
  await ann.page.goto(board.path);
  await expect(column(ann.page, 6).getByRole("article")).toHaveCount(stickersPerSection);
  // It was 1158 when each empty column took a strip, and a column had one sticker a row.
  await expect.poll(() => charactersInSight(ann.page)).toBeGreaterThan(1.3 * 1158);
});
