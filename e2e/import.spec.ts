import type { Page } from "@playwright/test";
import { column, sticker } from "./support/board-page.ts";
import { setOption } from "./support/facilitation.ts";
import { createBoard, expect, fetchStickerTitles, test } from "./support/fixtures.ts";
import { createSpace, openMyBoards } from "./support/management.ts";

/** Drops a file as a file manager does. */
async function dropFile(page: Page, selector: string, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text] as const,
  );
  const target = page.locator(selector).first();
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

test("[X5] a file that is dropped on a section adds its texts after a look, in one step that can be undone", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann);
  const { page } = ann;
  await page.goto(board.path);
  await expect(column(page, 0)).toBeVisible();
  const lines = Array.from({ length: 130 }, (_, i) => `- Item ${i + 1}`);
  const target = `[data-column="${board.columns[0]}"]`;
  await dropFile(page, target, "notes.txt", `Good:\n${lines.join("\n")}`);
  const list = page.getByRole("dialog", { name: /^Add stickers to/ });
  await expect(list.getByText("Item 2", { exact: true })).toBeVisible();
  expect(await fetchStickerTitles(ann, board.id)).toEqual([]);
  await list.getByRole("button", { name: "Add 130 stickers" }).click();
  await expect(sticker(page, "Item 130")).toBeVisible();
  await expect.poll(() => fetchStickerTitles(ann, board.id)).toHaveLength(130);
  expect(await fetchStickerTitles(ann, board.id)).toEqual(lines.map((line) => line.slice(2)));
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => fetchStickerTitles(ann, board.id)).toEqual([]);

  await dropFile(page, target, "table.csv", "Who;What\nAnn;Tea\nBob;Cake\n");
  const table = page.getByRole("dialog", { name: /^Add stickers to/ });
  await expect(table.getByRole("button", { name: "Add 2 stickers" })).toBeVisible();
  await table.getByLabel("Column “Who”").selectOption("Text of the sticker");
  await table.getByRole("button", { name: "Add 2 stickers" }).click();
  await expect.poll(() => fetchStickerTitles(ann, board.id)).toEqual(["Ann", "Bob"]);
});

test("attack: a guest who drops a file on a locked board, or while editing is stopped, adds nothing and reads why", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const bob = await createPerson({ name: "Bob" });
  const board = await createBoard(ann);
  await ann.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ann, board.id, "stopEditing", true);
  const { page } = bob;
  await page.goto(board.path);
  await expect(column(page, 0)).toBeVisible();
  const target = `[data-column="${board.columns[0]}"]`;
  await dropFile(page, target, "notes.txt", "- Tea\n- Cake");
  await expect(
    page.getByText("This board is view-only: only the facilitator can change stickers"),
  ).toBeVisible();
  await ann.api.send("PUT", `/boards/${board.id}/lock`, { locked: true });
  await expect(async () => {
    await dropFile(page, target, "notes.txt", "- Tea\n- Cake");
    await expect(
      page.getByText("This board is locked: nobody can change it until it is unlocked").first(),
    ).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole("dialog", { name: /^Add stickers/ })).toHaveCount(0);
  expect(await fetchStickerTitles(ann, board.id)).toEqual([]);
});

test("[X5, G2] a file that is dropped on the page of a space becomes a board of the space", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const space = await createSpace(ann, "Platform");
  const { page } = ann;
  await page.goto(space.path);
  await expect(page.getByRole("heading", { name: "Platform", level: 1 })).toBeVisible();
  await dropFile(page, "main", "Sprint 42.txt", "Good:\n- Tea\nBad:\n- Noise\n");
  await page.getByRole("button", { name: "Import 2 stickers" }).click();
  await expect(page).toHaveURL(/\/boards\/[\w-]{20,}$/);
  await expect(sticker(page, "Noise")).toBeVisible();
  await page.goto(space.path);
  await expect(page.getByRole("link", { name: "Sprint 42", exact: true })).toBeVisible();
});

test("[X5] the archive of a space comes back: a dialog asks which of its boards", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const space = await createSpace(ann, "Platform");
  for (const title of ["Sprint 41", "Sprint 42", "Sprint 43"])
    await ann.api.send("POST", `/spaces/${space.key}/boards`, { title, template: "4Ls" });
  const { page } = ann;
  await page.goto(space.path);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all boards" }).click();
  const download = await downloaded;
  await openMyBoards(page);
  await page
    .getByLabel("Import", { exact: true })
    .and(page.locator("input"))
    .setInputFiles(await download.path());
  const dialog = page.getByRole("dialog", { name: "Which boards?" });
  await dialog.getByRole("checkbox", { name: /Sprint 41$/ }).uncheck();
  await dialog.getByRole("button", { name: "Import 2 boards" }).click();
  await expect(page.getByText("2 boards have been imported")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sprint 42" })).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Sprint 41" })).toHaveCount(1);
});

test("[X5] on a phone a list is pasted into a field", async ({ createPerson }) => {
  const ann = await createPerson({
    context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  const { page } = ann;
  await openMyBoards(page);
  await page.getByRole("button", { name: "Import" }).tap();
  await page.getByLabel("Paste a list or a table").fill("Good:\n• Tea\nBad:\n• Noise");
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByRole("button", { name: "Import 2 stickers" }).tap();
  await expect(sticker(page, "Noise")).toBeVisible();
});

test("[X5] a board of Trello with years of history is taken apart beside the page", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const { page } = ann;
  const history = Array.from({ length: 4000 }, () => ({
    type: "updateCard",
    data: { text: "x".repeat(900) },
  }));
  const board = {
    name: "Sprint 42",
    lists: [{ id: "l", name: "Good", pos: 1 }],
    cards: [{ id: "c", idList: "l", name: "Tea", pos: 1 }],
    actions: history,
  };
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await openMyBoards(page);
  await dropFile(page, "main", "trello.json", JSON.stringify(board));
  await expect(sticker(page, "Tea")).toBeVisible();
  expect(workers).toEqual([expect.stringContaining("boardsInFile")]);
});
