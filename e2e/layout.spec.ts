import type { Page } from "@playwright/test";
import { column, composer, sticker, toastButton } from "./support/board-page.ts";
import { button, facilitatorControls, setOption } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Fixtures, test } from "./support/fixtures.ts";
import { bottomEdge, center, dragTo, drop, dropLine, startDrag } from "./support/pointer.ts";
import { expectColumn, openSharedBoard } from "./support/shared-board.ts";

/** Of a lane's list, beside its plus. */
const laneWidth = 24;

/** A board whose sections have room for three columns side by side, with stickers in the first column. */
async function openWideBoard(createPerson: Fixtures["createPerson"], ...stickers: string[]) {
  const board = await openSharedBoard(createPerson, { 0: stickers });
  await board.ann.page.setViewportSize({ width: 1440, height: 900 });
  const { page } = board.ann;
  const width = async (index: number) => (await column(page, index).boundingBox())?.width ?? 0;
  return { ...board, page, width };
}

test("an empty column is a lane; a sticker that is dragged into it lands there", async ({ createPerson }) => {
  const { ben, page, width } = await openWideBoard(createPerson, "One", "Two");
  await expect.poll(() => Promise.all([1, 2].map(width))).toEqual([laneWidth, laneWidth]);
  // The columns of an empty section share its space.
  await expect.poll(() => width(3)).toBeGreaterThan(2 * laneWidth);

  await startDrag(page, sticker(page, "One"));
  const places = () => Promise.all([0, 1, 2].map((index) => column(page, index).boundingBox()));
  const before = await places();
  // The way leads over the other lane: nothing moves under the sticker.
  for (const lane of [1, 2]) {
    await dragTo(page, column(page, lane), center);
    await expect.poll(async () => (await dropLine(page).boundingBox())?.x).toBe(before[lane]?.x);
  }
  expect(await places()).toEqual(before);
  await drop(page);
  await expectColumn(page, 2, ["One"]);
  await expectColumn(ben.page, 2, ["One"]);
  // Two columns are used: all three are wide.
  await expect.poll(() => width(1)).toBeGreaterThan(2 * laneWidth);
});

test("a menu's items do not move while it opens", async ({ createPerson }) => {
  const { page } = await openWideBoard(createPerson, "One");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Animation.enable");
  await devTools.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
  await page.getByRole("button", { name: "Section menu" }).first().click();
  const last = page.getByRole("menuitem").last();
  const opening = await last.boundingBox();
  const paper = page.getByRole("menu").locator("xpath=..");
  expect(await paper.evaluate((menu) => menu.getAnimations().length)).toBeGreaterThan(0);
  await paper.evaluate((menu) => menu.getAnimations().forEach((animation) => animation.finish()));
  expect(await last.boundingBox()).toEqual(opening);
});

test("a menu without room below its button opens above it, and a double click on the button does nothing more", async ({
  createPerson,
}) => {
  const { page } = await openWideBoard(createPerson, "One", "Two", "Three", "Four", "Five");
  await page.setViewportSize({ width: 1000, height: 640 });
  const last = sticker(page, "Five");
  const button = last.getByRole("button", { name: "Sticker menu" });
  await last.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await last.hover();
  const { y = 0 } = (await button.boundingBox()) ?? {};
  await button.dblclick();
  const menu = page.getByRole("menu", { name: "Sticker menu" });
  await expect(menu).toBeVisible();
  const box = await menu.locator("xpath=..").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(y + 1);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".toasts [role=alert]")).toHaveCount(0);
});

test("nothing moves under a held press while somebody adds a sticker to a lane", async ({ createPerson }) => {
  const { ben, board, page, width } = await openWideBoard(createPerson, "One", "Two");
  const added = sticker(page, "Three");
  await sticker(page, "Two").hover({ position: { x: 12, y: 12 } });
  await page.mouse.down();
  const before = await sticker(page, "Two").boundingBox();
  const wide = await width(0);
  await addSticker(ben, board.id, board.columns[1], "Three");
  // It is there, but it has no room yet.
  await expect(added).toBeAttached();
  expect(await width(1)).toBe(laneWidth);
  expect(await sticker(page, "Two").boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(added).toBeVisible();
  await expect.poll(() => width(0)).toBeLessThan(wide);
});

test("by keyboard a lane becomes wide on focus, and a picked-up sticker goes into it", async ({
  createPerson,
}) => {
  const { page, width } = await openWideBoard(createPerson, "One", "Two");
  await page.getByRole("button", { name: "New sticker in column 2" }).first().focus();
  await expect.poll(() => width(1)).toBeGreaterThan(2 * laneWidth);
  await sticker(page, "One").focus();
  await expect.poll(() => width(1)).toBe(laneWidth);
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Picked up/)).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await dropLine(page).boundingBox())?.width).toBe(await width(1));
  await page.keyboard.press("Space");
  await expectColumn(page, 1, ["One"]);
});

test("an empty column takes no width, and a wide column shows its stickers side by side, where a drag puts one between them", async ({
  createPerson,
}) => {
  const { page, width, ben } = await openWideBoard(createPerson, "One", "Two", "Three");
  const section = await page.getByRole("region", { name: "Start" }).boundingBox();
  expect(await width(0)).toBeGreaterThan((section?.width ?? 0) - 40);
  const [one, two] = [await sticker(page, "One").boundingBox(), await sticker(page, "Two").boundingBox()];
  expect(two?.y).toBe(one?.y);
  expect(two?.x).toBeGreaterThan(one?.x ?? 0);
  await startDrag(page, sticker(page, "Three"));
  await dragTo(page, sticker(page, "Two"), [0.02, 0.5]);
  await expect.poll(async () => (await dropLine(page).boundingBox())?.height).toBe(two?.height);
  await drop(page);
  await expectColumn(page, 0, ["One", "Three", "Two"]);
  await expectColumn(ben.page, 0, ["One", "Three", "Two"]);
});

test(`a side panel cuts nothing of the stickers of three used columns, 1200`, async ({ createPerson }) => {
  const texts = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [i, [`Развёртывание ${i + 1}`, `Deployment ${i + 1}`]]),
  );
  const { ann, ben, board } = await openSharedBoard(createPerson, texts);
  const { page } = ann;
  await page.setViewportSize({ width: 1200, height: 900 });
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "showStickerDate", true);
  await setOption(ben, board.id, "avatars", "show");
  await expect(page.getByRole("article").locator("time")).toHaveCount(16);
  expect(await cutTexts(page)).toEqual([]);
  await button(page, "Results").click();
  await expect(page.locator(".side-panel")).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);
});

/** The parts of stickers that are wider than their place, or are cut by its edge. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".sticker")].flatMap((card) => {
      const edge = card.getBoundingClientRect();
      return [...card.querySelectorAll<HTMLElement>(".sticker-text, time, .vote, .person-dot")]
        .filter((part) => {
          const { left, right } = part.getBoundingClientRect();
          return part.scrollWidth > part.clientWidth + 1 || left < edge.left || right > edge.right;
        })
        .map((part) => `${part.className || part.tagName}: ${part.textContent}`);
    }),
  );
}

test("a section is shown alone at full width, by mouse and by keyboard; Escape shows all again", async ({
  createPerson,
}) => {
  const { page } = await openWideBoard(createPerson, "One", "Two");
  const start = page.getByRole("region", { name: "Start" });
  const before = (await start.boundingBox())?.width ?? 0;
  await start.getByRole("button", { name: "Show only this section" }).click();
  await expect(page.getByRole("region", { name: "Stop" })).toBeHidden();
  await expect.poll(async () => (await start.boundingBox())?.width).toBeGreaterThan(2.5 * before);
  await expect(page.getByText("Only “Start” is shown. Escape shows all sections.")).toBeAttached();
  await startDrag(page, sticker(page, "One"));
  await dragTo(page, column(page, 2), center);
  await drop(page);
  await expectColumn(page, 2, ["One"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Stop" })).toBeVisible();
  await start.getByRole("button", { name: "Show only this section" }).press("Enter");
  await start.getByRole("button", { name: "Show all sections" }).press("Enter");
  await expect(page.getByRole("region", { name: "Stop" })).toBeVisible();
  await expect(start.getByRole("button", { name: "Show only this section" })).toBeFocused();
});

test("a section alone shows the stickers of its three columns no wider than a line that is easy to read", async ({
  createPerson,
}) => {
  const { ann } = await openSharedBoard(createPerson, { 0: ["One", "Two"], 1: ["Three"], 2: ["Four"] });
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Show only this section" }).first().click();
  const widths = () =>
    page
      .getByRole("article")
      .evaluateAll((stickers) => stickers.map((each) => each.getBoundingClientRect().width));
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(220);
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(400);
});

test("in narrow columns on a touch screen votes are in their stickers, the tile's words are one line, and the field has the whole width", async ({
  createPerson,
}) => {
  const viewport = { width: 1200, height: 800 };
  const me = await createPerson({ context: { viewport, hasTouch: true, isMobile: true, locale: "ru-RU" } });
  const { page } = me;
  const board = await createBoard(me);
  for (const column of [0, 1, 2, 3]) await addSticker(me, board.id, board.columns[column], "Развёртывание");
  await page.goto(board.path);
  await expect(page.getByRole("article")).toHaveCount(4);
  const tileLines = () =>
    page
      .locator(".add-tile > .words")
      .evaluateAll((words) =>
        words.map((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight)),
      );
  expect(await cutTexts(page)).toEqual([]);
  expect(await tileLines()).not.toContain(2);
  await page.locator("[data-next] > .add-tile").first().tap();
  const field = await composer(page).boundingBox();
  expect(field?.width).toBeGreaterThan(90);
  await button(page, "Результаты").tap();
  await expect(page.locator(".side-panel")).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);
  expect(await tileLines()).not.toContain(2);
});

test("when somebody deletes the section that is shown alone, the others are shown", async ({
  createPerson,
}) => {
  const { ben, board, page } = await openWideBoard(createPerson, "One");
  await page
    .getByRole("region", { name: "Start" })
    .getByRole("button", { name: "Show only this section" })
    .click();
  await expect(page.getByRole("region", { name: "Stop" })).toBeHidden();
  await ben.api.send("DELETE", `/boards/${board.id}/items/${board.tree[0]?.id}`);
  await expect(page.getByRole("region", { name: "Start" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Stop" })).toBeVisible();
});

test("at 150 % a sticker is dragged to the place under the pointer; the device remembers the size", async ({
  createPerson,
}) => {
  const { page } = await openWideBoard(createPerson, "One", "Two");
  const height = async () => (await sticker(page, "One").boundingBox())?.height ?? 0;
  const before = await height();
  await page.keyboard.press("Control+Alt+Equal");
  for (let step = 0; step < 2; step += 1) await page.getByRole("button", { name: "Larger" }).click();
  await expect(page.getByRole("button", { name: "Size 150%. Back to 100%" })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(1.3 * before);
  await startDrag(page, sticker(page, "One"));
  await dragTo(page, sticker(page, "Two"), bottomEdge);
  const lineFromBottomOfTwo = async () => {
    const [line, target] = [await dropLine(page).boundingBox(), await sticker(page, "Two").boundingBox()];
    return Math.abs((line?.y ?? 0) - ((target?.y ?? 0) + (target?.height ?? 0)));
  };
  await expect.poll(lineFromBottomOfTwo).toBeLessThan(16);
  await drop(page);
  await expectColumn(page, 0, ["Two", "One"]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Size 150%. Back to 100%" })).toBeVisible();
});

test("at 200 % beside a panel the vote and the section's title stay within their boxes", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson, { 0: ["One"], 1: ["Two"], 2: ["Three"] });
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  await Promise.all(
    board.tree.map(({ id }) =>
      ann.api.send("PUT", `/boards/${board.id}/items/${id}`, { title: "Went quite well" }),
    ),
  );
  await expect(page.getByRole("heading", { name: "Went quite well" })).toHaveCount(board.tree.length);
  await page.evaluate(() => localStorage.setItem("retro.boardZoom", "200"));
  await page.reload();
  await page.getByRole("button", { name: "Results" }).first().click();
  await expect(page.locator(".side-panel")).toBeVisible();
  const outside = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("article .vote, .section-head h2")]
        .filter((inner) => {
          const box = inner.closest("article, .section-head")?.getBoundingClientRect();
          const { left, right, top, bottom } = inner.getBoundingClientRect();
          return !box || left < box.left || right > box.right || top < box.top + 2 || bottom > box.bottom - 2;
        })
        .map((inner) => inner.outerHTML),
    );
  await expect.poll(outside).toEqual([]);
});

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const)
  test(`toasts leave the controls of the header and of the sections, and the bar that adds, free, ${width}`, async ({
    createPerson,
  }) => {
    const { ann, ben } = await openSharedBoard(createPerson, { 0: ["One", "Two", "Three"] });
    const { page } = ann;
    await page.setViewportSize({ width, height });
    await ben.page.close();
    for (const count of [1, 2]) {
      await page.getByRole("article").first().focus();
      await page.keyboard.press("Delete");
      await expect(toastButton(page, "Undo")).toHaveCount(count);
    }
    expect(await coveredControls(page)).toEqual([]);
  });

test("a message of more than two lines leaves the header's controls free, too", async ({ createPerson }) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["One"] });
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  const text = "Автоматизировать развёртывание приложения на тестовый стенд";
  const { id } = await addSticker(ann, board.id, board.columns[1], "Before");
  await sticker(page, "Before").dblclick();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(text);
  await button(dialog, "Save").click();
  await expect(sticker(ben.page, text)).toBeVisible();
  await ben.api.send("PUT", `/boards/${board.id}/items/${id}`, { title: `${text}!` });
  await expect(sticker(page, `${text}!`)).toBeVisible();
  await page.keyboard.press("Control+z");
  const message = page.getByText(/^Someone else has changed .* since\. Nothing was undone\.$/);
  await expect(message).toBeVisible();
  expect((await message.boundingBox())?.height).toBeGreaterThan(50);
  expect(await coveredControls(page)).toEqual([]);
});

/** The names of the controls that a message covers: what the pointer meets in their middle. */
function coveredControls(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const controls =
      ".top-bar button, .board-header button, .presence li, .add-bar button, .section-tabs a, .section-head .icon-button";
    return [...document.querySelectorAll(controls)]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight)
      .filter(({ box }) =>
        document
          .elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          ?.closest(".toasts .notistack-SnackbarContainer, .toasts [class*=notistack-Snackbar]"),
      )
      .map(({ control }) => control.getAttribute("aria-label") ?? control.textContent);
  });
}

test("the menu button that appears on hover opens the menu and covers no text", async ({ createPerson }) => {
  const words = "Долгие сборки на каждом коммите";
  const { ann } = await openSharedBoard(createPerson, { 0: ["Above", words], 1: ["Two"], 2: ["Three"] });
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  await sticker(page, words).hover();
  const menu = sticker(page, words).getByRole("button", { name: "Sticker menu" });
  await expect(menu).toHaveCSS("opacity", "0.8");
  const covered = await menu.evaluate((button) => {
    const box = button.getBoundingClientRect();
    const texts = [...document.querySelectorAll(".sticker-text, .sticker .vote")].flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    return texts.filter(
      ({ left, right, top, bottom }) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    ).length;
  });
  expect(covered).toBe(0);
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Make an action" })).toBeVisible();
});

for (const [title, readable] of [
  ["Short", true],
  ["Everything that went well in the last two weeks of the release", false],
] as const)
  test(`on a phone the mark of hidden stickers beside “${title}” cuts no word`, async ({ createPerson }) => {
    const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Secret"] });
    await ann.page.setViewportSize({ width: 360, height: 740 });
    await ben.api.send("POST", `/boards/${board.id}/facilitators`);
    await addSticker(ben, board.id, board.columns[0], "Ben's secret");
    const [section] = board.tree;
    await ben.api.send("PUT", `/boards/${board.id}/items/${section?.id}`, { title });
    await setOption(ben, board.id, "hideContent", true);
    const mark = ann.page.locator(".section-hidden").first();
    await expect(ann.page.getByRole("heading", { name: title })).toBeVisible();
    await expect(mark).toBeVisible();
    const [box, words] = [await mark.boundingBox(), await mark.locator("span").boundingBox()];
    if (box === null || words === null) throw new Error("no mark");
    expect(words.y < box.y + box.height).toBe(readable);
    if (readable) expect(words.x + words.width).toBeLessThanOrEqual(box.x + box.width + 1);
  });

test("on a phone the dock in fullscreen has icons for what has no room for words", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const { page } = ann;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Fullscreen" }).click();
  const dock = page.locator(".fullscreen-dock");
  await expect(dock.getByText("Facilitator Mode")).toBeVisible();
  await ann.api.send("POST", `/boards/${board.id}/timers`, { count_time: 600 });
  const controls = facilitatorControls(page);
  await expect(controls).toBeEnabled();
  await expect(dock.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  const words = controls.locator("span", { hasText: "Facilitator Controls" }).last();
  expect((await words.boundingBox())?.width).toBeLessThanOrEqual(1);
  const { width = 0, height = 0 } = (await controls.boundingBox()) ?? {};
  expect([width >= 40, height >= 36]).toEqual([true, true]);
  await controls.click();
  await expect(page.getByRole("menuitem", { name: "Options" })).toBeVisible();
});

test("paper shows the board's title and stickers, and no controls", async ({ createPerson }) => {
  const { page } = await openWideBoard(createPerson, "One", "Two");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();
  await expect(sticker(page, "Two")).toBeVisible();
  for (const name of ["Board settings", "Invite", "Add sticker", "Section menu"])
    await expect(page.getByRole("button", { name, includeHidden: true }).first()).toBeHidden();
  await expect(page.getByRole("link", { name: "Skip to content", includeHidden: true })).toBeHidden();
});

test("in fullscreen the countdown is readable from the end of a room, on a phone, a tablet, a laptop and a wall, and the dock has room for it", async ({
  createPerson,
}) => {
  const { page, ann, board } = await openWideBoard(createPerson, "One");
  await ann.api.send("POST", `/boards/${board.id}/timers`, { count_time: 3000 });
  const size = () => page.getByRole("timer").evaluate((timer) => getComputedStyle(timer).fontSize);
  await expect.poll(size).toBe("16px");
  // A window that is in the browser's fullscreen, or still leaves it, cannot be resized.
  await page.evaluate(() => localStorage.setItem("fullscreen", "true"));
  await page.reload();
  const dock = page.locator(".fullscreen-dock");
  await expect(button(dock, "Stop")).toBeVisible();
  for (const width of [1920, 1440, 768, 600, 360]) {
    await page.setViewportSize({ width, height: 1080 });
    await expect.poll(size).toBe(width < 600 ? "40px" : "48px");
    const overflow = await dock.evaluate((element) => {
      const [own, ...parts] = [element, ...element.querySelectorAll(".panel, .panel-button")].map((each) =>
        each.getBoundingClientRect(),
      );
      return Math.max(...parts.map(({ right }) => right)) - (own?.right ?? 0);
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
