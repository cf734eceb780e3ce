import type { Locator, Page } from "@playwright/test";
import { toastButton, column, composer, sticker } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { meetingBar } from "./support/facilitation.ts";
import { chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

const focusedElement = (page: Page) => page.locator(":focus");

/**
 * Presses Tab (or Shift+Tab) until the element has the focus, and checks that the focus is visible at every
 * stop.
 */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeAttached();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    expect(
      await hasVisibleFocus(page),
      await focusedElement(page).evaluateAll(([at]) => at?.outerHTML.slice(0, 200)),
    ).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the Tab key does not reach ${target.toString()}`);
}

/** Is the focus visible: an outline on the element, on the part that represents it, or on its frame? */
function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.matches("[data-testid^=sentinel]")) return true;
    const rings = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    };
    // Fields of forms show the focus by their frame.
    if (at.closest(".Mui-focused, .Mui-focusVisible") !== null) return true;
    return rings(at) || rings(at, "::after") || (at.parentElement !== null && rings(at.parentElement));
  });
}

test("a whole retro without a mouse: join, make a board, write, edit, move, group, vote, time, export, help @core", async ({
  browser,
  server,
  contextOptions,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ ...contextOptions, baseURL: server.url });
  const page = await context.newPage();
  const dialog = page.getByRole("dialog");
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  // Join: the verification asks for nothing; the dialog's first field has the focus.
  await page.goto("/");
  await expect(dialog.getByLabel("Title")).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type("Sprint 42");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();

  // Past the bars.
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  // Add three.
  const add = button("New sticker in column 1").first();
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  for (const text of ["First", "Second", "Third"]) {
    await expect(composer(page)).toBeFocused();
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(sticker(page, text)).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();

  // Edit.
  await tabTo(page, sticker(page, "First"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" of all");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(sticker(page, "First of all")).toBeFocused();

  // Cancel an edit, and a move: both leave the sticker as it was, and the focus on it.
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sticker(page, "First of all")).toBeFocused();
  const announcements = page.getByRole("status");
  await page.keyboard.press("Space");
  await expect(announcements.filter({ hasText: "Picked up." })).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(announcements.filter({ hasText: "column 2" })).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(announcements.filter({ hasText: "Cancelled." })).toBeAttached();
  await expect(column(page, 0).getByRole("article")).toHaveCount(3);
  await expect(sticker(page, "First of all")).toBeFocused();

  // Move it to the next column.
  await page.keyboard.press("Space");
  await expect(announcements.filter({ hasText: "Picked up." })).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(column(page, 1).getByRole("article")).toHaveCount(1);
  await expect(sticker(page, "First of all")).toBeFocused();

  // Walk back by the arrows, and group the third with the one before it: Enter puts it down, and opens
  // nothing.
  await page.keyboard.press("ArrowLeft");
  await expect(sticker(page, "Second")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(sticker(page, "Third")).toBeFocused();
  expect(await hasVisibleFocus(page)).toBe(true);
  await page.keyboard.press("Space");
  await expect(announcements.filter({ hasText: "Picked up." })).toBeAttached();
  await page.keyboard.press("g");
  await expect(announcements.filter({ hasText: "Group with" })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(button(/2 grouped/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(column(page, 0).getByRole("article")).toHaveCount(1);

  // Open the group in place.
  await tabTo(page, button(/2 grouped/));
  await page.keyboard.press("Enter");
  await expect(sticker(page, "Third")).toBeVisible();

  // Vote, and take it back.
  const vote = sticker(page, "First of all").getByRole("button", { name: /^Vote/ });
  await tabTo(page, vote);
  await page.keyboard.press("Space");
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await expect(vote).toHaveAttribute("aria-pressed", "false");

  // Delete, and undo.
  await tabTo(page, sticker(page, "First of all"), "Shift+Tab");
  await page.keyboard.press("Delete");
  await expect(sticker(page, "First of all")).toHaveCount(0);
  await tabTo(page, toastButton(page, "Undo", "Sticker deleted"));
  await page.keyboard.press("Enter");
  await expect(sticker(page, "First of all")).toBeVisible();

  // The timer.
  const timer = button("Timer").first();
  await tabTo(page, timer, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await tabTo(page, button("Start timer"));
  await page.keyboard.press("Enter");
  await expect(button("Pause")).toBeVisible();
  await expect(timer).toBeFocused();

  // Export.
  const download = button("Download");
  await tabTo(page, download);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Save as PDF" })).toBeFocused();
  const file = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(download).toBeFocused();

  // Help.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(download).toBeFocused();
  await context.close();
});

test("the focus stays near the changed sticker after Delete, Undo and grouping by keyboard", async ({
  createPerson,
}) => {
  const { ann } = await openSharedBoard(createPerson, { 0: ["One", "Two", "Three"] });
  const { page } = ann;
  await sticker(page, "Two").focus();
  await page.keyboard.press("Delete");
  await expect(sticker(page, "Three")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(sticker(page, "One")).toBeFocused();
  await toastButton(page, "Undo").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.locator("body")).not.toBeFocused();

  await sticker(page, "One").focus();
  await chooseFromStickerMenu(page, sticker(page, "One"), "Group with…");
  const dialog = page.getByRole("dialog", { name: "Group with…" });
  await dialog.getByRole("option").first().click();
  await dialog.getByRole("button", { name: "Group", exact: true }).click();
  await expect(page.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  await expect(page.getByRole("article")).toBeFocused();
});

test("Enter confirms once; the focus goes on when the pressed button disappears: facilitator, fullscreen, timer, New Board", async ({
  createPerson,
}) => {
  const me = await createPerson();
  const board = await createBoard(me);
  const { page } = me;
  const dialog = page.getByRole("dialog");
  const focused = (name: string) =>
    expect(page.getByRole("button", { name, exact: true }).first()).toBeFocused();

  // The dialog opens by itself.
  await page.goto("/");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await tabTo(page, dialog.getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New Board" }).last()).toBeFocused();

  await page.goto(board.path);
  const seat = page.getByRole("button", { name: "Facilitator Mode" });
  await expect(seat).toBeEnabled();
  await seat.focus();
  // A held Enter opens the dialog and confirms nothing.
  for (let times = 0; times < 3; times += 1) {
    await page.keyboard.down("Enter");
    await focused("Become facilitator");
  }
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  await focused("Facilitator Controls");
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Options" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await focused("Exit");
  await page.keyboard.press("Enter");
  await focused("Facilitator Mode");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Fullscreen" }).focus();
  await page.keyboard.press("Enter");
  await focused("Exit fullscreen");
  expect(await hasVisibleFocus(page)).toBe(true);
  await page.keyboard.press("Enter");
  await focused("Fullscreen");

  await me.api.send("POST", `/boards/${board.id}/timers`, { count_time: 1 });
  await page.getByRole("button", { name: "+2 min" }).focus();
  await page.keyboard.press("Enter");
  await focused("Timer");
  await page.getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("Enter");
  await focused("Play");
  await page.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Enter");
  await focused("Timer");
});

test("others' changes never take the focus away: it goes to the neighbour, and the page does not scroll", async ({
  createPerson,
}) => {
  const many = Array.from({ length: 20 }, (_, i) => `Sticker ${i + 1}.`);
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: many });
  const { page } = ann;
  // The stickers are below each other.
  await page.setViewportSize({ width: 1200, height: 720 });
  const ask = (method: "PUT" | "DELETE", path: string, body?: unknown) =>
    ben.api.send(method, `/boards/${board.id}${path}`, body);
  const moveTo = (text: string, parent_id: string | undefined, after_id: string | null) =>
    ask("PUT", "/sort", { item_id: ids[text], parent_id, after_id });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const heightOf = async (text: string) => (await sticker(page, text).boundingBox())?.y ?? 0;
  await sticker(page, "Sticker 9.").focus();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await ask("DELETE", `/items/${ids["Sticker 9."]}`);
  await expect(sticker(page, "Sticker 9.")).toHaveCount(0);
  await expect(sticker(page, "Sticker 10.")).toBeFocused();
  await moveTo("Sticker 10.", board.columns[3], null);
  await expect(column(page, 3).getByRole("article")).toHaveCount(1);
  await expect(sticker(page, "Sticker 11.")).toBeFocused();
  expect(await scrolled()).toBe(before);

  // In its own column it keeps the focus, and the browser keeps its place on the screen.
  const height = await heightOf("Sticker 11.");
  await moveTo("Sticker 11.", board.columns[0], ids["Sticker 3."] ?? null);
  await expect(column(page, 0).getByRole("article").nth(3)).toContainText("Sticker 11.");
  await expect(sticker(page, "Sticker 11.")).toBeFocused();
  expect(Math.abs((await heightOf("Sticker 11.")) - height)).toBeLessThan(2);
  await ask("DELETE", `/items/${ids["Sticker 11."]}`);
  await expect(sticker(page, "Sticker 4.")).toBeFocused();
  expect(Math.abs((await heightOf("Sticker 4.")) - height)).toBeLessThan(2);
});

test("who leads a meeting by keyboard keeps the focus: at a step, a topic, Reveal, the votes, more time and an answer; a held Enter on Next goes on once", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  const ids: string[] = [];
  for (const text of ["Alpha", "Beta"]) {
    const { id } = await addSticker(fay, board.id, board.columns[0], text);
    await fay.api.send("POST", `/boards/${board.id}/items/${id}/vote`);
    ids.push(id);
  }
  const steps = ["checkin", "write", "vote", "discuss", "close"].map((kind) => ({
    id: kind,
    kind,
    minutes: 5,
  }));
  // Who comes after a question has begun does not answer it.
  for (const { page } of [fay, ann]) {
    await page.goto(board.path);
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).not.toHaveCount(0);
  }
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  const { page } = fay;
  const bar = meetingBar(page);
  const stage = (at: Page) => at.getByRole("region", { name: "Topic" });
  const at = bar.locator('[aria-current="step"]');

  const card = ann.page.getByRole("region", { name: "How are you today?" });
  await card.getByRole("button").first().press("Enter");
  await expect(card).toContainText("Thank you, your answer has been counted.");
  await expect(card).toBeFocused();

  const next = page.locator(".next-step");
  await next.focus();
  for (let i = 0; i < 6; i += 1) {
    const answered = i === 0 ? page.waitForResponse((response) => response.url().endsWith("/meeting")) : null;
    await page.keyboard.down("Enter");
    await answered;
    if (i === 0) await expect(at).toHaveText("Write");
  }
  await page.keyboard.up("Enter");
  await expect(next).toHaveText("Next: Vote");
  await expect(at).toHaveText("Write");

  await bar.getByRole("button", { name: "Reveal" }).press("Enter");
  await expect(bar.getByRole("button", { name: "Reveal" })).toHaveCount(0);
  await expect(bar).toBeFocused();
  await bar.getByRole("button", { name: "Go to “Vote”" }).press("Enter");
  await expect(at).toHaveText("Vote");
  await expect(bar).toBeFocused();
  const fewer = bar.getByRole("button", { name: "One vote fewer per person" });
  for (const left of [2, 1]) {
    await fewer.press("Enter");
    await expect(bar).toContainText(left === 1 ? "1 vote each" : "2 votes each");
  }
  await expect(fewer).toBeFocused();

  await bar.getByRole("button", { name: "Go to “Discuss”" }).press("Enter");
  const heading = (on: Page) => stage(on).getByRole("heading", { level: 2 });
  await expect(heading(ann.page)).toBeVisible();
  // Ann is at a button of the topic when it changes.
  await stage(ann.page).getByRole("button").first().focus();
  const other = stage(page).getByRole("button", { name: /^Discuss / });
  await other.press("Enter");
  await expect(heading(ann.page)).toHaveText("Beta");
  for (const on of [page, ann.page]) await expect(stage(on)).toBeFocused();
  await fay.api.send("DELETE", `/boards/${board.id}/timers`);
  await bar.getByRole("button", { name: "+2 min" }).press("Enter");
  await expect(bar.getByRole("button", { name: "+2 min" })).toHaveCount(0);
  await expect(bar).toBeFocused();
});
