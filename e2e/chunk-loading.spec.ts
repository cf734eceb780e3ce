import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { toastButton, column, sticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { createBoard, expect, test } from "./support/fixtures.ts";
import { chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

test.use({ idle: true });

/** Playwright's routes do not see requests of a service worker. */
const withoutServiceWorker = { context: { serviceWorkers: "block" as const } };

test("offline, the toast of a delete, New Sticker and every other dialog of an open board still open", async ({
  createPerson,
}) => {
  const { ann } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = ann;
  await expectChunksFetched(
    page,
    "Toasts",
    "Menus",
    "StickerDialog",
    "ConflictDialog",
    "UserMenuPanel",
    "HelpDialog",
  );
  await ann.context.setOffline(true);

  await chooseFromStickerMenu(page, sticker(page, "Slow builds"), "Delete");
  await expect(toastButton(page, "Undo")).toBeVisible();
  await column(page, 1).dblclick();
  await expect(page.getByRole("dialog", { name: "New Sticker" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();
  await ann.context.setOffline(false);
});

test("the board stays after a deploy that removed a dialog's chunk, says so and offers another try", async ({
  createPerson,
}) => {
  const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = await createPerson(withoutServiceWorker);
  const chunk = "**/assets/StickerDialog-*.js";
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto(board.path);
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await column(page, 1).dblclick();

  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await page.unroute(chunk);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "New Sticker" })).toBeVisible();
});

test("offline as soon as the board is on screen: a sticker opens for editing, or the page says what is missing and opens it later", async ({
  createPerson,
}) => {
  const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const ann = await createPerson(withoutServiceWorker);
  const { page } = ann;
  await page.goto(board.path);
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await ann.context.setOffline(true);
  await sticker(page, "Slow builds").dblclick();
  const dialog = page.getByRole("dialog", { name: "Edit Sticker" });
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(dialog.or(notice).first()).toBeVisible({ timeout: 15_000 });
  await ann.context.setOffline(false);
  await expect(dialog).toBeVisible({ timeout: 15_000 });
});

test("a board without its drag and drop says so", async ({ createPerson }) => {
  const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = await createPerson(withoutServiceWorker);
  await page.route("**/assets/DragLayer-*.js", (route) => route.abort());
  await page.goto(board.path);
  await sticker(page, "Slow builds").hover();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expect(sticker(page, "Slow builds")).toBeVisible();
});

test("a failing list of toasts leaves the board on screen", async ({ createPerson }) => {
  const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = await createPerson(withoutServiceWorker);
  await page.route("**/assets/Toasts-*.js", (route) => route.abort());
  await page.goto(board.path);
  await chooseFromStickerMenu(page, sticker(page, "Slow builds"), "Delete");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();
});

test("a language that cannot be loaded leaves the page in English", async ({ createPerson }) => {
  const ann = await createPerson({ context: { ...withoutServiceWorker.context, locale: "ru-RU" } });
  await ann.page.route("**/assets/ru-*.js", (route) => route.abort());
  await ann.page.goto("/");
  await expect(ann.page.getByRole("dialog", { name: "New Board" })).toBeVisible();
});

test("a dialog waits for the texts that the board did without, and says when they cannot be loaded", async ({
  createPerson,
}) => {
  const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = await createPerson(withoutServiceWorker);
  const gate = Promise.withResolvers<void>();
  let answer: "abort" | "continue" = "abort";
  await page.route("**/assets/en-*.js", async (route) => {
    const files = await page.locator("html").getAttribute("data-texts");
    const { en } = JSON.parse(files ?? "") as { en: { later: string } };
    if (new URL(route.request().url()).pathname !== en.later) return route.continue();
    await gate.promise;
    return route[answer]();
  });
  await page.goto(board.path);
  await expect(sticker(page, "Slow builds")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByText(/^\w+\.\w+$/u)).toHaveCount(0);
  gate.resolve();
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(notice).toBeVisible({ timeout: 15_000 });
  answer = "continue";
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a page whose script cannot be loaded says so instead of staying white", async ({ createPerson }) => {
  const ann = await createPerson(withoutServiceWorker);
  await ann.page.route("**/assets/*.js", (route) => route.abort());
  await ann.page.goto("/");
  await expect(ann.page.getByText("Retro could not be loaded.")).toBeVisible();
});

const source = (path: string) => new URL(`../web/src/${path}`, import.meta.url);
/** What the board's screen loads when a meeting starts, or its summary is opened. */
const laterParts = Array.from(
  readFileSync(source("app/screens/BoardScreen.tsx"), "utf8").matchAll(/"(\w+)",\s*meetingPart\b/gu),
  ([, name = ""]) => name,
);
/** With the components of the folders that only a meeting needs. */
const meetingParts = [
  ...["facilitation/meeting", "questions", "results/summary"]
    .flatMap((folder) => readdirSync(source(`features/${folder}`)))
    .flatMap((file) => /^([A-Z]\w+)\.tsx$/u.exec(file)?.[1] ?? [])
    .filter((name) => !["StartDialog", "StepRows"].includes(name)),
  ...laterParts,
];
// The sheet that starts a meeting is fetched like any other dialog.
const meetingChunk = new RegExp(`/assets/(?:${meetingParts.join("|")})-`, "u");

test("each part of the meeting that the board's screen loads later is a file with its name", () => {
  const built = readdirSync(new URL("../web/dist/assets", import.meta.url));
  const names = new Set(built.flatMap((file) => /^(\w+)-.*\.js$/u.exec(file)?.[1] ?? []));
  expect(laterParts).toContain("MeetingBar");
  expect(laterParts.filter((name) => !names.has(name))).toEqual([]);
});

test("a board without a meeting loads none of the meeting's code, not even when idle; it comes when a meeting starts", async ({
  createPerson,
}) => {
  const [ann, ben] = [await createPerson(withoutServiceWorker), await createPerson(withoutServiceWorker)];
  const board = await createBoard(ann);
  const loaded: string[] = [];
  ben.page.on("request", (request) => loaded.push(request.url()));
  const ofMeeting = () => loaded.filter((url) => meetingChunk.test(url));
  await ben.page.goto(board.path);
  await expectChunksFetched(ben.page, "StickerDialog");
  expect(ofMeeting()).toEqual([]);
  await ann.api.send("POST", `/boards/${board.id}/meeting`, {});
  await expect(ben.page.getByRole("region", { name: "Meeting" })).toContainText("Write");
  await expectChunksFetched(ben.page, "MeetingBar", "TopicNote", "TopicActions", "Review", "StepQuestions");
});

test.describe("before anything is prefetched", () => {
  test.use({ idle: false });

  test("the first view of a board without a meeting waits for 195 kB of scripts at most, gzipped, and none of the meeting's", async ({
    createPerson,
  }) => {
    const { board } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
    const { page, context } = await createPerson(withoutServiceWorker);
    const html = await (await context.request.get(board.path)).text();
    const laterTexts = Array.from(html.matchAll(/later&quot;:&quot;([^&]+)/gu), ([, file = ""]) => file);
    expect(laterTexts).toHaveLength(2);
    const named = new Set(html.match(/\/assets\/[\w-]+\.js/gu)?.filter((file) => !laterTexts.includes(file)));
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (/javascript/u.test(response.headers()["content-type"] ?? "")) scripts.push(response);
    });
    // Only what the page itself names is answered: what else it asks for comes later on a slow machine.
    await page.route("**/assets/*.js", async (route) => {
      if (named.has(new URL(route.request().url()).pathname)) await route.continue();
    });
    await page.goto(board.path);
    await expect(sticker(page, "Slow builds")).toBeVisible();
    const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(100_000);
    expect(total).toBeLessThan(195_000);
    expect(scripts.map((script) => script.url()).filter((url) => meetingChunk.test(url))).toEqual([]);
  });
});
