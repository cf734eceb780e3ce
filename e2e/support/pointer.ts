import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** A point on an element, in shares of its width and height. */
export type RelativePosition = readonly [x: number, y: number];
export const center: RelativePosition = [0.5, 0.5];
/** A drop here means "before this sticker". */
export const topEdge: RelativePosition = [0.5, 0.06];
export const bottomEdge: RelativePosition = [0.5, 0.94];

/**
 * The line that shows where a dragged sticker would go, and the ring around the sticker that it would be
 * grouped with.
 */
export const dropLine = (page: Page): Locator => page.locator(".drop-mark[data-kind=line]");
export const groupRing = (page: Page): Locator => page.locator(".drop-mark[data-kind=ring]");
/** The copy of the sticker that follows the pointer. */
const dragClone = (page: Page): Locator => page.locator(".drag-clone");

async function pointOn(target: Locator, [x, y]: RelativePosition): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} is not on the screen`);
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Starts to drag a sticker with the mouse; it follows the pointer until `drop`. */
export async function startDrag(page: Page, sticker: Locator): Promise<void> {
  await sticker.hover({ position: { x: 12, y: 12 } });
  const from = await pointOn(sticker, [0, 0]);
  await page.mouse.down();
  // Repeats the movement: the drag library may not be loaded at the first one.
  await expect(async () => {
    await page.mouse.move(from.x + 16, from.y + 20);
    await page.mouse.move(from.x + 22, from.y + 24);
    await expect(dragClone(page)).toBeVisible({ timeout: 300 });
  }).toPass();
}

/** Moves the dragged sticker to a point on an element. */
export async function dragTo(page: Page, target: Locator, position: RelativePosition): Promise<void> {
  const to = await pointOn(target, position);
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

/**
 * Waits until a click has an effect again. For 50 ms after a drop none has, so that the release of the button
 * presses nothing; a test would click sooner than any person.
 */
async function expectClicksToWork(page: Page): Promise<void> {
  const clickArrives = () => {
    let arrived = false;
    const root = document.documentElement;
    root.addEventListener("click", () => (arrived = true), { once: true });
    // It does not bubble, so the product's own listeners do not take it for a press.
    root.dispatchEvent(new MouseEvent("click"));
    return arrived;
  };
  await expect.poll(() => page.evaluate(clickArrives)).toBe(true);
}

/** Releases the mouse button at the end of a drag. */
export async function releaseDrag(page: Page): Promise<void> {
  await page.mouse.up();
  await expectClicksToWork(page);
}

/** Drops the dragged sticker. */
export async function drop(page: Page): Promise<void> {
  await releaseDrag(page);
  await expect(dragClone(page)).toHaveCount(0);
}

/** A finger on an emulated touch screen. */
export interface TouchGestures {
  /** Two taps, as quickly as a person taps. */
  doubleTap(target: Locator, share?: RelativePosition): Promise<void>;
  /** Holds an element until the drag begins. */
  longPress(target: Locator, share?: RelativePosition): Promise<void>;
  moveTo(target: Locator, share?: RelativePosition): Promise<void>;
  moveToPoint(x: number, y: number): Promise<void>;
  /** Puts the finger on an element and moves it up or down at once. */
  swipe(target: Locator, by: number): Promise<void>;
  release(): Promise<void>;
}

/** The finger of a page whose context has `hasTouch`. */
export async function createTouchGestures(page: Page): Promise<TouchGestures> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [at] });
  let last = { x: 0, y: 0 };
  const moveInSteps = async (to: { x: number; y: number }) => {
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch("touchMove", { x: last.x + (to.x - last.x) * part, y: last.y + (to.y - last.y) * part });
    last = to;
  };
  return {
    async doubleTap(target, share = center) {
      await target.scrollIntoViewIfNeeded();
      const at = await pointOn(target, share);
      // Sent together: on a slow machine separate calls would become two single taps.
      await Promise.all([
        touch("touchStart", at),
        touch("touchEnd"),
        touch("touchStart", at),
        touch("touchEnd"),
      ]);
    },
    async longPress(target, share = [0.2, 0.2]) {
      await target.scrollIntoViewIfNeeded();
      last = await pointOn(target, share);
      await touch("touchStart", last);
      await expect(dragClone(page)).toBeVisible();
    },
    async moveTo(target, share = center) {
      await moveInSteps(await pointOn(target, share));
    },
    moveToPoint: (x, y) => moveInSteps({ x, y }),
    async swipe(target, by) {
      last = await pointOn(target, center);
      // Before the long press is one, on a slow machine too.
      const down = touch("touchStart", last);
      await Promise.all([down, moveInSteps({ x: last.x, y: last.y + by })]);
      await touch("touchEnd");
    },
    async release() {
      await touch("touchEnd");
      await expectClicksToWork(page);
      await expect(dragClone(page)).toHaveCount(0);
    },
  };
}
