import type { Page, Route } from "@playwright/test";
import { toastButton, sticker, writeSticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { expect, createBoard, type Person, fetchStickerTitles } from "./support/fixtures.ts";
import { expectColumn, chooseFromStickerMenu } from "./support/shared-board.ts";
import { test } from "./support/proxy-fixtures.ts";

test.use({ serviceWorkers: "allow", idle: true });

async function openBoardForBoth(ann: Person, ben: Person, texts: readonly string[] = []) {
  const made = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  for (const title of texts)
    await ben.api.send("POST", `/boards/${made.id}/items`, { title, parent_id: made.columns[0] });
  await Promise.all([ann, ben].map(({ page }) => page.goto(made.path)));
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  await expectChunksFetched(ann.page, "Toasts", "Menus", "StickerDialog");
  return made;
}

test("offline: delete, write, close the tab, open it again, go online: each change arrives once, in order @core", async ({
  network,
  ann,
  ben,
}) => {
  const { id, path } = await openBoardForBoth(ann, ben, ["One", "Two"]);
  network.set("cut");
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "One"), "Delete");
  await expect(toastButton(ann.page, "Undo")).toBeVisible();
  await writeSticker(ann.page, 1, "Written offline, first");
  await writeSticker(ann.page, 1, "Written offline, second");
  await expectColumn(ann.page, 0, ["Two"]);
  await ann.page.close({ runBeforeUnload: true });
  network.set("open");
  ann.page = await ann.context.newPage();
  await ann.page.goto(path);
  for (const { page } of [ann, ben]) {
    await expectColumn(page, 0, ["Two"]);
    await expectColumn(page, 1, ["Written offline, first", "Written offline, second"]);
  }
  expect(await fetchStickerTitles(ben, id)).toEqual([
    "Two",
    "Written offline, first",
    "Written offline, second",
  ]);
});

const html = "<!doctype html><title>Gateway</title><h1>Bad gateway</h1>";
const faults: ReadonlyArray<readonly [string, (route: Route) => Promise<void>]> = [
  [
    "a 500",
    (route) => route.fulfill({ status: 500, json: { message: "Something failed", code: "internal" } }),
  ],
  ["an HTML page with status 200", (route) => route.fulfill({ contentType: "text/html", body: html })],
];
for (const [name, fault] of faults)
  test(`${name} as the answer to every call: the board stays, and the next good answer recovers it`, async ({
    ann,
    ben,
  }) => {
    await openBoardForBoth(ann, ben, ["One"]);
    const { page } = ann;
    const calls = "**/api/v1/boards/**";
    await page.route(calls, fault);
    await writeSticker(page, 1, "Written meanwhile");
    await expect(sticker(page, "Written meanwhile")).toBeVisible();
    await returnToTab(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprint 42");
    await page.unroute(calls);
    await returnToTab(page);
    await expectColumn(ben.page, 1, ["Written meanwhile"]);
    await expect(page).toHaveURL(/\/boards\//);
    await expectColumn(page, 1, ["Written meanwhile"]);
  });

/** Tells the page that its tab is visible again, so that the board compares versions at once. */
async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    dispatchEvent(new Event("focus"));
    dispatchEvent(new Event("online"));
  });
}

test("an answer that is lost after the server has done the work: the sticker is there once", async ({
  network,
  ann,
  ben,
}) => {
  const { id } = await openBoardForBoth(ann, ben);
  network.loseAnswer(/^POST \/api\/v1\/boards\/[^/]+\/items/);
  await writeSticker(ann.page, 0, "Once only");
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Once only"]);
  await expect(sticker(ann.page, "Once only")).not.toHaveAttribute("data-save-state");
  expect(await fetchStickerTitles(ben, id)).toEqual(["Once only"]);
});

test("every change arrives twice: no sticker appears twice", async ({ network, ann, ben }) => {
  const { id } = await openBoardForBoth(ann, ben, ["One"]);
  network.duplicate(true);
  await writeSticker(ann.page, 0, "Two");
  await sticker(ann.page, "One").getByRole("button", { name: /^Vote/ }).click();
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "One"), "Delete");
  await toastButton(ann.page, "Undo").click();
  for (const { page } of [ann, ben]) {
    await expectColumn(page, 0, ["One", "Two"]);
    await expect(sticker(page, "One").getByRole("button", { name: "Vote: 1 vote" })).toBeVisible();
  }
  expect(await fetchStickerTitles(ben, id)).toEqual(["One", "Two"]);
});
