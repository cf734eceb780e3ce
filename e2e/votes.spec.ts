import type { Page } from "@playwright/test";
import { clickForToast, sticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";
import { button, setOption } from "./support/facilitation.ts";

const voteButton = (page: Page, text: string) => sticker(page, text).getByRole("button", { name: /^Vote\b/ });

test("a vote toggles, once for each user [V1], and stays with its sticker through moves and groups; a group shows the total [V4] @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo"] });
  await voteButton(ann.page, "Alpha").click();
  await expect(button(sticker(ben.page, "Alpha"), "Vote: 1 vote")).toHaveAttribute("aria-pressed", "false");
  await voteButton(ben.page, "Alpha").click();
  await voteButton(ben.page, "Bravo").click();
  await expect(button(sticker(ann.page, "Alpha"), "Vote: 2 votes")).toHaveAttribute("aria-pressed", "true");
  await voteButton(ann.page, "Alpha").click();
  await expect(button(sticker(ben.page, "Alpha"), "Vote: 1 vote")).toBeVisible();
  await voteButton(ann.page, "Alpha").click();

  await chooseFromStickerMenu(ann.page, sticker(ann.page, "Alpha"), "Move to…");
  const move = ann.page.getByRole("dialog", { name: "Move to…" });
  await move.getByRole("combobox", { name: "Section" }).click();
  await ann.page.getByRole("option", { name: "Continue", exact: true }).click();
  await button(move, "Move").click();
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "Alpha"), "Group with…");
  const group = ann.page.getByRole("dialog", { name: "Group with…" });
  await group.getByRole("option", { name: "Bravo" }).click();
  await button(group, "Group").click();
  for (const { page } of [ann, ben]) {
    await expect(page.getByRole("button", { name: "2 grouped, 3 votes", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "2 grouped, 3 votes", exact: true }).click();
    await expect(button(sticker(page, "Alpha"), "Vote: 2 votes")).toHaveAttribute("aria-pressed", "true");
  }
});

test("a vote whose page closes before its request is sent reaches everybody and stays", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Alpha"] });
  const address = ann.page.url();
  // In one task: the request waits for the next frame, and the page leaves before it.
  await voteButton(ann.page, "Alpha").evaluate((element) => {
    (element as HTMLElement).click();
    location.assign("about:blank");
  });
  await ann.page.waitForURL("about:blank");
  await expect(button(sticker(ben.page, "Alpha"), "Vote: 1 vote")).toBeVisible();
  await ann.page.goto(address);
  await expect(button(sticker(ann.page, "Alpha"), "Vote: 1 vote")).toHaveAttribute("aria-pressed", "true");
});

test("the remaining votes of a limit are shown, on the board and on a section [V2]", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo"], 3: ["Charlie"] });
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "votes", { limit: 1, item: "section" });
  await expect(ann.page.getByText("1 vote each per section")).toBeVisible();
  await expect(ann.page.getByText("1 vote left in this section")).toHaveCount(3);
  await expect(ben.page.getByText("0 of 2 have voted")).toBeVisible();
  await clickForToast(voteButton(ann.page, "Alpha"), "0 remaining votes on this section");
  await expect(ann.page.getByText("0 votes left in this section")).toHaveCount(1);
  // The facilitator hears how many have voted; nobody else does.
  await expect(ben.page.getByText("1 of 2 has voted")).toBeVisible();
  await expect(ann.page.getByText(/have voted|has voted/)).toHaveCount(0);
  await expect(voteButton(ann.page, "Bravo")).toBeDisabled();
  await expect(voteButton(ann.page, "Bravo")).toHaveAccessibleName(/You have no votes left/);
  await expect(voteButton(ann.page, "Alpha")).toBeEnabled();
  await expect(voteButton(ann.page, "Charlie")).toBeEnabled();
  // Cast votes stay; of two on the board one is left.
  await setOption(ben, board.id, "votes", { limit: 2, item: "board" });
  await expect(voteButton(ann.page, "Bravo")).toBeEnabled();
  await clickForToast(voteButton(ann.page, "Charlie"), "0 remaining votes");
  await expect(ann.page.getByText("0 votes left", { exact: true })).toBeVisible();
  await expect(voteButton(ann.page, "Bravo")).toBeDisabled();
  await clickForToast(voteButton(ann.page, "Alpha"), "1 remaining vote");
  await expect(voteButton(ann.page, "Bravo")).toBeEnabled();
});
