import type { Page } from "@playwright/test";
import { column, composer } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { center, createTouchGestures, dragTo, drop, dropLine, startDrag } from "./support/pointer.ts";
import { expectColumn } from "./support/shared-board.ts";

for (const [device, viewport] of [
  ["mouse", { width: 1440, height: 800 }],
  ["finger", { width: 768, height: 800 }],
] as const)
  test(`the lanes of a section that is longer than the window are in reach of a dragged sticker, ${device}`, async ({
    createPerson,
  }) => {
    const hasTouch = device === "finger";
    const me = await createPerson({ context: { viewport, hasTouch } });
    const { page } = me;
    const board = await createBoard(me, "Long", "Start / Stop / Continue");
    for (let i = 1; i <= 30; i += 1) await addSticker(me, board.id, board.columns[0], `Sticker ${i}`);
    await page.goto(board.path);
    const first = page.getByRole("article", { name: "Sticker 1", exact: true });
    await expect(first).toBeVisible();
    const lane = column(page, 1);
    await expect(lane).not.toBeInViewport();
    if (hasTouch) {
      const gestures = await createTouchGestures(page);
      await gestures.longPress(first);
      await expect(lane).toBeInViewport({ ratio: 1 });
      await gestures.moveTo(lane, center);
      await expect(dropLine(page)).toBeVisible();
      await gestures.release();
    } else {
      await startDrag(page, first);
      await expect(lane).toBeInViewport({ ratio: 1 });
      await dragTo(page, lane, center);
      await expect(dropLine(page)).toBeVisible();
      await drop(page);
    }
    await expectColumn(page, 1, ["Sticker 1"]);
  });

interface Drawn {
  /** Of the section's inside, in pixels. */
  width: number;
  stickers: { left: number; width: number; height: number }[];
  /** The lowest edge of the stickers of each column, by the columns that are side by side. */
  bottoms: number[];
}

function drawnSections(page: Page): Promise<Drawn[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".columns")].map((columns) => {
      const cards = (within: Element) =>
        [...within.querySelectorAll(".sticker")].map((card) => card.getBoundingClientRect());
      const drawn = [...columns.children].filter((column) => cards(column).length > 0);
      const top = Math.min(...drawn.map((column) => column.getBoundingClientRect().top));
      return {
        width: columns.getBoundingClientRect().width,
        stickers: cards(columns).map(({ left, width, height }) => ({ left, width, height })),
        bottoms: drawn
          .filter((column) => column.getBoundingClientRect().top === top)
          .map((column) => Math.max(...cards(column).map(({ bottom }) => bottom))),
      };
    }),
  );
}

function expectEven({ width, stickers, bottoms }: Drawn, what: string): void {
  const tracks = new Set(stickers.map(({ left }) => Math.round(left))).size;
  const narrowest = Math.min(...stickers.map((each) => each.width));
  const tallest = Math.max(...stickers.map(({ height }) => height));
  const fitting = Math.min(3, Math.floor((width + 12) / 192));
  expect.soft({ what, tracks }).toEqual({ what, tracks: Math.max(1, fitting) });
  expect.soft(narrowest, what).toBeGreaterThanOrEqual(Math.min(180, width) - 0.5);
  expect.soft(Math.max(...bottoms) - Math.min(...bottoms), what).toBeLessThanOrEqual(tallest + 10);
}

test("[L2] whatever is written without a column, sections stay even, and no sticker is narrower than 180 px, at any width and beside a panel", async ({
  createPerson,
}) => {
  const me = await createPerson({ context: { viewport: { width: 1440, height: 900 } } });
  const { page } = me;
  const board = await createBoard(me, "Even", "Start / Stop / Continue");
  // The second section holds stickers in two columns, as after a drag.
  for (const column of [3, 3, 3, 5]) await addSticker(me, board.id, board.columns[column], "Named");
  await page.goto(board.path);
  const words = "the build takes very long and nobody looks at it before a release".split(" ");
  let written = 4;
  const text = () => {
    written += 1;
    return `${written} ${words.slice(0, 1 + ((written * 7) % words.length)).join(" ")}`;
  };
  const section = (index: number) =>
    page
      .getByRole("region")
      .filter({ has: page.locator(".columns") })
      .nth(index);
  const byTile = async (index: number, count: number) => {
    await section(index).locator("[data-next] > .add-tile").click();
    for (let i = 0; i < count; i += 1) {
      await page.keyboard.type(text());
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Escape");
  };
  for (const index of [0, 1]) {
    await byTile(index, 3);
    await section(index).getByRole("button", { name: "Add sticker" }).click();
    const dialog = page.getByRole("dialog", { name: "New Sticker" });
    await dialog.getByRole("textbox").first().fill(text());
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await byTile(index, 5);
    await section(index).getByRole("article").first().focus();
    // Just after a text a letter is no command.
    await expect(async () => {
      await page.keyboard.press("n");
      await expect(composer(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await composer(page).fill(text());
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const title of ["Start", "Stop"]) {
    await page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
    await page.getByRole("button", { name: `Add to ${title}` }).click();
    await composer(page).fill(text());
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  }
  await expect(page.getByRole("article")).toHaveCount(written);
  const results = page.locator(".side-panel");
  for (const width of [600, 768, 900, 1024, 1200, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const each of (await drawnSections(page)).slice(0, 2)) expectEven(each, `${width}`);
    if (width < 1200) continue;
    await page.getByRole("button", { name: "Results" }).first().click();
    await expect(results).toBeVisible();
    for (const each of (await drawnSections(page)).slice(0, 2)) expectEven(each, `${width} beside a panel`);
    await results.getByRole("button", { name: "Close" }).click();
    await expect(results).toHaveCount(0);
  }
});

test("a panel covers the board where it would squeeze stickers below 180 px: the board at 200 %", async ({
  createPerson,
}) => {
  const me = await createPerson({ context: { viewport: { width: 1440, height: 900 } } });
  const { page } = me;
  const board = await createBoard(me, "Large", "Start / Stop / Continue");
  for (const column of [0, 1, 2, 3]) await addSticker(me, board.id, board.columns[column], "Stays readable");
  await page.addInitScript(() => localStorage.setItem("retro.boardZoom", "200"));
  await page.goto(board.path);
  await expect(page.getByRole("article")).toHaveCount(4);
  const widths = () =>
    page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().width));
  const before = await widths();
  expect(Math.min(...before)).toBeGreaterThanOrEqual(2 * 180);
  const results = page.getByRole("button", { name: "Results" }).first();
  await results.click();
  const panel = page.locator(".side-panel");
  await expect(panel).toHaveRole("dialog");
  expect(await widths()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await page.keyboard.press("Control+Alt+0");
  await results.click();
  await expect(panel).toHaveRole("complementary");
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(180);
});
