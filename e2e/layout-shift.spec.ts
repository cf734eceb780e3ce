import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";

test("on a phone the board does not move when the panels of the top bar appear after it", async ({
  createPerson,
}) => {
  const me = await createPerson({
    context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  const board = await createBoard(me, "Still");
  await addSticker(me, board.id, board.columns[0], "Stays where it is");
  const { page } = me;
  const panelsReleased = Promise.withResolvers<void>();
  await page.route(/\/BoardControls-[^/]*\.js$/, async (route) => {
    await panelsReleased.promise;
    await route.continue();
  });
  await page.goto(board.path);
  const sticker = page.getByRole("article");
  await expect(sticker).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
  const before = await sticker.boundingBox();
  panelsReleased.resolve();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await sticker.boundingBox()).toEqual(before);
});
