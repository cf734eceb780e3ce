import { column, sticker } from "./support/board.ts";
import { addSticker, expect, test } from "./support/fixtures.ts";
import { bottom, carryTo, drop, line, middle, pickUp, ring, top } from "./support/hand.ts";
import { listenTo } from "./support/ear.ts";
import { expectColumn, fromMenu, pair } from "./support/pair.ts";
import { button, setOption } from "./support/session.ts";

test("the mouse moves a sticker within its column, to another one and to another section; a line shows where, never a ring", async ({
  person,
}) => {
  const { ann, ben } = await pair(person, { 0: ["Alpha", "Bravo", "Charlie"] });
  const { page } = ann;
  await pickUp(page, sticker(page, "Charlie"));
  await carryTo(page, sticker(page, "Alpha"), top);
  await expect(line(page)).toBeVisible();
  await expect(ring(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 0, ["Charlie", "Alpha", "Bravo"]);

  await pickUp(page, sticker(page, "Alpha"));
  await carryTo(page, column(page, 1), middle);
  await expect(line(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 1, ["Alpha"]);

  await pickUp(page, sticker(page, "Bravo"));
  await carryTo(page, column(page, 8), middle);
  await expect(line(page)).toBeVisible();
  await expect(ring(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) await expectColumn(each, 8, ["Bravo"]);

  // Escape puts it back.
  await pickUp(page, sticker(page, "Charlie"));
  await carryTo(page, column(page, 4), middle);
  await expect(line(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(line(page)).toHaveCount(0);
  await expectColumn(page, 0, ["Charlie"]);
});

test("a drop on a sticker's middle groups, under a ring that says so; the group opens, and a sticker is dragged out of it", async ({
  person,
}) => {
  const { ann, ben } = await pair(person, { 0: ["Reviews take days", "Slow pull requests"] });
  const { page } = ann;
  await pickUp(page, sticker(page, "Slow pull requests"));
  await carryTo(page, sticker(page, "Reviews take days"), middle);
  await expect(ring(page)).toBeVisible();
  await expect(ring(page)).toHaveAttribute("data-word", "Group");
  await expect(line(page)).toHaveCount(0);
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Reviews take days"]);
    await expect(each.getByRole("button", { name: /^2 grouped/ })).toHaveAttribute("aria-expanded", "false");
  }
  await page.getByRole("button", { name: /^2 grouped/ }).click();
  await expectColumn(page, 0, ["Reviews take days", "Slow pull requests"]);
  // Groups open for oneself alone.
  await expectColumn(ben.page, 0, ["Reviews take days"]);
  await pickUp(page, sticker(page, "Slow pull requests"));
  await carryTo(page, column(page, 1), middle);
  await expect(line(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Reviews take days"]);
    await expectColumn(each, 1, ["Slow pull requests"]);
    await expect(each.getByRole("button", { name: /^2 grouped/ })).toHaveCount(0);
  }
});

test("what others do meanwhile does not pull a sticker out of my hand: it waits for the drop", async ({
  person,
}) => {
  const ann = await person({ name: "Ann" });
  const ear = listenTo(ann.context);
  const { ben, board, ids } = await pair(async (wish) => (wish?.name === "Ann" ? ann : person(wish)), {
    0: ["Alpha", "Bravo"],
  });
  const { page } = ann;
  const heard = (id: string) =>
    expect.poll(() => ear.frames().some((frame) => frame.includes(id))).toBe(true);
  await pickUp(page, sticker(page, "Alpha"));
  await carryTo(page, sticker(page, "Bravo"), bottom);
  ear.forget();
  await ben.api.send("PUT", `/boards/${board.id}/sort`, {
    item_id: ids["Alpha"],
    parent_id: board.columns[4],
    position: 0,
  });
  const late = await addSticker(ben, board.id, board.columns[0], "Charlie");
  await heard(late.id);
  await expectColumn(page, 0, ["Alpha", "Bravo"]);
  await expect(line(page)).toBeVisible();
  await drop(page);
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, ["Bravo", "Alpha", "Charlie"]);
    await expectColumn(each, 4, []);
  }
});

test("a move that the server refuses goes back with its message (E2)", async ({ person }) => {
  const { ann, ben, board } = await pair(person, { 0: ["Alpha"] });
  await pickUp(ann.page, sticker(ann.page, "Alpha"));
  await carryTo(ann.page, column(ann.page, 1), middle);
  await expect(line(ann.page)).toBeVisible();
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "stopEditing", true);
  await drop(ann.page);
  await expect(ann.page.getByRole("alert").getByText("The facilitator has stopped editing")).toBeVisible();
  for (const { page } of [ann, ben]) {
    await expectColumn(page, 0, ["Alpha"]);
    await expectColumn(page, 1, []);
  }
});

test("the menu moves, groups and ungroups without any dragging", async ({ person }) => {
  const { ann, ben } = await pair(person, { 0: ["Alpha", "Bravo"], 3: ["Charlie"] });
  const { page } = ann;
  await fromMenu(page, sticker(page, "Alpha"), "Move to…");
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

  await fromMenu(page, sticker(page, "Bravo"), "Group with…");
  const group = page.getByRole("dialog", { name: "Group with…" });
  await group.getByLabel("Find a sticker").fill("charl");
  await expect(group.getByRole("option")).toHaveCount(1);
  await group.getByRole("option", { name: "Charlie" }).click();
  await button(group, "Group").click();
  for (const each of [page, ben.page]) {
    await expectColumn(each, 0, []);
    await expect(sticker(each, "Charlie")).toContainText("2 grouped");
  }
  await fromMenu(page, sticker(page, "Charlie"), "Ungroup");
  for (const each of [page, ben.page]) await expectColumn(each, 3, ["Alpha", "Charlie", "Bravo"]);
});
