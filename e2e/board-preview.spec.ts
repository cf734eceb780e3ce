import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { setOption } from "./support/facilitation.ts";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";
import { observeShifts } from "./support/layout-shifts.ts";

// The device remembers that it showed Cyrillic when the page is idle.
test.use({ idle: true });

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The file of the libraries: without it the app does not start. */
const libraries = "**/assets/vendor-*.js";
const preview = (page: Page) => page.locator(".board-preview");

/** Stops the app from starting until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(libraries, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a phone shows the board's first stickers before the app has started, and moves nothing when it has", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  const board = await createBoard(ann, "Sprint 42");
  await addSticker(ann, board.id, board.columns[0], "Slow builds");
  const shifts = await observeShifts(page);
  const startApp = await holdApp(page);
  await page.goto(board.path, { waitUntil: "commit" });
  await expect(preview(page).getByText("Sprint 42")).toBeVisible();
  await expect(preview(page).getByText("Slow builds")).toBeVisible();
  const before = await preview(page).locator(".sticker-text").boundingBox();
  expect(before).not.toBeNull();
  // Nothing of the picture can be reached or is read out.
  await expect(page.getByRole("heading")).toHaveCount(0);
  startApp();
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByText("Slow builds")).toHaveCount(1);
  const after = await page.locator(".sticker-text").boundingBox();
  expect({ x: after?.x, y: after?.y }).toEqual({ x: before?.x, y: before?.y });
  expect(await shifts()).toBeLessThan(0.05);
});

test("the preview has no text that is hidden from this person", async ({ createPerson }) => {
  const [fay, ben] = [await createPerson({ name: "Fay" }), await createPerson({ context: phone })];
  const board = await createBoard(fay, "Sprint 42");
  await addSticker(fay, board.id, board.columns[0], "cobalt-heron");
  await fay.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(fay, board.id, "hideContent", true);
  const startApp = await holdApp(ben.page);
  await ben.page.goto(board.path, { waitUntil: "commit" });
  await expect(preview(ben.page).locator(".sticker")).toHaveCount(1);
  expect(await ben.page.content()).not.toContain("cobalt");
  startApp();
  await expect(ben.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(1);
});

test("an app that cannot start says so above the preview; a wide screen has no preview", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const board = await createBoard(ann, "Sprint 42");
  await ann.page.route(libraries, (route) => route.abort());
  await ann.page.goto(board.path, { waitUntil: "commit" });
  await expect(preview(ann.page)).toBeVisible();
  await ann.page.getByRole("link", { name: "Reload the page" }).click({ trial: true });
  await ann.page.setViewportSize({ width: 1440, height: 900 });
  const answer = ann.page.waitForResponse(/\/items$/);
  await ann.page.reload({ waitUntil: "commit" });
  await answer;
  await expect(ann.page.getByRole("link", { name: "Reload the page" })).toBeVisible();
  await expect(preview(ann.page)).toHaveCount(0);
});

test("Cyrillic text on this board, or on the last one of the device, fetches its face before the app starts", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  const board = await createBoard(ann, "Sprint 42");
  const face = page.locator('link[rel="preload"][href*="cyrillic"]');
  const remembered = () => page.evaluate(() => localStorage.getItem("retro.cyrillic"));
  await page.goto(board.path);
  await expect.poll(remembered).toBe("");
  await addSticker(ann, board.id, board.columns[0], "Спринт");
  const startApp = await holdApp(page);
  await page.reload({ waitUntil: "commit" });
  await expect(face).toHaveCount(1);
  startApp();
  await expect.poll(remembered).toBe("1");
  const other = await createBoard(ann, "Another board");
  await holdApp(page);
  await page.goto(other.path, { waitUntil: "commit" });
  await expect(face).toHaveCount(1);
});
