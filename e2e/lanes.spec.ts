import { column } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { center, createTouchGestures, dragTo, drop, dropLine, startDrag } from "./support/pointer.ts";
import { expectColumn } from "./support/shared-board.ts";

for (const [device, viewport] of [
  ["mouse", { width: 1440, height: 800 }],
  ["finger", { width: 768, height: 800 }],
] as const)
  test(`the lanes of a section that is longer than the window are in reach of a dragged sticker, ${device}`, async ({
    createPerson,
  }) => {
    const hasTouch = device === "finger";
    const me = await createPerson({ context: { viewport, hasTouch } });
    const { page } = me;
    const board = await createBoard(me, "Long", "Start / Stop / Continue");
    for (let i = 1; i <= 30; i += 1) await addSticker(me, board.id, board.columns[0], `Sticker ${i}`);
    await page.goto(board.path);
    const first = page.getByRole("article", { name: "Sticker 1", exact: true });
    await expect(first).toBeVisible();
    const lane = column(page, 1);
    await expect(lane).not.toBeInViewport();
    if (hasTouch) {
      const gestures = await createTouchGestures(page);
      await gestures.longPress(first);
      await expect(lane).toBeInViewport({ ratio: 1 });
      await gestures.moveTo(lane, center);
      await expect(dropLine(page)).toBeVisible();
      await gestures.release();
    } else {
      await startDrag(page, first);
      await expect(lane).toBeInViewport({ ratio: 1 });
      await dragTo(page, lane, center);
      await expect(dropLine(page)).toBeVisible();
      await drop(page);
    }
    await expectColumn(page, 1, ["Sticker 1"]);
  });
