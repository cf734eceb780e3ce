import type { Page } from "@playwright/test";
import { center, createTouchGestures, dragTo, drop, startDrag } from "./support/pointer.ts";
import { sticker } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Person } from "./support/fixtures.ts";
import { test } from "./support/proxy-fixtures.ts";
import { expectColumn } from "./support/shared-board.ts";

test.use({ idle: true });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const box = (page: Page, text: string) =>
  section(page, "Continue").getByRole("checkbox", { name: `Done: ${text}` });

async function openBoard(people: readonly Person[], ...texts: string[]) {
  const [first] = people as [Person];
  const board = await createBoard(first, "Sprint 42", "Start / Stop / Continue");
  for (const text of texts) await addSticker(first, board.id, board.columns[0], text);
  await Promise.all(people.map(({ page }) => page.goto(board.path)));
  return board;
}

test("a section is chosen for actions in Edit Board: they are written there, made of dropped stickers, and ticked on a locked board [D6, D2]", async ({
  ann,
  ben,
}) => {
  test.setTimeout(30_000);
  const board = await openBoard([ann, ben], "Flaky tests", "Slow builds");
  const { page } = ann;
  await page.getByRole("button", { name: "Board settings" }).click();
  await page.getByLabel("Section for actions").selectOption("Continue");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const home = section(page, "Continue");
  await home.getByRole("textbox", { name: "Action" }).fill("Call Bob");
  await page.keyboard.press("Enter");
  await expect(box(ben.page, "Call Bob")).toBeVisible();

  await startDrag(page, sticker(page, "Flaky tests"));
  await dragTo(page, home, center);
  await drop(page);
  await expect(box(ben.page, "Flaky tests")).toBeVisible();
  await expectColumn(ben.page, 0, ["Flaky tests", "Slow builds"]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(box(ben.page, "Flaky tests")).toHaveCount(0);

  await sticker(page, "Slow builds").focus();
  await page.keyboard.press("Space");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(box(ben.page, "Slow builds")).toBeVisible();
  await expectColumn(ben.page, 0, ["Flaky tests", "Slow builds"]);

  await ben.page.getByRole("button", { name: /^Actions: 2 open/ }).click();
  await expect(section(ben.page, "Continue").getByRole("textbox", { name: "Action" })).toBeFocused();
  await ann.api.send("PUT", `/boards/${board.id}/lock`, { locked: true });
  await expect(button(home, "Add sticker")).toBeDisabled();
  await box(page, "Call Bob").check();
  await expect(box(ben.page, "Call Bob")).toBeChecked();
});

test("the Actions section of the first template makes actions, New Sticker makes stickers in it, and “Actions” leads there [D6]", async ({
  ann,
}) => {
  const { page } = ann;
  const board = await createBoard(ann);
  await addSticker(ann, board.id, board.columns[0], "Flaky tests");
  await addSticker(ann, board.id, board.columns[7], "Sent by a script");
  await page.goto(board.path);
  const home = section(page, "Actions");
  const inHome = (text: string) => home.getByRole("article", { name: text });
  const field = home.getByRole("textbox", { name: "Action" });
  await expect(inHome("Sent by a script")).toBeVisible();
  const addInDialog = async (text: string) => {
    const dialog = page.getByRole("dialog", { name: "New Sticker" });
    await dialog.getByRole("textbox", { name: "Title" }).fill(text);
    await button(dialog, "Save").click();
    await expect(inHome(text)).toBeVisible();
  };
  await button(home, "Add sticker").click();
  await addInDialog("From the head");
  await home.getByText("No actions on this board yet").dblclick();
  await addInDialog("By a double click");

  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type("Call Bob");
  await page.keyboard.press("Enter");
  await expect(home.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("complementary")).toHaveCount(0);

  // Stickers in it take a drop as everywhere.
  await startDrag(page, sticker(page, "Flaky tests"));
  await dragTo(page, sticker(page, "From the head"), center);
  await drop(page);
  await expect(home.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  await expect(home.getByRole("checkbox")).toHaveCount(1);

  // While another section is shown alone, the panel has them.
  await button(section(page, "Went well"), "Show only this section").click();
  await page.getByRole("button", { name: "Actions: 1 open" }).click();
  await expect(page.getByRole("complementary").getByRole("checkbox")).toHaveCount(1);
});

test("the close offers to make an action of each sticker in the section for actions [D6]", async ({
  ann,
  ben,
}) => {
  const board = await createBoard(ann);
  for (const text of ["Call Bob", "Cache the builds"])
    await addSticker(ann, board.id, board.columns[6], text);
  await ann.api.send("POST", `/boards/${board.id}/meeting`, {
    steps: [{ id: "close", kind: "close", minutes: null }],
  });
  const close = (page: Page) => section(page, "Close");
  for (const { page } of [ann, ben]) {
    await page.goto(board.path);
    await expect(close(page)).toContainText("2 stickers in “Actions” are not actions yet.");
  }
  await button(close(ben.page), "Make it an action: Call Bob").click();
  for (const { page } of [ann, ben]) {
    await expect(close(page)).toContainText("1 sticker in “Actions” is not an action yet.");
    await expect(button(close(page), "Make it an action: Call Bob")).toHaveCount(0);
  }
  const made = await ann.api.get<{ text: string }[]>(`/boards/${board.id}/actions`);
  expect(made.map(({ text }) => text)).toEqual(["Call Bob"]);
});

test("“Move to…” the section for actions makes an action of the sticker and leaves it where it is, as a drop does [D6]", async ({
  ann,
}) => {
  const { page } = ann;
  const board = await openBoard([ann], "Flaky tests");
  const sections = board.tree.map(({ id, title }) => ({
    id,
    title,
    holds: title === "Continue" ? "actions" : null,
  }));
  await ann.api.send("PUT", `/boards/${board.id}`, { title: "Sprint 42", sections, deletes: [] });
  await sticker(page, "Flaky tests").hover();
  await button(sticker(page, "Flaky tests"), "Sticker menu").click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to…" });
  await dialog.getByRole("combobox", { name: "Section" }).click();
  await page.getByRole("option", { name: "Continue" }).click();
  await expect(dialog).toContainText("Becomes an action, in section Continue");
  await button(dialog, "Move").click();
  await expect(box(page, "Flaky tests")).toBeVisible();
  await expectColumn(page, 0, ["Flaky tests"]);
  await expect(button(sticker(page, "Flaky tests"), "Sticker menu")).toBeFocused();
});

test("touch: a sticker that a finger drops on the section for actions becomes an action, and the section's tab counts it [D6]", async ({
  createPerson,
}) => {
  const ann = await createPerson({
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { page } = ann;
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const home = board.tree[1]?.id;
  await ann.api.send("PUT", `/boards/${board.id}`, {
    sections: board.tree.map(({ id, title }) => ({ id, title, holds: id === home ? "actions" : null })),
  });
  await addSticker(ann, board.id, board.columns[0], "Flaky tests");
  await page.goto(board.path);
  const tab = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: /^Stop/ });
  await expect(tab).toHaveAccessibleName(/0 stickers, Actions: 0 open/);
  const gestures = await createTouchGestures(page);
  await gestures.longPress(sticker(page, "Flaky tests"));
  await gestures.moveTo(section(page, "Stop"), [0.5, 0.3]);
  await gestures.release();
  await expect(section(page, "Stop").getByRole("checkbox", { name: "Done: Flaky tests" })).toBeVisible();
  await expectColumn(page, 0, ["Flaky tests"]);
  await expect(tab).toHaveAccessibleName(/Actions: 1 open/);
  await expect(tab.locator(".count")).toHaveText("1");
  await page.getByRole("button", { name: "Undo", exact: true }).last().tap();
  await expect(tab.locator(".count")).toHaveText("0");
});

test("a tick on a locked board is undone there, and nothing else is [D2, Y7]", async ({ ann, ben }) => {
  const board = await openBoard([ann, ben]);
  await ann.api.send("POST", `/boards/${board.id}/actions`, { text: "Call Bob" });
  await ann.api.send("PUT", `/boards/${board.id}/lock`, { locked: true });
  await ann.page.getByRole("button", { name: /^Actions: 1 open/ }).click();
  await ben.page.getByRole("button", { name: /^Actions: 1 open/ }).click();
  const tick = (page: Page) =>
    page.getByRole("complementary").getByRole("checkbox", { name: "Done: Call Bob" });
  await tick(ann.page).check();
  await expect(tick(ben.page)).toBeChecked();
  await ann.page.locator("main").press("ControlOrMeta+z");
  for (const { page } of [ann, ben]) await expect(tick(page)).not.toBeChecked();
});
