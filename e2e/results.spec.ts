import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { createBoard, expect, test } from "./support/fixtures.ts";
import { button, setOption } from "./support/facilitation.ts";
import { observeShifts } from "./support/layout-shifts.ts";
import { dumpPageState, findExcerpts, expectForgotten } from "./support/leak-detection.ts";
import { openSharedBoard } from "./support/shared-board.ts";

// A trace keeps copies of the page in the page itself.
test.use({ trace: "off" });

const voteButton = (page: Page, text: string) => sticker(page, text).getByRole("button", { name: /^Vote\b/ });
const panel = (page: Page) => page.locator(".side-panel");
const rows = (page: Page) => panel(page).locator(".result-main .result-text");

test("two people vote; the results rank live beside the board, are copied, and lead to a sticker [R1, R2] @core", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, {
    0: ["Alpha", "Bravo"],
    3: ["Charlie"],
  });
  const { page } = ann;
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ben.api.send("PUT", `/boards/${board.id}/sort`, {
    item_id: ids["Bravo"],
    parent_id: ids["Alpha"],
    position: 0,
  });
  await expect(page.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  const shifts = await observeShifts(page, { ignoreInput: true });
  const shiftedBefore = await shifts();
  const before = await page.getByRole("main").boundingBox();

  await button(page, "Results").click();
  await expect(panel(page)).toContainText("No votes yet");
  await expect(panel(page)).toBeFocused();
  const [main, beside] = [await page.getByRole("main").boundingBox(), await panel(page).boundingBox()];
  expect(main?.width).toBeLessThan(before?.width ?? 0);
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);

  await voteButton(ben.page, "Charlie").click();
  await expect(rows(page)).toHaveText(["Charlie"]);
  await voteButton(page, "Alpha").click();
  await expect(rows(page)).toHaveText(["Alpha", "Charlie"]);
  await expect(panel(page).locator(".result-rank")).toHaveText(["1.", "1."]);
  await ben.api.send("POST", `/boards/${board.id}/items/${ids["Bravo"]}/vote`);
  await expect(panel(page).locator(".result-rank")).toHaveText(["1.", "2."]);
  await expect(panel(page).getByRole("list", { name: "In this group" })).toContainText("Bravo");

  // While the pointer is in the list, another person's votes change numbers and no order.
  await rows(page).first().hover();
  await ben.api.send("DELETE", `/boards/${board.id}/items/${ids["Bravo"]}/vote`);
  await ann.api.send("POST", `/boards/${board.id}/items/${ids["Charlie"]}/vote`);
  await expect(panel(page).locator(".result-rank")).toHaveText(["2.", "1."]);
  await expect(rows(page)).toHaveText(["Alpha", "Charlie"]);
  await page.mouse.move(10, 10);
  await expect(rows(page)).toHaveText(["Charlie", "Alpha"]);

  await button(page, "Copy").click();
  await expect(page.getByText("Results copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Results: Sprint 42\n\n1. Charlie (2 votes, Stop)\n2. Alpha (1 vote, Start)\n   - Bravo\n",
  );
  await rows(page).first().click();
  await expect(sticker(page, "Charlie")).toBeFocused();
  await expect(panel(page)).toBeVisible();
  await button(panel(page), "Close").click();
  await expect(panel(page)).toHaveCount(0);
  await expect(button(page, "Results")).toBeFocused();
  await expect.poll(() => page.getByRole("main").boundingBox()).toEqual(before);
  expect((await shifts()) - shiftedBefore).toBeLessThan(0.05);
});

test("a text that is hidden while the results are open leaves them and the memory; a participant gets no ranking of concealed counts [R3]", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, {
    0: ["violet-otter"],
    3: ["violet-stoat"],
  });
  const { page } = ben;
  await voteButton(page, "violet-otter").click();
  await button(page, "Results").click();
  await expect(rows(page)).toHaveText(["violet-otter"]);
  await ann.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ann, board.id, "concealVoteCount", true);
  await expect(panel(page)).toContainText("Vote counts are concealed");
  await expect(rows(page)).toHaveCount(0);
  await setOption(ann, board.id, "concealVoteCount", false);
  await expect(rows(page)).toHaveText(["violet-otter"]);
  await setOption(ann, board.id, "hideContent", true);
  await expect(panel(page)).toContainText("2 stickers and groups are hidden by the facilitator");
  await expect(rows(page)).toHaveCount(0);
  expect(findExcerpts(await dumpPageState(page), /violet/)).toEqual([]);
  await expectForgotten(page, /violet/);
});

test("beside the results a small laptop still shows the board's title in full", async ({ createPerson }) => {
  const context = { viewport: { width: 1280, height: 760 }, locale: "ru" };
  const ann = await createPerson({ name: "Ann", context });
  const board = await createBoard(ann, "Sprint 42 · Payment gateway");
  const { page } = ann;
  await page.goto(board.path);
  await button(page, "Результаты").click();
  await expect(panel(page)).toBeVisible();
  const title = page.locator(".board-title .text");
  await expect.poll(() => title.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await expect(button(page, "Пригласить")).toBeVisible();
});

test("on a phone the results fill the screen, and lead to a sticker", async ({ createPerson }) => {
  const { ann } = await openSharedBoard(createPerson, { 0: ["Alpha"], 6: ["Bravo"] });
  const { page } = ann;
  await voteButton(page, "Bravo").click();
  await page.setViewportSize({ width: 360, height: 740 });
  await openResultsOnPhone(page);
  expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(button(page, "More")).toBeFocused();
  await openResultsOnPhone(page);
  await rows(page).first().click();
  await expect(panel(page)).toHaveCount(0);
  await expect(sticker(page, "Bravo")).toBeFocused();
  await expect(sticker(page, "Bravo")).toBeInViewport();
});

async function openResultsOnPhone(page: Page): Promise<void> {
  await button(page, "More").click();
  await button(page, "Results").click();
  await expect(page.getByRole("dialog", { name: "Results" })).toBeVisible();
  // The panel slides in.
  await panel(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
}
