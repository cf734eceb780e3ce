import type { Page } from "@playwright/test";
import { column, sticker, writeSticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { addSticker, expect, createBoard, type Person } from "./support/fixtures.ts";
import { test } from "./support/proxy-fixtures.ts";
import { readStored } from "./support/device-storage.ts";
import type { NetworkProxy } from "./support/proxy.ts";
import { expectColumn } from "./support/shared-board.ts";
import { setOption } from "./support/facilitation.ts";

test.use({ serviceWorkers: "allow", idle: true });

/** Opens a board and waits until the app and the board are kept on the device. */
async function openAndStoreOffline(person: Person, path: string): Promise<void> {
  const { page } = person;
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null));
  // The service worker keeps the page with the first visit that passes through it.
  await page.reload();
  await expectChunksFetched(
    page,
    "Toasts",
    "Menus",
    "StickerDialog",
    "HelpDialog",
    "IndexScreen",
    "CreateBoardDialog",
  );
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open("retro-assets-1")).keys()).length))
    .toBeGreaterThan(20);
}

/** The proxy cuts the connections, too: the browser alone would still send what a closing page sends. */
async function goOffline(person: Person, network: NetworkProxy): Promise<void> {
  network.set("cut");
  await person.context.setOffline(true);
}
async function goOnline(person: Person, network: NetworkProxy): Promise<void> {
  network.set("open");
  await person.context.setOffline(false);
}

/** The boards that the device has stored, as text. */
const readStoredBoards = ({ page }: Person) => readStored(page, "boards");

/** A board with the sticker "Slow builds", open on its device. */
async function storeBoardOffline(person: Person) {
  const board = await createBoard(person, "Sprint 42", "Start / Stop / Continue");
  await addSticker(person, board.id, board.columns[0], "Slow builds");
  await openAndStoreOffline(person, board.path);
  await expect.poll(() => readStoredBoards(person)).toContain("Slow builds");
  return board;
}

test("opened without a network, the app shows the last boards and what was written, and sends it later", async ({
  ann,
  ben,
  network,
}) => {
  const board = await storeBoardOffline(ann);
  await ann.page.close();
  await goOffline(ann, network);

  const page = await ann.context.newPage();
  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("These boards are saved on this device", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: /Sprint 42/ }).click();
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await writeSticker(page, 1, "Written on the train");
  await page.reload();
  await expectColumn(page, 0, ["Slow builds"]);
  await expectColumn(page, 1, ["Written on the train"]);

  await goOnline(ann, network);
  await ben.page.goto(board.path);
  await expectColumn(ben.page, 1, ["Written on the train"]);
  await expect(column(page, 1).locator("[data-save-state]")).toHaveCount(0);
});

/** Keeps the database from storing unsent changes, as a slow disk does. @returns lets it go on */
async function blockOutbox(page: Page): Promise<() => Promise<void>> {
  const blocking = await page.evaluateHandle(
    () =>
      new Promise<{ ended: boolean }>((resolve, reject) => {
        const state = { ended: false };
        const opening = indexedDB.open("retro");
        opening.addEventListener("error", () => reject(opening.error ?? new Error("no database")));
        opening.addEventListener("success", () => {
          const store = opening.result.transaction("outbox", "readwrite").objectStore("outbox");
          const keepOpen = () => {
            resolve(state);
            if (state.ended) opening.result.close();
            else store.count().addEventListener("success", keepOpen);
          };
          store.count().addEventListener("success", keepOpen);
        });
      }),
  );
  return () => blocking.evaluate((state) => void (state.ended = true));
}

test("what was written without a network survives a page that closes before the device has stored it", async ({
  ann,
  ben,
  network,
}) => {
  const board = await storeBoardOffline(ann);
  const other = await ann.context.newPage();
  await other.goto("/contact");
  const unblock = await blockOutbox(other);
  await goOffline(ann, network);
  await writeSticker(ann.page, 1, "Written in the tunnel");
  await ann.page.goto("about:blank");
  await unblock();
  await ann.page.goto(board.path);
  await expectColumn(ann.page, 1, ["Written in the tunnel"]);
  await expect.poll(() => readStored(ann.page, "outbox")).toContain("Written in the tunnel");
  expect(await ann.page.evaluate(() => Object.keys(localStorage).join())).not.toContain("unstored");

  await goOnline(ann, network);
  await ben.page.goto(board.path);
  await expectColumn(ben.page, 1, ["Written in the tunnel"]);
});

test("text that is hidden leaves the device; so do deleted boards and ended sessions", async ({
  createPerson,
}) => {
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  await addSticker(ben, board.id, board.columns[0], "Ben's secret");
  await ann.page.goto(board.path);
  await expect.poll(() => readStoredBoards(ann)).toContain("Ben's secret");
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "hideContent", true);
  await expect(sticker(ann.page, "Ben's secret")).toHaveCount(0);
  await expect.poll(() => readStoredBoards(ann)).not.toContain("Ben's secret");
  await expect.poll(() => readStoredBoards(ann)).toContain("Sprint 42");

  await ann.api.send("POST", "/users/sign-out");
  await ann.page.reload();
  await expect(ann.page).toHaveURL(/auth-anonymous|boards/);
  await expect.poll(() => readStoredBoards(ann)).toBe("[]");
});

test("the app is installable; a device that has stored nothing says in both languages that it is offline", async ({
  ann,
  network,
  server,
}) => {
  const manifest = await ann.context.request.get(`${server.url}/manifest.webmanifest`);
  expect(((await manifest.json()) as { icons: unknown[] }).icons.length).toBeGreaterThan(2);
  await ann.page.goto("/contact");
  await ann.page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null));
  await goOffline(ann, network);
  await ann.page.goto("/boards/any");
  await expect(ann.page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(ann.page.getByRole("heading", { name: "Нет соединения" })).toBeVisible();
  await goOnline(ann, network);
  // The address that was asked for opens without a press.
  await expect(ann.page.getByRole("heading", { name: "Error" })).toBeVisible();
});
