import { addSticker, expect, makeBoard, test } from "./support/fixtures.ts";

test("on a phone the board stands still when the panels of the top bar come after it", async ({ person }) => {
  const me = await person({
    context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  const board = await makeBoard(me, "Still");
  await addSticker(me, board.id, board.columns[0], "Stays where it is");
  const { page } = me;
  const held = Promise.withResolvers<void>();
  await page.route(/\/BoardControls-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(board.path);
  const sticker = page.getByRole("article");
  await expect(sticker).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
  const before = await sticker.boundingBox();
  held.resolve();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await sticker.boundingBox()).toEqual(before);
});
