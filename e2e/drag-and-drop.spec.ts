import { column, sticker } from "./support/board-page.ts";
import { addSticker, expect, test } from "./support/fixtures.ts";
import {
  bottomEdge,
  dragTo,
  drop,
  dropLine,
  center,
  startDrag,
  groupRing,
  topEdge,
} from "./support/pointer.ts";
import { recordNetwork } from "./support/leak-detection.ts";
import { expectColumn, chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";
import { button, setOption } from "./support/facilitation.ts";

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

test("others' changes do not interrupt a drag: they wait for the drop", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const networkLog = recordNetwork(ann.context);
  const { ben, board, ids } = await openSharedBoard(
    async (wish) => (wish?.name === "Ann" ? ann : createPerson(wish)),
    {
      0: ["Alpha", "Bravo"],
    },
  );
  const { page } = ann;
  const expectFrameAbout = (id: string) =>
    expect.poll(() => networkLog.frames().some((frame) => frame.includes(id))).toBe(true);
  await startDrag(page, sticker(page, "Alpha"));
  await dragTo(page, sticker(page, "Bravo"), bottomEdge);
  networkLog.clear();
  await ben.api.send("PUT", `/boards/${board.id}/sort`, {
    item_id: ids["Alpha"],
    parent_id: board.columns[4],
    position: 0,
  });
  const late = await addSticker(ben, board.id, board.columns[0], "Charlie");
  await expectFrameAbout(late.id);
  await expectColumn(page, 0, ["Alpha", "Bravo"]);
  await expect(dropLine(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Bravo", "Alpha", "Charlie"]);
    await expectColumn(each, 4, []);
  }
});

test("a move that the server refuses is undone on screen, with its message [E2]", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Alpha"] });
  await startDrag(ann.page, sticker(ann.page, "Alpha"));
  await dragTo(ann.page, column(ann.page, 1), center);
  await expect(dropLine(ann.page)).toBeVisible();
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "stopEditing", true);
  await drop(ann.page);
  await expect(
    ann.page
      .getByRole("alert")
      .getByText("This board is view-only: only the facilitator can change stickers"),
  ).toBeVisible();
  for (const { page } of [ann, ben]) {
    await expectColumn(page, 0, ["Alpha"]);
    await expectColumn(page, 1, []);
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
