import type { Page } from "@playwright/test";
import { sticker, toastButton } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Person, test } from "./support/fixtures.ts";
import { observeShifts } from "./support/layout-shifts.ts";
import {
  attackBoard,
  boardLink,
  boardMenu,
  chooseFromBoardMenu,
  createSpace,
  exportBoard,
  heading,
  openMyBoards,
} from "./support/management.ts";
import { expectColumn, openSharedBoard } from "./support/shared-board.ts";

/** Opens the page of a new space with the board in it. */
async function openSpaceWith(person: Person, boardId: string): Promise<void> {
  const space = await createSpace(person, "Platform");
  await person.api.send("PUT", `/spaces/${space.key}/boards/${boardId}`);
  await person.page.goto(space.path);
}

test("[M1, B2, B3] in a space a board is renamed and duplicated, with stickers and without", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = ann;
  await openSpaceWith(ann, board.id);
  await chooseFromBoardMenu(page, "Sprint 42", "Rename");
  const rename = page.getByRole("dialog", { name: "Rename board" });
  await rename.getByRole("textbox", { name: "Title" }).fill("Ретро: Ёлка");
  await page.keyboard.press("Enter");
  await expect(boardMenu(page, "Ретро: Ёлка")).toBeFocused();
  await expect(heading(ben.page, "Ретро: Ёлка")).toBeVisible();

  await chooseFromBoardMenu(page, "Ретро: Ёлка", "Duplicate");
  await boardLink(page, "Ретро: Ёлка (copy)").click();
  await expectColumn(page, 0, ["Slow builds"]);
  await page.goBack();
  await chooseFromBoardMenu(page, "Ретро: Ёлка (copy)", "New board from this one");
  await expect(heading(page, "Ретро: Ёлка (copy)")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goBack();
  await expect(boardLink(page, "Ретро: Ёлка (copy)")).toHaveCount(2);
});

test("[M3] in a space a board goes into the archive and comes back", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann, "Sprint 42");
  const { page } = ann;
  await openSpaceWith(ann, board.id);
  await chooseFromBoardMenu(page, "Sprint 42", "Archive");
  await expect(boardLink(page, "Sprint 42")).toHaveCount(0);
  await button(page, "Archived boards (1)").click();
  await expect(boardLink(page, "Sprint 42")).toBeVisible();
  await chooseFromBoardMenu(page, "Sprint 42", "Take out of the archive");
  await expect(page.getByText("“Sprint 42” is no longer in the archive")).toBeVisible();
  await expect(button(page, "Archived boards (1)")).toHaveCount(0);
  await expect(boardLink(page, "Sprint 42")).toBeVisible();
});

test("[M4] a board in the bin is closed for everyone; restored, it exports the same as before", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Slow builds", "Meetings"] });
  const { page } = ann;
  const before = await exportBoard(ann, board.id);
  await openMyBoards(page);
  await chooseFromBoardMenu(page, "Sprint 42", "Move to the bin");
  await expect(boardLink(page, "Sprint 42")).toHaveCount(0);
  await expect(heading(ben.page, "This board is in the bin")).toBeVisible();
  await expect(button(ben.page, "Restore")).toBeVisible();
  expect(await attackBoard(ben, board.id)).toEqual([404, 404, 404]);

  await button(page, "Bin").click();
  await expect(page.getByText(/^Will be deleted on [^.]*$/)).toBeVisible();
  await chooseFromBoardMenu(page, "Sprint 42", "Restore");
  await expect(page.getByText("“Sprint 42” is back")).toBeVisible();
  await ben.page.reload();
  await expectColumn(ben.page, 0, ["Slow builds", "Meetings"]);
  expect(await exportBoard(ann, board.id)).toEqual(before);

  // The message has the way back, too.
  await openMyBoards(page);
  await chooseFromBoardMenu(page, "Sprint 42", "Move to the bin");
  await toastButton(page, "Restore").click();
  await expect(boardLink(page, "Sprint 42")).toBeVisible();
});

test("[M2] a lock is seen at once by everybody, refuses every write and says so, until the board is unlocked @core", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const notice = (page: Page) =>
    page.getByRole("status").filter({ hasText: "This board is locked. Nobody can change it." });
  await button(ann.page, "Board settings").click();
  // What is typed is not lost: the board is locked after it is saved.
  const settings = ann.page.getByRole("dialog", { name: "Edit Board" });
  await settings.getByRole("textbox", { name: "Title", exact: true }).fill("Sprint 43");
  await expect(button(settings, "Lock")).toBeDisabled();
  await expect(settings.getByText("Save or cancel your changes first.")).toBeVisible();
  await button(settings, "Save").click();
  await expect(settings).toHaveCount(0);
  await button(ann.page, "Board settings").click();
  await button(settings, "Lock").click();
  for (const { page } of [ann, ben]) await expect(notice(page)).toBeVisible();

  const item = `/boards/${board.id}/items/${ids["Slow builds"]}`;
  expect((await ben.api.send("PUT", item, { title: "Mine" })).status()).toBe(403);
  await expectColumn(ben.page, 0, ["Slow builds"]);
  await expect(button(sticker(ben.page, "Slow builds"), "Edit")).toHaveCount(0);
  await openMyBoards(ann.page);
  await expect(boardLink(ann.page, "Sprint 43")).toHaveAccessibleDescription(/^Locked\. /);

  await button(ben.page, "Unlock").click();
  await expect(notice(ben.page)).toHaveCount(0);
  expect((await ann.api.send("POST", `${item}/vote`)).status()).toBe(200);
});

test("[M5] a passphrase ends everybody else's connection, and is asked once on each device", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const passphrase = "correct horse battery";
  await button(ann.page, "Board settings").click();
  await button(ann.page, "Set a passphrase…").click();
  const dialog = ann.page.getByRole("dialog", { name: "Passphrase of the board" });
  await dialog.getByRole("textbox", { name: "Passphrase" }).fill(passphrase);
  await button(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await expect(ann.page.getByText("The passphrase is set")).toBeVisible();

  // Attack: Ben's page was open, and his socket subscribed.
  await expect(heading(ben.page, "This board has a passphrase")).toBeVisible();
  await expect(sticker(ben.page, "Slow builds")).toHaveCount(0);
  expect(await attackBoard(ben, board.id)).toEqual([403, 403, 403]);
  const field = ben.page.getByLabel("Passphrase");
  await expect(field).toBeFocused();
  await field.fill("a wrong guess");
  await ben.page.keyboard.press("Enter");
  await expect(ben.page.getByRole("alert")).toHaveText("This is not the passphrase of this board");
  await expect(field).toHaveValue("a wrong guess");
  await field.fill(passphrase);
  await button(ben.page, "Open the board").click();
  await expectColumn(ben.page, 0, ["Slow builds"]);
  await addSticker(ann, board.id, board.columns[0], "Live again");
  await expectColumn(ben.page, 0, ["Slow builds", "Live again"]);

  // The same device is not asked again, in another tab either; another one is.
  const tab = await ben.context.newPage();
  await tab.goto(board.path);
  await expectColumn(tab, 0, ["Slow builds", "Live again"]);
  const phone = await createPerson({ name: "Ben" });
  await phone.page.goto(board.path);
  await expect(heading(phone.page, "This board has a passphrase")).toBeVisible();
  expect(await attackBoard(phone, board.id)).toEqual([403, 403, 403]);
  expect(await attackBoard(ben, board.id)).toEqual([200, 200, 200]);
});

test("[G3, G4] the settings move a board to another space, and a browser that knows it has a way back", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  const { page } = ann;
  const [first, second] = [await createSpace(ann, "Platform"), await createSpace(ann, "Payments")];
  for (const { path, name } of [
    { ...second, name: "Payments" },
    { ...first, name: "Platform" },
  ]) {
    await page.goto(path);
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goto(board.path);
  await expect(heading(page, "Sprint 42")).toBeVisible();
  const way = (name: string) => page.getByRole("link", { name: `Back to the space “${name}”` });
  const moveTo = async (name: string) => {
    const move = page.getByRole("dialog", { name: "Move “Sprint 42” to a space" });
    await move.getByRole("radio", { name }).check();
    await button(move, "Move").click();
    await expect(move).toHaveCount(0);
  };
  await button(page, "Board settings").click();
  await button(page, "Move to a space…").click();
  await moveTo("Platform");
  await button(page, "Cancel").click();
  await way("Platform").click();
  await expect(heading(page, "Platform")).toBeVisible();
  await chooseFromBoardMenu(page, "Sprint 42", "Move to a space");
  await expect(page.getByRole("radio")).toHaveCount(1);
  await moveTo("Payments");
  await expect(boardLink(page, "Sprint 42")).toHaveCount(0);
  await page.goto(board.path);
  await expect(way("Payments")).toBeVisible();
  // Whoever has only the board's link learns nothing.
  await ben.page.reload();
  await expect(heading(ben.page, "Sprint 42")).toBeVisible();
  await expect(ben.page.getByText("Payments")).toHaveCount(0);
});

test("the way back to the space moves nothing", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann", context: { viewport: { width: 1440, height: 900 } } });
  const { page } = ann;
  const board = await createBoard(ann, "Still");
  await addSticker(ann, board.id, board.columns[0], "Stays where it is");
  const space = await createSpace(ann, "A team with a long name");
  await ann.api.send("PUT", `/spaces/${space.key}/boards/${board.id}`);
  await page.goto(space.path);
  await expect(boardLink(page, "Still")).toBeVisible();
  const shifts = await observeShifts(page);
  await page.goto(board.path);
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  const way = page.getByRole("link", { name: "Back to the space “A team with a long name”" });
  await expect(way).toBeVisible();
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  expect(await shifts()).toBeLessThan(0.05);
  await way.click();
  await expect(heading(page, "A team with a long name")).toBeVisible();
});

test("[M4, G2] a member restores a board that another member has put into the bin, on a phone and in Russian", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({
    name: "Ben",
    context: { locale: "ru", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  const space = await createSpace(ann, "Platform");
  const board = await createBoard(ann, "Sprint 42");
  await ann.api.send("PUT", `/spaces/${space.key}/boards/${board.id}`);
  await ben.page.goto(space.path);
  await expect(boardLink(ben.page, "Sprint 42")).toBeVisible();
  await ann.api.send("DELETE", `/boards/${board.id}`);
  await expect(boardLink(ben.page, "Sprint 42")).toHaveCount(0);
  await button(ben.page, "Корзина (1)").tap();
  await ben.page.getByRole("button", { name: "Меню доски «Sprint 42»" }).tap();
  await ben.page.getByRole("menuitem", { name: "Восстановить" }).tap();
  await expect(button(ben.page, "Корзина (1)")).toHaveCount(0);
  await expect(boardLink(ben.page, "Sprint 42")).toBeVisible();
  const overflow = await ben.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
