import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { column, composer, openNewSticker, sticker } from "./support/board-page.ts";
import { becomeFacilitator } from "./support/facilitation.ts";
import { createBoard, expect, test } from "./support/fixtures.ts";
import { expectColumn, openSharedBoard } from "./support/shared-board.ts";

const newSticker = (page: Page) => page.getByRole("dialog", { name: "New Sticker" });

/** Drops something from outside of the browser on a place of the page. */
async function dropOn(
  page: Page,
  target: Locator,
  data: { mimeType: string; data: string }[],
  files: string[] = [],
) {
  const session = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  if (box === null) throw new Error("no place to drop on");
  const items = data.map((item) => ({ ...item, title: "", baseURL: "" }));
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items, files, dragOperationsMask: 1 },
    });
  await session.detach();
}

test("a file or a link that is dropped on the page does not replace it, and a dropped text is a draft in its column", async ({
  createPerson,
}) => {
  const { ann } = await openSharedBoard(createPerson);
  const { page } = ann;
  const address = page.url();
  const link = [{ mimeType: "text/uri-list", data: "https://example.com/" }];
  const heading = page.getByRole("heading", { name: "Sprint 42" });
  for (const place of [heading, column(page, 1)])
    await dropOn(page, place, [], [fileURLToPath(import.meta.url)]);
  await dropOn(page, heading, link);
  await dropOn(page, column(page, 1), [{ mimeType: "text/plain", data: "From a chat" }]);
  const field = page.getByRole("textbox", { name: "New sticker in column 2" });
  await expect(field).toHaveValue("From a chat");
  await expect(field).toBeFocused();
  await field.press("Enter");
  await expectColumn(page, 1, ["From a chat"]);
  expect(page.url()).toBe(address);
});

test("twenty stickers are written without the mouse, in the order of typing @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson);
  const { page } = ann;
  const texts = Array.from({ length: 20 }, (_, i) => `Thought ${i + 1}`);
  await page.keyboard.press("n");
  await expect(composer(page)).toBeFocused();
  // As fast as the keyboard goes: nothing is waited for.
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await expectColumn(page, 0, texts);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await expect(column(page, 0).getByText("Thought 20", { exact: true })).toBeInViewport();
  await expectColumn(ben.page, 0, texts);

  // Tab goes on to the next column and keeps the text of this one, also over a reload.
  await page.keyboard.type("unfinished");
  await page.keyboard.press("Tab");
  await page.keyboard.type("in the second");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expectColumn(ben.page, 1, ["in the second"]);
  await page.reload();
  const draft = page.getByRole("button", { name: "New sticker in column 1" }).first();
  await expect(draft).toContainText("unfinished");
  await draft.press("Enter");
  await expect(composer(page)).toHaveValue("unfinished");
});

test("a double click on an empty column opens the dialog and leaves no composer behind", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson);
  const { page } = ann;
  await openNewSticker(page, 1);
  await expect(newSticker(page).getByRole("textbox").first()).toBeFocused();
  await expect(page.locator(".composer")).toHaveCount(0);
  await page.keyboard.type("From the dialog");
  await page.keyboard.press("Enter");
  await expectColumn(ben.page, 1, ["From the dialog"]);

  // One click opens the composer; a click elsewhere closes it, and does what it does there.
  await column(page, 3).click();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("kept");
  await page.getByRole("article").getByRole("button", { name: /^Vote/ }).click();
  await expect(page.getByRole("article").getByRole("button", { name: /^Vote/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(composer(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New sticker in column 1" }).nth(1)).toContainText("kept");
});

test("[H7] others see who is writing where, and never a word of it; with avatars or contents hidden, not who", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  const cid = await createPerson({ name: "Cid" });
  const frames: string[] = [];
  cid.page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
  });
  // A size at which the columns of an empty section are beside each other.
  await cid.page.setViewportSize({ width: 1440, height: 900 });
  await cid.page.goto(board.path);
  await expect(cid.page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(3);
  const writers = (page: Page) => page.locator(".column-writers");
  const write = async (page: Page, text: string) => {
    await page.getByRole("button", { name: "New sticker in column 2" }).first().click();
    await page.keyboard.type(text);
  };

  const plus = cid.page.getByRole("button", { name: "New sticker in column 2" }).first();
  const before = await plus.boundingBox();
  await write(ann.page, "a secret of Ann");
  await expect(writers(cid.page)).toHaveText("Ann is writing");
  // The column is too narrow for the sentence, which would lose its verb: its tooltip has it.
  const mark = writers(cid.page).locator(`p[data-tip="Ann is writing"]`);
  expect((await mark.boundingBox())?.width).toBeLessThan(60);
  await write(ben.page, "a secret of Ben");
  await expect(writers(cid.page)).toHaveText("Ann and Ben are writing");
  expect(await plus.boundingBox()).toEqual(before);
  await expect(writers(ann.page)).toHaveText("Ben is writing");
  await ann.page.keyboard.press("Escape");
  await expect(writers(cid.page)).toHaveText("Ben is writing");
  await ben.page.keyboard.press("Escape");
  await expect(writers(cid.page)).toHaveCount(0);

  await becomeFacilitator(ben.page);
  for (const hide of ["hideContent", "avatars"] as const) {
    await ben.api.send("PUT", `/boards/${board.id}/facilitators`, {
      option: hide,
      value: hide === "avatars" ? "hide" : true,
    });
    for (const { page } of [ann, cid])
      await expect(
        page.getByText(hide === "avatars" ? "Avatars are hidden" : "Content is hidden"),
      ).toBeVisible();
    frames.length = 0;
    await write(ann.page, ` still secret ${hide}`);
    await expect(writers(cid.page)).toHaveText("Someone is writing");
    expect(frames.filter((frame) => frame.includes("client-write")).join("\n")).not.toContain(ann.user.id);
    await ann.page.keyboard.press("Escape");
    await ben.api.send("PUT", `/boards/${board.id}/facilitators`, {
      option: hide,
      value: false,
    });
  }
  expect(frames.join("\n")).not.toContain("secret");
});

test("by touch one tap opens the composer, Enter writes, the draft stays, a pasted list becomes stickers", async ({
  createPerson,
}) => {
  const context = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
  const ann = await createPerson({ name: "Ann", context });
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const { page } = ann;
  await page.goto(board.path);
  await column(page, 0).tap();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("by touch");
  await page.keyboard.press("Enter");
  await expectColumn(page, 0, ["by touch"]);
  await expect(composer(page)).toBeFocused();

  // A tap elsewhere closes it, and Escape too: the draft stays.
  const plus = page.getByRole("button", { name: /^New sticker in column 1/ }).first();
  await page.keyboard.type("unfinished");
  await page.getByRole("heading", { name: "Sprint 42" }).tap();
  await expect(composer(page)).toHaveCount(0);
  await expect(plus).toContainText("unfinished");
  await plus.tap();
  await expect(composer(page)).toHaveValue("unfinished");
  await page.keyboard.type(", still");
  await page.keyboard.press("Escape");
  await expect(plus).toContainText("unfinished, still");
  await plus.tap();
  await page.getByRole("button", { name: "Save sticker" }).tap();
  await expectColumn(page, 0, ["by touch", "unfinished, still"]);
  await expect(composer(page)).toBeFocused();

  // A touch keyboard pastes without a key.
  await page.keyboard.insertText("one\ntwo\nthree");
  await page.getByRole("button", { name: "Create 3 stickers" }).tap();
  await expectColumn(page, 0, ["by touch", "unfinished, still", "one", "two", "three"]);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue("");
});

test("letters typed after a way of saving belong to the next field, or to none: they never are commands", async ({
  createPerson,
}) => {
  const { ann } = await openSharedBoard(createPerson);
  const { page } = ann;
  const dialog = newSticker(page);
  const press = (name: string) => () => dialog.getByRole("button", { name, exact: true }).click();
  const fromDialog = async (column: number) => {
    await openNewSticker(page, column);
    await expect(dialog.getByRole("textbox").first()).toBeFocused();
  };
  const fromTile = () => page.getByRole("button", { name: "New sticker in column 1" }).first().click();
  // Letters of commands: n writes, x selects, v votes, m opens a menu, g groups.
  const next = "second one, a vote, a mix";
  const ways: [string, () => Promise<void>, () => Promise<void>, goesOn: boolean][] = [
    ["Enter in the field", fromTile, () => page.keyboard.press("Enter"), true],
    ["the field's button", fromTile, () => page.getByRole("button", { name: "Save sticker" }).click(), true],
    ["Enter in the dialog", () => fromDialog(1), () => page.keyboard.press("Enter"), true],
    ["Save and add another", () => fromDialog(1), press("Save and add another"), true],
    ["the other button", () => fromDialog(1), press("Save"), false],
  ];
  for (const [way, open, save, goesOn] of ways)
    await test.step(way, async () => {
      await open();
      await page.keyboard.type(way);
      await save();
      await page.keyboard.type(next, { delay: 60 });
      const fields = page
        .getByRole("main")
        .or(dialog)
        .getByRole("textbox", { name: /New sticker in column|Title/ });
      if (goesOn) {
        await expect(fields).toHaveValue(next);
        await fields.fill("");
      } else await expect(fields).toHaveCount(0);
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(page.locator(".sticker[aria-selected=true], [aria-pressed=true]")).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(sticker(page, way)).toBeVisible();
    });
});
