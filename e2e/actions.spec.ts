import type { Page } from "@playwright/test";
import { sticker, toastButton } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

const panel = (page: Page) => page.locator(".side-panel");
const rows = (page: Page) => panel(page).locator(".action-text");
const field = (page: Page) => panel(page).getByRole("textbox", { name: "Action", exact: true });
const actionsButton = (page: Page) => page.getByRole("button", { name: /^Actions/ });

test("two people write, own, order, close and restore actions, live for both (D1, D4)", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = ann;
  await chooseFromStickerMenu(page, sticker(page, "Slow builds"), "Make an action");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("Slow builds");
  await field(page).fill("Cache the builds");
  await panel(page).getByRole("combobox", { name: "Owner" }).fill("Ben");
  await panel(page).getByLabel("Due date").fill("2030-12-24");
  await panel(page).getByRole("button", { name: "Add" }).click();
  await expect(rows(page)).toContainText(["Cache the builds"]);
  await expect(field(page)).toBeFocused();
  await field(page).fill("Ask the others");
  await field(page).press("Enter");

  await expect(actionsButton(ben.page)).toHaveAccessibleName("Actions: 2 open");
  await actionsButton(ben.page).click();
  await expect(rows(ben.page)).toContainText(["Cache the builds", "Ask the others"]);
  await expect(panel(ben.page)).toContainText("Ben");
  await expect(panel(ben.page)).toContainText("Dec 24, 2030");
  await panel(ben.page).getByRole("button", { name: "Move up" }).last().press("Enter");
  await expect(rows(page)).toContainText(["Ask the others", "Cache the builds"]);

  await panel(ben.page).getByRole("checkbox", { name: "Done: Cache the builds" }).check();
  await expect(actionsButton(page)).toHaveAccessibleName("Actions: 1 open");
  await rows(ben.page).first().click();
  const editor = panel(ben.page).getByRole("form", { name: "Edit action" });
  await editor.getByRole("textbox", { name: "Action", exact: true }).fill("Ask everyone");
  await editor.getByRole("textbox", { name: "Action", exact: true }).press("Enter");
  await expect(rows(page)).toContainText(["Ask everyone", "Cache the builds"]);

  await panel(page).getByRole("button", { name: "Delete the action" }).first().click();
  await expect(rows(ben.page)).toHaveCount(1);
  await toastButton(page, "Undo", "Action deleted").click();
  await expect(rows(ben.page)).toContainText(["Ask everyone", "Cache the builds"]);
});

test("an action from a sticker that becomes hidden leaves the other's page (D3)", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["Secret plan"] });
  const made = await ann.api.send("POST", `/boards/${board.id}/actions`, {
    text: "Do the secret plan",
    source_item_id: ids["Secret plan"],
  });
  expect(made).toBeTruthy();
  await actionsButton(ben.page).click();
  await expect(rows(ben.page)).toContainText(["Do the secret plan"]);
  await ann.api.send("POST", `/boards/${board.id}/facilitators`);
  await ann.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "hideContent", value: true });
  await expect(rows(ben.page)).toContainText(["Hidden by the facilitator"]);
  await expect(ben.page.locator("body")).not.toContainText("secret plan");
  await ann.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "hideContent", value: false });
  await expect(rows(ben.page)).toContainText(["Do the secret plan"]);
});
