import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { becomeFacilitator } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Person, test } from "./support/fixtures.ts";
import { expectColumn, openSharedBoard } from "./support/shared-board.ts";

const dialog = (page: Page, name: "New Sticker" | "Edit Sticker") => page.getByRole("dialog", { name });

/** The middle of an element on screen. */
async function findCenter(page: Page, text: string): Promise<{ x: number; y: number }> {
  const box = await sticker(page, text).boundingBox();
  if (box === null) throw new Error(`"${text}" is not on screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function press(page: Page, { x, y }: { x: number; y: number }, nth: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: nth });
  await page.mouse.up({ clickCount: nth });
}

/** The first sticker of a column grows, so that the sticker below moves away from the pointer. */
const long = "A long text that takes many lines in a narrow column. ".repeat(12);

test("a double click counts where its first press was, also when another user's change moves the layout in between @core", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["Above", "Aimed at", "Below"] });
  const { page } = ann;
  // The stickers are below each other.
  await page.setViewportSize({ width: 1200, height: 720 });
  const at = await findCenter(page, "Aimed at");
  await press(page, at, 1);
  await ben.api.send("PUT", `/boards/${board.id}/items/${ids["Above"]}`, { title: long });
  await expectColumn(page, 0, [long, "Aimed at", "Below"]);
  expect((await findCenter(page, "Aimed at")).y).toBeGreaterThan(at.y + 50);
  await press(page, at, 2);
  await expect(dialog(page, "Edit Sticker").getByRole("textbox").first()).toHaveValue("Aimed at");
});

test("others' changes wait while the pointer is down, and for the second press of a double click", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["Above", "Aimed at"] });
  const { page } = ann;
  await page.setViewportSize({ width: 1200, height: 720 });
  await page.clock.install();
  const opened = page.waitForEvent("websocket");
  await page.reload();
  const socket = await opened;
  await expectColumn(page, 0, ["Above", "Aimed at"]);
  await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  // From here on only the test moves the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  const at = await findCenter(page, "Aimed at");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  const arrived = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("Of Ben"));
  await ben.api.send("PUT", `/boards/${board.id}/items/${ids["Above"]}`, { title: long });
  await addSticker(ben, board.id, board.columns[1], "Of Ben");
  await arrived;
  expect(await findCenter(page, "Aimed at")).toEqual(at);
  await page.mouse.up();
  await page.clock.runFor(400);
  expect(await findCenter(page, "Aimed at")).toEqual(at);
  await page.clock.runFor(200);
  await expectColumn(page, 0, [long, "Aimed at"]);
  await expectColumn(page, 1, ["Of Ben"]);
});

async function openAsFacilitator(createPerson: (wish: { name: string }) => Promise<Person>): Promise<Person> {
  const fay = await createPerson({ name: "Fay" });
  const board = await createBoard(fay);
  await fay.page.goto(board.path);
  await becomeFacilitator(fay.page);
  return fay;
}

test("a double click on Facilitator Controls opens its menu, which has the focus", async ({
  createPerson,
}) => {
  const { page } = await openAsFacilitator(createPerson);
  await page.getByRole("button", { name: "Facilitator Controls" }).dblclick();
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
});

test("a double click on Pause pauses, and one on Stop opens nothing", async ({ createPerson }) => {
  const { page } = await openAsFacilitator(createPerson);
  await page.getByRole("button", { name: "Timer", exact: true }).click();
  await page.getByRole("button", { name: "Start timer" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pause" }).dblclick();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).dblclick();
  await expect(page.getByRole("button", { name: "Play" })).toBeHidden();
  await expect(page.getByRole("dialog")).toBeHidden();
});
