import { column, sticker, writeSticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { addSticker, expect, createBoard, type Person, test } from "./support/fixtures.ts";
import { expectColumn } from "./support/shared-board.ts";
import { setOption } from "./support/facilitation.ts";

test.use({ serviceWorkers: "allow" });

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

/** The texts of a board as the device has stored them. */
const readStoredBoards = (person: Person) =>
  person.page.evaluate(async () => {
    // Do not open a database before the page has made it: this would create an empty one, and the page would wait for it.
    const made = await indexedDB.databases();
    if (!made.some(({ name }) => name === "retro")) return "";
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open("retro");
      opening.addEventListener("error", () => reject(opening.error ?? new Error("no database")));
      opening.addEventListener("success", () => {
        const all = opening.result.transaction("boards").objectStore("boards").getAll();
        all.addEventListener("success", () => {
          opening.result.close();
          resolve(JSON.stringify(all.result));
        });
      });
    });
  });

test("opened without a network, the app shows the last boards and what was written, and sends it later", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  await addSticker(ann, board.id, board.columns[0], "Slow builds");
  await openAndStoreOffline(ann, board.path);
  await expect.poll(() => readStoredBoards(ann)).toContain("Slow builds");
  await ann.page.close();
  await ann.context.setOffline(true);

  const page = await ann.context.newPage();
  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("These boards are kept on this device", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: /Sprint 42/ }).click();
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await writeSticker(page, 1, "Written on the train");
  await page.reload();
  await expectColumn(page, 0, ["Slow builds"]);
  await expectColumn(page, 1, ["Written on the train"]);

  await ann.context.setOffline(false);
  const ben = await createPerson({ name: "Ben" });
  await ben.page.goto(board.path);
  await expectColumn(ben.page, 1, ["Written on the train"]);
  await expect(column(page, 1).locator(".sticker-mark")).toHaveCount(0);
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
  createPerson,
  server,
}) => {
  const ann = await createPerson();
  const manifest = await ann.context.request.get(`${server.url}/manifest.webmanifest`);
  expect(((await manifest.json()) as { icons: unknown[] }).icons.length).toBeGreaterThan(2);
  await ann.page.goto("/contact");
  await ann.page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null));
  await ann.context.setOffline(true);
  await ann.page.goto("/boards/any");
  await expect(ann.page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(ann.page.getByRole("heading", { name: "Нет соединения" })).toBeVisible();
  await ann.context.setOffline(false);
});
