import { column, composer, sticker } from "./support/board-page.ts";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";
import { becomeFacilitator, button, countdown, setOptionSwitch } from "./support/facilitation.ts";

test.use({ serviceWorkers: "allow", idle: true });

// What every browser must do. The projects Chromium, Firefox and WebKit run this file only; the headless
// shell runs all the others.
test("a short retro: join, add, edit, move by keyboard, vote, time, reveal, export", async ({
  createPerson,
}) => {
  // The captcha refuses a browser that is driven by a program: both get their session over HTTP.
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(ann);
  for (const { page } of [ann, ben]) await page.goto(board.path);
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  const { page } = ann;
  const dialog = page.getByRole("dialog");

  // Add, hidden from Ben until it is revealed. Firefox gives keys to the window in front only.
  await page.bringToFront();
  await becomeFacilitator(page);
  await setOptionSwitch(page, "Hide content", true);
  await button(page, "New sticker in column 1").first().focus();
  await page.keyboard.press("Enter");
  // Types with keys, because React does not see what `fill` writes over WebDriver BiDi.
  await composer(page).pressSequentially("Slow builds");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(ben.page.getByRole("article", { name: "Hidden by the facilitator" })).toBeVisible();
  await setOptionSwitch(page, "Hide content", false);
  await expect(sticker(ben.page, "Slow builds")).toBeVisible();

  // Edit.
  await sticker(page, "Slow builds").focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox").first().press("Control+A");
  await page.keyboard.type("Fast builds");
  await page.keyboard.press("Control+Enter");
  await expect(sticker(ben.page, "Fast builds")).toBeVisible();

  // Move.
  await expect(sticker(page, "Fast builds")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("status").filter({ hasText: "Picked up." })).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(column(ben.page, 1).getByRole("article")).toHaveText(/Fast builds/);

  // Vote and time.
  await ben.page.bringToFront();
  await sticker(ben.page, "Fast builds").getByRole("button", { name: /^Vote/ }).click();
  await expect(button(sticker(page, "Fast builds"), "Vote: 1 vote")).toBeVisible();
  await page.bringToFront();
  await button(page, "Timer").click();
  await button(page.getByRole("dialog", { name: "Timer" }), "Start timer").click();
  await expect(countdown(ben.page)).toHaveText(/^04:\d\d$/);

  // Firefox does not report downloads over WebDriver BiDi: the test looks for the file.
  const file = page.waitForResponse(/\/export-csv/);
  await button(page, "Download").click();
  await page.getByRole("menuitem", { name: "CSV", exact: true }).click();
  expect((await file).headers()["content-disposition"]).toContain('filename="Sprint 42.csv"');
});

test("a right-to-left text in a list begins at the right in every browser [W3]", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann);
  await addSticker(ann, board.id, board.columns[0], "שלום C++");
  await ann.page.goto(board.path);
  const gaps = await ann.page.getByText("שלום C++").evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    const box = (element.closest(".sticker-text") ?? element).getBoundingClientRect();
    return { left: words.left - box.left, right: box.right - words.right };
  });
  expect(gaps.right).toBeLessThan(gaps.left);
});
