import { sticker, toastButton } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { expectColumn, chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

test("Undo within ten seconds keeps the sticker everywhere, after a reload too @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Keep me", "Other"] });
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "Keep me"), "Delete");
  await expectColumn(ann.page, 0, ["Other"]);
  await expect(ann.page.getByText("Sticker deleted")).toBeVisible();
  await expectColumn(ben.page, 0, ["Keep me", "Other"]);
  await toastButton(ann.page, "Undo").click();
  await expectColumn(ann.page, 0, ["Keep me", "Other"]);
  await expect(ann.page.getByText("Sticker deleted")).toHaveCount(0);
  // Leaving the page does not send it either.
  await ann.page.reload();
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Keep me", "Other"]);
});

test("a deletion is sent when the tab closes, when the page is left for another one, and within the product", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, {
    0: ["Alpha", "Bravo", "Charlie", "Delta"],
  });
  const { page } = ann;
  await chooseFromStickerMenu(page, sticker(page, "Alpha"), "Delete");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /start page/ })
    .click();
  await expect(page).toHaveURL("/");
  await expectColumn(ben.page, 0, ["Bravo", "Charlie", "Delta"]);

  await page.goto(board.path);
  await chooseFromStickerMenu(page, sticker(page, "Bravo"), "Delete");
  await expectColumn(page, 0, ["Charlie", "Delta"]);
  await page.goto("about:blank");
  await expectColumn(ben.page, 0, ["Charlie", "Delta"]);

  await page.goto(board.path);
  await chooseFromStickerMenu(page, sticker(page, "Charlie"), "Delete");
  await expectColumn(page, 0, ["Delta"]);
  await page.close();
  await expectColumn(ben.page, 0, ["Delta"]);
});

test("a refused deletion is told in sight on a scrolled phone, moves nothing, leads to the sticker, and forgets its text when that is hidden [Y6, H6]", async ({
  createPerson,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const ann = await createPerson({ name: "Ann", context: phone });
  const ben = await createPerson({ name: "Ben" });
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const texts = Array.from({ length: 14 }, (_, i) => `Sticker ${String.fromCodePoint(65 + i)}`);
  const ids: Record<string, string> = {};
  for (const text of texts) ids[text] = (await addSticker(ben, board.id, board.columns[0], text)).id;
  for (const { page } of [ben, ann]) await page.goto(board.path);
  const { page } = ann;
  await expect(
    page
      .getByRole("list", { name: "People here", includeHidden: true })
      .getByRole("img", { includeHidden: true }),
  ).toHaveCount(2);
  await chooseFromStickerMenu(page, sticker(page, "Sticker N"), "Delete");
  await expect(sticker(page, "Sticker N")).toHaveCount(0);
  await ben.api.send("PUT", `/boards/${board.id}/items/${ids["Sticker N"]}`, { title: "Sticker N, by Ben" });
  await expect(sticker(ben.page, "Sticker N, by Ben")).toBeVisible();
  const neighbour = sticker(page, "Sticker L");
  await expect(neighbour).toBeInViewport();
  const place = await neighbour.boundingBox();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);

  const message = page.getByRole("alert").filter({ hasText: "was not deleted. Ben has changed it since." });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(sticker(page, "Sticker N, by Ben")).toHaveCount(1);
  expect(await neighbour.boundingBox()).toEqual(place);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(message).toBeInViewport({ ratio: 1 });
  await message.getByRole("button", { name: "Show" }).press("Enter");
  await expect(sticker(page, "Sticker N, by Ben")).toBeFocused();
  await expect(sticker(page, "Sticker N, by Ben")).toBeInViewport({ ratio: 1 });

  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await ben.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "hideContent", value: true });
  const unnamed = page.getByRole("alert").filter({ hasText: "A sticker was not changed" });
  await expect(unnamed).toBeVisible();
  await expect(page.getByText("Sticker N")).toHaveCount(0);
  await unnamed.getByRole("button", { name: "Close" }).tap();
  await expect(unnamed).toHaveCount(0);
});
