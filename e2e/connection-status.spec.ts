import type { Page } from "@playwright/test";
import { column, sticker, writeSticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import {
  addSticker,
  expect,
  createBoard,
  type Person,
  test,
  fetchStickerTitles,
} from "./support/fixtures.ts";
import { expectColumn, openSharedBoard } from "./support/shared-board.ts";
import type { NetworkProxy } from "./support/proxy.ts";
import { test as proxied } from "./support/proxy-fixtures.ts";

test.use({ idle: true });

const footer = (page: Page) => page.getByRole("contentinfo");
/** The visible indicator of the connection. */
const connectionIndicator = (page: Page) => page.locator(".connection[data-tip]:has(> .words)");
/** The last announcement about the connection to screen readers. */
const connectionAnnouncement = (page: Page) => footer(page).getByRole("status");

/** Opens a board under a fake clock, and waits until New Sticker can open without a network. */
async function openWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const parts = ["StickerDialog", "StyleFields"].map((name) =>
    page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js`), { timeout: 30_000 }),
  );
  await page.goto(path);
  for (const part of parts) await (await part).finished();
  await expect(connectionIndicator(page)).toHaveText("Live");
}

/** Stops the page's clock: from here on, time passes by `runFor` only, however slow the machine is. */
async function pauseClock(page: Page): Promise<void> {
  // The moment of the pause must be in the future when the page gets it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/**
 * Lets the page's clock run until the indicator says this, slowly enough for the answers of the network,
 * which take real time.
 */
async function runUntil(page: Page, words: RegExp): Promise<void> {
  const text = async () => {
    await page.clock.runFor(1000);
    return (await connectionIndicator(page).textContent())?.trim();
  };
  await expect.poll(text, { intervals: [250], timeout: 60_000 }).toMatch(words);
}

/** Tells the page whether there is a network, as the browser would. */
async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => state });
    dispatchEvent(new Event(state ? "online" : "offline"));
  }, online);
}

/** Blocks websockets as a company's proxy does: the page is served, the upgrade is not. */
async function blockWebsockets(page: Page): Promise<{ unblock: () => void }> {
  let blocked = true;
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (blocked) void socket.close({ code: 1011 });
    else socket.connectToServer();
  });
  return {
    unblock() {
      blocked = false;
    },
  };
}

/** Opens a board for both, Ann's under a fake clock; then her network swallows every byte. */
async function openBoardAndSilenceNetwork(network: NetworkProxy, ann: Person, ben: Person) {
  const board = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  await ben.page.goto(board.path);
  await openWithClock(ann.page, board.path);
  network.set("half-open");
  return board;
}

test("offline: the indicator says since when and how many changes wait, and is live again by itself @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson);
  const { page } = ann;
  await expect(connectionIndicator(page)).toHaveText("Live");
  await expectChunksFetched(page, "StickerDialog");
  const refusedByPolicy: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
  const versionRead = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/");
  await ann.context.setOffline(true);
  await writeSticker(page, 0, "One");
  await writeSticker(page, 0, "Two");
  await expect(connectionIndicator(page)).toContainText(/^Offline since \d\d:\d\d/);
  await expect(connectionIndicator(page)).toContainText("2 changes waiting");
  await expect(connectionAnnouncement(page)).toHaveText(/^Offline since/);
  await ann.context.setOffline(false);
  await expectColumn(ben.page, 0, ["One", "Two"]);
  await expect(connectionIndicator(page)).toHaveText("Live");
  await expect(connectionAnnouncement(page)).toHaveText(/^Live/);
  await (await versionRead).finished();
  // The page has parsed its answer when it has the answer to a later request.
  await page.evaluate(async () => (await fetch("/")).text());
  expect(refusedByPolicy).toEqual([]);
});

test("a connection that is lost for a moment is not announced", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann);
  // A fake clock, so that the result does not depend on the speed of the machine.
  await openWithClock(ann.page, board.path);
  await pauseClock(ann.page);
  // On a busy machine, opening the board took long enough to be announced.
  await ann.page.clock.runFor(2000);
  const announced: string[] = [];
  await ann.page.exposeFunction("noteAnnouncement", (text: string) => announced.push(text));
  await connectionAnnouncement(ann.page).evaluate((region) => {
    const { noteAnnouncement } = globalThis as unknown as { noteAnnouncement: (text: string) => void };
    new MutationObserver(() => noteAnnouncement(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await setOnline(ann.page, false);
  await expect(connectionIndicator(ann.page)).toContainText(/^Offline since/);
  // An answer that came later would prove that the network is there.
  const compared = ann.page.waitForResponse(/\/changes\?since=/);
  await setOnline(ann.page, true);
  await (await compared).finished();
  await expect(connectionIndicator(ann.page)).toHaveText("Live");
  await ann.page.clock.runFor(2000);
  await setOnline(ann.page, false);
  await expect(connectionIndicator(ann.page)).toContainText(/^Offline since/);
  await ann.page.clock.runFor(1500);
  await expect(connectionAnnouncement(ann.page)).toHaveText(/^Offline since/);
  expect(announced).toHaveLength(1);
});

test("the server restarts: the board stays, the indicator says so, and text written meanwhile arrives once", async ({
  createPerson,
  server,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["One"] });
  const { page } = ann;
  await expectChunksFetched(page, "StickerDialog");
  const whileDown = async () => {
    await writeSticker(page, 0, "Meanwhile");
    await expect(connectionIndicator(page)).toContainText(/^(?:Reconnecting|Offline) since/);
    await expect(connectionIndicator(page)).toContainText("1 change waiting");
  };
  await server.restart("SIGTERM", { whileDown });
  for (const { page: screen } of [ann, ben]) {
    await expect(connectionIndicator(screen)).toHaveText("Live", { timeout: 30_000 });
    await expectColumn(screen, 0, ["One", "Meanwhile"]);
  }
  expect(await fetchStickerTitles(ann, board.id)).toEqual(["One", "Meanwhile"]);
});

test("when a proxy answers for a missing server, the indicator says that the server is restarting", async ({
  createPerson,
}) => {
  const { board } = await openSharedBoard(createPerson);
  const { page } = await createPerson({ name: "Cid", context: { serviceWorkers: "block" } });
  await page.goto(board.path);
  await expect(connectionIndicator(page)).toHaveText("Live");
  const calls = "**/api/v1/boards/**";
  await page.route(calls, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502</h1>" }),
  );
  await writeSticker(page, 0, "Written meanwhile");
  await expect(connectionIndicator(page)).toContainText("The server is restarting");
  await page.unroute(calls);
  await expect(connectionIndicator(page)).toHaveText("Live");
  await expectColumn(page, 0, ["Written meanwhile"]);
});

test("a deploy: the open page finds out, and offers a reload once nothing is unsaved", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const { page } = await createPerson({ name: "Cid", context: { serviceWorkers: "block" } });
  await openWithClock(page, board.path);
  const newRelease = async (url: string) =>
    (await (await ann.context.request.get(url)).text()).replace(
      /\/assets\/retro-[\w-]+\.js/,
      "/assets/retro-New.js",
    );
  await page.route(
    (url) => url.pathname === "/",
    async (route) =>
      route.request().resourceType() === "fetch"
        ? route.fulfill({ contentType: "text/html", body: await newRelease(route.request().url()) })
        : route.continue(),
  );
  await column(page, 0).dblclick();
  const dialog = page.getByRole("dialog", { name: "New Sticker" });
  await dialog.getByRole("textbox").first().fill("Half a thought");
  await page.context().setOffline(true);
  await expect(connectionIndicator(page)).toContainText(/^Offline since/);
  await page.context().setOffline(false);
  await page.clock.runFor(5000);
  await expect(connectionIndicator(page)).toContainText("A new version is ready");
  await expect(page.getByText("Reload", { exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(sticker(page, "Half a thought")).toBeVisible();
  await footer(page).getByRole("button", { name: "Reload" }).click();
  await expect(connectionIndicator(page)).toHaveText("Live");
  await expectColumn(page, 0, ["Half a thought"]);
});

test("websockets are blocked: the board refreshes every few seconds and says so, until they are let through", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const { page } = await createPerson({ name: "Cid" });
  await page.clock.install();
  const { unblock } = await blockWebsockets(page);
  await page.goto(board.path);
  await expect(column(page, 0)).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(connectionIndicator(page)).toContainText("Live updates are blocked");
  await addSticker(ann, board.id, board.columns[0], "Of another user");
  await page.clock.runFor(7000);
  await expectColumn(page, 0, ["Of another user"]);
  await writeSticker(page, 1, "Of mine");
  await expectColumn(ann.page, 1, ["Of mine"]);
  await expect(connectionAnnouncement(page)).toHaveText(/^Live updates are blocked/);
  unblock();
  await runUntil(page, /^Live$/);
});

test("a channel that the server refuses for now (429) is asked for again, and the page does not say Live until it is there", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const { page } = await createPerson({ name: "Cid" });
  let refusals = 0;
  let full = true;
  await page.routeWebSocket(/\/app\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { event, data } = JSON.parse(String(text)) as { event: string; data: { channel?: string } };
      const { channel = "" } = data;
      if (!full || event !== "pusher:subscribe" || !channel.startsWith("private-boards."))
        return server.send(text);
      refusals += 1;
      const refusal = { type: "AuthError", error: "Too many", status: 429 };
      socket.send(
        JSON.stringify({ event: "pusher:subscription_error", channel, data: JSON.stringify(refusal) }),
      );
    });
  });
  await page.goto(board.path);
  await expect.poll(() => refusals).toBeGreaterThan(1);
  await expect(connectionIndicator(page)).not.toHaveText("Live");
  full = false;
  await expect(connectionIndicator(page)).toHaveText("Live", { timeout: 30_000 });
  await ann.page.getByRole("button", { name: "Timer" }).click();
  await ann.page.getByRole("button", { name: "Start timer" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
});

proxied(
  "30 s of silence: requests are swallowed without a word, the indicator says so, the board stays, and all arrives once",
  async ({ network, ann, ben }) => {
    const { page } = ann;
    const board = await openBoardAndSilenceNetwork(network, ann, ben);
    await writeSticker(page, 0, "Into the silence");
    await addSticker(ben, board.id, board.columns[1], "Written by Ben meanwhile");
    // A paused clock cannot close the dialog, so it is paused after the writing. The limit of 30 s has not
    // passed then, also on a busy machine; until it does, the change counts as being sent.
    await pauseClock(page);
    await page.clock.runFor(10_000);
    await expect(connectionIndicator(page)).toHaveText("Live");
    await expect(sticker(page, "Into the silence")).toBeVisible();
    await runUntil(page, /^(?:Reconnecting|Offline) since/);
    await expect(connectionIndicator(page)).toContainText("1 change waiting");
    await page.clock.runFor(1500);
    await expect(connectionAnnouncement(page)).toHaveText(/^(?:Reconnecting|Offline) since/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprint 42");
    await expect(sticker(page, "Into the silence")).toBeVisible();
    network.set("open");
    await runUntil(page, /^Live$/);
    await page.clock.resume();
    for (const screen of [page, ben.page]) {
      await expectColumn(screen, 0, ["Into the silence"]);
      await expectColumn(screen, 1, ["Written by Ben meanwhile"]);
    }
    expect(await fetchStickerTitles(ben, board.id)).toHaveLength(2);
  },
);

test("the indicator appears in fullscreen while there is no connection", async ({ createPerson }) => {
  const { ann } = await openSharedBoard(createPerson);
  const { page } = ann;
  await page.getByRole("button", { name: "Fullscreen" }).click();
  await expect(footer(page)).toHaveCount(0);
  await expect(connectionIndicator(page)).not.toBeInViewport();
  await ann.context.setOffline(true);
  await expect(page.getByText(/^Offline since/).first()).toBeVisible();
});

test("two tabs and a duplicated tab: nothing arrives twice, nothing is lost", async ({ createPerson }) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  const { page, context } = ann;
  const second = await context.newPage();
  await second.goto(board.path);
  await expect(connectionIndicator(second)).toHaveText("Live");
  for (const screen of [page, second]) await expectChunksFetched(screen, "StickerDialog");
  await context.setOffline(true);
  await writeSticker(page, 0, "First tab");
  await writeSticker(second, 0, "Second tab");
  const copied = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const duplicate = await context.newPage();
  await duplicate.addInitScript((text) => {
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, string>))
      sessionStorage.setItem(key, value);
  }, copied);
  await context.setOffline(false);
  await duplicate.goto(board.path);
  for (const screen of [page, second, duplicate, ben.page]) {
    await expect(column(screen, 0).locator(".sticker-text")).toHaveCount(2);
    await expect(sticker(screen, "First tab")).toHaveCount(1);
    await expect(sticker(screen, "Second tab")).toHaveCount(1);
  }
  await writeSticker(duplicate, 1, "Of the duplicate");
  for (const screen of [page, second, duplicate, ben.page])
    await expectColumn(screen, 1, ["Of the duplicate"]);
  expect((await fetchStickerTitles(ben, board.id)).toSorted()).toEqual([
    "First tab",
    "Of the duplicate",
    "Second tab",
  ]);
});
