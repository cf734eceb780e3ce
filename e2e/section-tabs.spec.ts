import type { Page } from "@playwright/test";
import { column, composer, sticker } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test, type Person } from "./support/fixtures.ts";
import {
  bottomEdge,
  createTouchGestures,
  dropLine,
  type RelativePosition,
  topEdge,
} from "./support/pointer.ts";
import { expectColumn } from "./support/shared-board.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const tabs = (page: Page) => page.getByRole("navigation", { name: "Sections" }).getByRole("link");
const current = (page: Page) => page.locator(".section-tab[aria-current]");

/** Opens a board of the sections Start, Stop and Continue. */
async function openBoard(person: Person, stickers: Record<number, readonly string[]>) {
  const board = await createBoard(person, "Sprint 42", "Start / Stop / Continue");
  for (const [index, texts] of Object.entries(stickers))
    for (const text of texts) await addSticker(person, board.id, board.columns[Number(index)], text);
  await person.page.goto(board.path);
  await expect(person.page.getByRole("article")).toHaveCount(Object.values(stickers).flat().length);
  return board;
}

const many = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

test("a tab leads to its section, the section on the screen is marked, and the bar adds to it @core", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann", context: phone });
  const { page } = ann;
  await openBoard(ann, { 0: many("Start", 8), 2: ["Start last"], 3: many("Stop", 9) });
  await expect(tabs(page)).toHaveText([/^Start9/, /^Stop9/, /^Continue0/]);
  await expect(current(page)).toHaveAccessibleName("Start 9 stickers");
  const first = await sticker(page, "Start 1").boundingBox();
  expect(first?.y).toBeLessThanOrEqual(150);

  const address = page.url();
  await tabs(page).nth(1).tap();
  await expect(page.getByRole("heading", { name: "Stop" })).toBeFocused();
  const head = await page.getByRole("heading", { name: "Stop" }).boundingBox();
  expect(head?.y).toBeGreaterThan(90);
  expect(head?.y).toBeLessThan(130);
  await expect(current(page)).toHaveAccessibleName("Stop 9 stickers");
  expect(page.url()).toBe(address);

  // The last section is too short to come to the top: it is current all the same, and after scrolling to the
  // end.
  await tabs(page).nth(2).tap();
  await expect(current(page)).toHaveAccessibleName("Continue 0 stickers");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(current(page)).toHaveAccessibleName("Start 9 stickers");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(current(page)).toHaveAccessibleName("Continue 0 stickers");
  await page.evaluate(() => scrollTo(0, 0));

  // Of the columns of a section that has several, the shortest is next.
  await page.getByRole("button", { name: "Add to Start" }).tap();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: /^Add to/ })).toBeHidden();
  await composer(page).fill("Written with a thumb");
  await page.getByRole("button", { name: "Save sticker" }).tap();
  await expectColumn(page, 1, ["Written with a thumb"]);
  await expect(tabs(page).first()).toHaveText(/^Start10/);
});

/**
 * How far the bar for the name reaches over the button that adds, at most, while the page scrolls from its
 * start to its end.
 */
function overlapWhileScrolling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    let overlap = -Infinity;
    const end = document.documentElement.scrollHeight - innerHeight;
    for (let top = 0; top <= end + 12; top += 12) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      overlap = Math.max(overlap, (box(".name-bar")?.bottom ?? NaN) - (box(".add-bar > button")?.top ?? NaN));
    }
    scrollTo(0, 0);
    return overlap;
  });
}

test("the bar that adds and the bar for the name never overlap, however long the board is", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  const board = await openBoard(ann, {});
  await expect(page.getByRole("form", { name: /^You are/ })).toBeVisible();
  let there = 0;
  for (const count of [0, 2, 30]) {
    for (; there < count; there += 1) await addSticker(ann, board.id, board.columns[0], `Text ${there}`);
    await expect(page.getByRole("article")).toHaveCount(count);
    expect(await overlapWhileScrolling(page)).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: "More", exact: true }).tap();
  expect(await overlapWhileScrolling(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  // The browser makes the page smaller for the keyboard; Safari lays it over the page.
  await page.getByRole("textbox", { name: "Your name" }).tap();
  await page.setViewportSize({ width: 390, height: 350 });
  expect(await overlapWhileScrolling(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(phone.viewport);
  await page.evaluate(() => document.documentElement.style.setProperty("--keyboard", "300px"));
  expect(await overlapWhileScrolling(page)).toBeLessThanOrEqual(0);
});

test("the columns of a section are one list; a drop between them keeps column and order", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann", context: phone });
  const { page } = ann;
  const { id } = await openBoard(ann, { 0: ["One"], 1: ["Two", "Three"], 2: ["Four"], 5: ["Five"] });
  const boxes = await Promise.all((await page.getByRole("article").all()).map((each) => each.boundingBox()));
  const gaps = boxes.slice(1, 4).map((box, i) => {
    const above = boxes[i];
    return (box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  });
  expect(gaps).toEqual([10, 10, 10]);
  await expect(page.getByRole("button", { name: /^New sticker in column/ })).toHaveCount(0);

  const gestures = await createTouchGestures(page);
  const move = async (text: string, onto: string, place: RelativePosition) => {
    await gestures.longPress(sticker(page, text));
    await gestures.moveTo(sticker(page, onto), place);
    await expect(dropLine(page)).toBeVisible();
    await gestures.release();
  };
  await move("Four", "Two", topEdge);
  await expectColumn(page, 1, ["Four", "Two", "Three"]);
  await move("Three", "One", bottomEdge);
  await expectColumn(page, 0, ["One", "Three"]);
  // Below the last sticker is the end of the list; an empty section takes a drop anywhere.
  await gestures.longPress(sticker(page, "One"));
  await gestures.moveTo(column(page, 1), [0.5, 0.97]);
  await gestures.release();
  await expectColumn(page, 1, ["Four", "Two", "One"]);
  await gestures.longPress(sticker(page, "Five"));
  await gestures.moveTo(page.getByRole("region", { name: "Continue" }), [0.5, 0.1]);
  await gestures.release();
  await expectColumn(page, 6, ["Five"]);
  const tree = await ann.api.get<{ children: { id: string; children: { title: string }[] }[] }[]>(
    `/boards/${id}/items`,
  );
  const titles = tree.flatMap((section) => section.children.map((each) => each.children.map((s) => s.title)));
  expect(titles.slice(0, 7)).toEqual([["Three"], ["Four", "Two", "One"], [], [], [], [], ["Five"]]);
});

test("a sticker that is held on a tab goes to its section; elsewhere at the edge the page scrolls", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann", context: phone });
  const { page } = ann;
  await openBoard(ann, { 0: many("Start", 9), 3: many("Stop", 9), 6: ["Last"] });
  const gestures = await createTouchGestures(page);
  const scrolled = () => page.evaluate(() => scrollY);
  await gestures.longPress(sticker(page, "Start 1"));
  await gestures.moveTo(tabs(page).nth(1));
  await expect(current(page)).toHaveAccessibleName("Stop 9 stickers");
  await expect
    .poll(async () => (await page.getByRole("heading", { name: "Stop" }).boundingBox())?.y)
    .toBeLessThan(130);
  // Just below the tabs the page scrolls back, although they cover the edge.
  const before = await scrolled();
  await gestures.moveToPoint(195, 110);
  await expect.poll(scrolled).toBeLessThan(before - 100);
  await gestures.moveTo(tabs(page).nth(1));
  await expect(current(page)).toHaveAccessibleName("Stop 9 stickers");
  // Away from the edge, until the page stops.
  await gestures.moveToPoint(195, 420);
  await expect
    .poll(async () => {
      const at = await scrolled();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      return (await scrolled()) - at;
    })
    .toBe(0);
  await gestures.moveTo(sticker(page, "Stop 2"), bottomEdge);
  await expect(dropLine(page)).toBeVisible();
  await gestures.release();
  await expectColumn(page, 3, ["Stop 1", "Stop 2", "Start 1", ...many("Stop", 9).slice(2)]);
});
