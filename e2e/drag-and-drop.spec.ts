import { column, sticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { dragTo, drop, dropLine, center, startDrag, groupRing, topEdge } from "./support/pointer.ts";
import { expectColumn, chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

// Users drag with the library that an idle page has loaded.
test.use({ idle: true });

test("the mouse moves a sticker within its column, to another one and to another section; a line shows where, never a ring @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo", "Charlie"] });
  const { page } = ann;
  await startDrag(page, sticker(page, "Charlie"));
  await dragTo(page, sticker(page, "Alpha"), topEdge);
  await expect(dropLine(page)).toBeVisible();
  await expect(groupRing(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 0, ["Charlie", "Alpha", "Bravo"]);

  await startDrag(page, sticker(page, "Alpha"));
  await dragTo(page, column(page, 1), center);
  await expect(dropLine(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 1, ["Alpha"]);

  await startDrag(page, sticker(page, "Bravo"));
  await dragTo(page, column(page, 8), center);
  await expect(dropLine(page)).toBeVisible();
  await expect(groupRing(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 8, ["Bravo"]);

  // Escape cancels the drag.
  await startDrag(page, sticker(page, "Charlie"));
  await dragTo(page, column(page, 4), center);
  await expect(dropLine(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(dropLine(page)).toHaveCount(0);
  await expectColumn(page, 0, ["Charlie"]);
});

test("a drop on a sticker's middle groups, and a ring shows it; the group opens, and a sticker is dragged out of it @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, {
    0: ["Reviews take days", "Slow pull requests"],
  });
  const { page } = ann;
  await startDrag(page, sticker(page, "Slow pull requests"));
  await dragTo(page, sticker(page, "Reviews take days"), center);
  await expect(groupRing(page)).toBeVisible();
  await expect(groupRing(page)).toHaveAttribute("data-label", "Group");
  await expect(dropLine(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Reviews take days"]);
    await expect(each.getByRole("button", { name: /^2 grouped/ })).toHaveAttribute("aria-expanded", "false");
  }
  await page.getByRole("button", { name: /^2 grouped/ }).click();
  await expectColumn(page, 0, ["Reviews take days", "Slow pull requests"]);
  // A group opens for its user only.
  await expectColumn(ben.page, 0, ["Reviews take days"]);
  await startDrag(page, sticker(page, "Slow pull requests"));
  await dragTo(page, column(page, 1), center);
  await expect(dropLine(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Reviews take days"]);
    await expectColumn(each, 1, ["Slow pull requests"]);
    await expect(each.getByRole("button", { name: /^2 grouped/ })).toHaveCount(0);
  }
});

test("the menu moves, groups and ungroups without any dragging", async ({ createPerson }) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo"], 3: ["Charlie"] });
  const { page } = ann;
  await chooseFromStickerMenu(page, sticker(page, "Alpha"), "Move to…");
  const move = page.getByRole("dialog", { name: "Move to…" });
  for (const [field, choice] of [
    ["Section", "Stop"],
    ["Column", "Column 1"],
    ["Place", "At the top"],
  ] as const) {
    await move.getByRole("combobox", { name: field }).click();
    await page.getByRole("option", { name: choice, exact: true }).click();
  }
  await button(move, "Move").click();
  for (const each of [page, ben.page]) await expectColumn(each, 3, ["Alpha", "Charlie"]);

  await chooseFromStickerMenu(page, sticker(page, "Bravo"), "Group with…");
  const group = page.getByRole("dialog", { name: "Group with…" });
  await group.getByLabel("Find a sticker").fill("charl");
  await expect(group.getByRole("option")).toHaveCount(1);
  await group.getByRole("option", { name: "Charlie" }).click();
  await button(group, "Group").click();
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, []);
    await expect(sticker(each, "Charlie")).toContainText("2 grouped");
  }
  await chooseFromStickerMenu(page, sticker(page, "Charlie"), "Ungroup");
  for (const each of [page, ben.page]) await expectColumn(each, 3, ["Alpha", "Charlie", "Bravo"]);
});
