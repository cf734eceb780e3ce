import type { Locator, Page } from "@playwright/test";
import { column, composer, sticker } from "./support/board-page.ts";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";
import { createTouchGestures } from "./support/pointer.ts";

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Tap targets smaller than 44 px in width or height; links in running text are exempt (WCAG 2.5.8). */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, textarea, [role=button], [role=tab], [role=menuitem], [role=combobox]",
    );
    const found: string[] = [];
    for (const target of targets) {
      if (
        target.closest("[aria-hidden=true], .sticker-text, p") !== null ||
        target.getAttribute("href") === "#main"
      )
        continue;
      // A box or a switch is tapped by its label, a field by its frame.
      const touched = target.closest("label, .MuiInputBase-root") ?? target;
      // An area that is stretched over its frame is as large as the frame.
      const stretched =
        getComputedStyle(target, "::after").position === "absolute" ? target.offsetParent : null;
      const { width, height } = (stretched ?? touched).getBoundingClientRect();
      if (width === 0 || height === 0 || getComputedStyle(touched).visibility === "hidden") continue;
      // Fractions of a pixel can make 44 px slightly smaller.
      if (width < 43.5 || height < 43.5)
        found.push(`${Math.round(width)}×${Math.round(height)} ${target.outerHTML.slice(0, 140)}`);
    }
    return found;
  });
}

/** Does the page stay within its width? */
async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

test("a whole retro on a phone of 360 px, by touch @core", async ({ createPerson }) => {
  test.setTimeout(120_000);
  const me = await createPerson({ name: "Ann", context: phone });
  const { page } = me;
  const dialog = page.getByRole("dialog");
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  await page.goto("/");
  await expect(dialog.getByLabel("Title")).toBeVisible();
  expect(await dialog.locator("..").evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  // Below 16 px a phone would zoom in.
  for (const field of await dialog.getByRole("textbox").all())
    expect(
      await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(16);
  await dialog.getByLabel("Title").fill("On a train");
  await dialog.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(page.getByRole("heading", { name: "On a train" })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expect.poll(() => findSmallTargets(page)).toEqual([]);

  // Sections are below one another, and the columns of a section are one list with one prompt.
  const sections = await Promise.all(
    (await page.getByRole("region").all()).map((each) => each.boundingBox()),
  );
  expect(new Set(sections.map((box) => box?.x)).size).toBe(1);
  const columns = await Promise.all([0, 1, 2].map((index) => column(page, index).boundingBox()));
  expect(new Set(columns.map((box) => box?.x)).size).toBe(1);
  expect(columns.map((box) => (box?.height ?? 0) > 0)).toEqual([true, false, false]);

  // Write: a double tap on the column, or the plus; the dialog takes the whole screen.
  const gestures = await createTouchGestures(page);
  await gestures.doubleTap(column(page, 0));
  await expect(page.getByRole("dialog", { name: "New Sticker" })).toBeVisible();
  await expect
    .poll(async () => dialog.evaluate((element) => element.getBoundingClientRect().toJSON() as object))
    .toMatchObject({
      x: 0,
      y: 0,
      width: 360,
      height: 740,
    });
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await dialog.getByRole("textbox").first().fill("Fast reviews");
  await dialog.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(sticker(page, "Fast reviews")).toBeVisible();
  await button("Add to Went well").tap();
  await composer(page).fill("Long meetings");
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await button("Save sticker").tap();
  await expect(sticker(page, "Long meetings")).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.getByRole("heading", { level: 1 }).tap();
  await expect(composer(page)).toHaveCount(0);

  // Edit by double tap.
  await gestures.doubleTap(sticker(page, "Fast reviews"), [0.3, 0.3]);
  await dialog.getByRole("textbox").first().fill("Fast and kind reviews");
  await dialog.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(sticker(page, "Fast and kind reviews")).toBeVisible();

  // Vote.
  const vote = sticker(page, "Fast and kind").getByRole("button", { name: /^Vote/ });
  await vote.tap();
  await expect(vote).toHaveAttribute("aria-pressed", "true");

  // Group without dragging.
  await sticker(page, "Long meetings").getByRole("button", { name: "Sticker menu" }).tap();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Group with…" }).tap();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await page.getByRole("dialog").getByText("Fast and kind reviews").tap();
  await dialog.getByRole("button", { name: "Group", exact: true }).tap();
  await expect(button(/2 grouped/)).toBeVisible();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);

  // Timer, options, help.
  await button("Timer").first().tap();
  await expect(button("Start timer")).toBeVisible();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await button("Start timer").tap();
  await button("More").tap();
  await expect(button("Pause")).toBeVisible();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await button("Facilitator Controls").tap();
  await page.getByRole("menuitem", { name: "Options" }).tap();
  await expect(page.getByRole("dialog", { name: "Options" })).toBeVisible();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole("dialog", { name: "Options" }).getByRole("button", { name: "Close" }).tap();
  // The panel closes with the dialog that it opened.
  await expect(button("Pause")).toBeHidden();
  await button("More").tap();
  await button("Help").tap();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
});

test("no screen scrolls sideways at 320 px, nor at 200 % on a small desktop screen", async ({
  createPerson,
}) => {
  const me = await createPerson({ name: "Wolfeschlegelsteinhausenbergerdorff" });
  const board = await createBoard(me, "Достопримечательность".repeat(6));
  await addSticker(me, board.id, board.columns[0], "Высокопревосходительство".repeat(9));
  await me.api.send("POST", `/boards/${board.id}/timers`, { count_time: 600 });
  await me.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "stopEditing", value: true });
  const { page } = me;
  // A window of 1280 × 800 at 200 % has 640 × 400 of CSS pixels.
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of [board.path, "/", "/contact", "/terms-of-use", "/error/404", "/admin/sign-in"]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expectNoHorizontalScroll(page);
    }
    await page.goto(board.path);
    await page.getByRole("button", { name: "Add sticker" }).first().click();
    const save = page.getByRole("dialog").getByRole("button", { name: "Save", exact: true });
    await save.scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport();
    await expectNoHorizontalScroll(page);
  }
});

test("the last sticker of a long board can be scrolled clear of the bar that adds", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann", context: { viewport: { width: 390, height: 844 } } });
  const { id, path, columns } = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const last = columns.at(-1);
  for (let count = 1; count <= 12; count += 1) await addSticker(ann, id, last, `Sticker ${count}`);
  const { page } = ann;
  await page.goto(path);
  const bar = page.getByRole("button", { name: /^Add to / });
  await expect(page.getByRole("article")).toHaveCount(12);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  await expect
    .poll(
      async () => ((await bar.boundingBox())?.y ?? 0) - (await bottomOf(page.getByRole("article").last())),
    )
    .toBeGreaterThanOrEqual(8);
});

test("touch: at the last sticker of a section its votes left and the results are in the bar at the bottom, in one line, also while nobody may write", async ({
  createPerson,
}) => {
  const me = await createPerson({ name: "Ann", context: phone });
  const ben = await createPerson({ name: "Ben", context: phone });
  const { page } = ben;
  const board = await createBoard(me, "Sprint 42", "Start / Stop / Continue");
  for (let i = 1; i <= 10; i += 1) await addSticker(me, board.id, board.columns[0], `Sticker ${i}`);
  for (let i = 1; i <= 8; i += 1) await addSticker(me, board.id, board.columns[3], `Later ${i}`);
  const set = (option: string, value: unknown) =>
    me.api.send("PUT", `/boards/${board.id}/facilitators`, { option, value });
  await me.api.send("POST", `/boards/${board.id}/facilitators`);
  await page.goto(board.path);
  await expect(sticker(page, "Sticker 10")).toBeVisible();
  const bar = page.locator(".add-bar");
  await expect(bar.getByRole("button")).toHaveCount(1);
  await set("votes", { limit: 3, item: "section" });
  await sticker(page, "Sticker 10").scrollIntoViewIfNeeded();
  await sticker(page, "Sticker 10")
    .getByRole("button", { name: /^Vote\b/ })
    .tap();
  await expect(bar).toContainText("2 left");
  const results = bar.getByRole("button", { name: "Results" });
  for (const mayWrite of [true, false]) {
    if (!mayWrite) await set("stopEditing", true);
    await expect(bar.getByRole("button")).toHaveCount(mayWrite ? 2 : 1);
    await expect(bar.getByText("2 left", { exact: true })).toBeInViewport({ ratio: 1 });
    const { height } = (await bar.boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(70);
    await expectNoHorizontalScroll(page);
  }
  expect(await findSmallTargets(page)).toEqual([]);
  await results.tap();
  await expect(page.getByRole("dialog", { name: "Results" })).toBeVisible();
});
