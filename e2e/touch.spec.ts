import { column, sticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { addSticker, expect, createBoard, type Person, test } from "./support/fixtures.ts";
import { bottomEdge, createTouchGestures, dropLine, center, groupRing } from "./support/pointer.ts";
import { expectColumn } from "./support/shared-board.ts";
import { setOption } from "./support/facilitation.ts";

// Users drag with the library that an idle page has loaded.
test.use({ idle: true });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function openBoardWithStickers(person: Person, ...texts: string[]): Promise<void> {
  const board = await createBoard(person, "Sprint 42", "Start / Stop / Continue");
  for (const text of texts) await addSticker(person, board.id, board.columns[0], text);
  await person.page.goto(board.path);
  await expect(column(person.page, 0).getByRole("article")).toHaveCount(texts.length);
}

test("touch: a long press drags to another column, and onto a sticker's middle to group", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  await openBoardWithStickers(ann, "First", "Second");
  const gestures = await createTouchGestures(page);
  await gestures.longPress(sticker(page, "Second"));
  await gestures.moveTo(column(page, 3), center);
  await expect(dropLine(page)).toBeVisible();
  await expect(groupRing(page)).toHaveCount(0);
  await gestures.release();
  await expectColumn(page, 3, ["Second"]);
  await expectColumn(page, 0, ["First"]);

  await gestures.longPress(sticker(page, "Second"));
  await gestures.moveTo(sticker(page, "First"), center);
  await expect(groupRing(page)).toBeVisible();
  await expect(dropLine(page)).toHaveCount(0);
  await gestures.release();
  await expect(page.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  await page.getByRole("button", { name: /^2 grouped/ }).tap();
  await expectColumn(page, 0, ["First", "Second"]);
});

test("touch: holding at the edge scrolls; a swipe scrolls and moves nothing", async ({ createPerson }) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  await openBoardWithStickers(ann, ...Array.from({ length: 14 }, (_, i) => `Sticker ${i + 1}`));
  const gestures = await createTouchGestures(page);
  const moved: string[] = [];
  page.on("request", (request) => request.url().endsWith("/sort") && moved.push(request.url()));
  const scrolled = () => page.evaluate(() => window.scrollY);
  await gestures.longPress(sticker(page, "Sticker 2"));
  await gestures.moveToPoint(195, 820);
  await expect.poll(scrolled).toBeGreaterThan(300);
  // Away from the edge, until the page stops; then onto the element in the middle of the screen.
  await gestures.moveToPoint(195, 420);
  await expect
    .poll(async () => {
      const at = await scrolled();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      return (await scrolled()) - at;
    })
    .toBe(0);
  const visibleStickerId = await page.evaluate(() => {
    const far = (each: Element) => Math.abs(each.getBoundingClientRect().top - 420);
    const all = [...document.querySelectorAll<HTMLElement>("[data-sticker]")];
    return all.toSorted((a, b) => far(a) - far(b))[0]?.dataset["sticker"];
  });
  await gestures.moveTo(page.locator(`[data-sticker="${visibleStickerId}"]`), bottomEdge);
  await expect(dropLine(page)).toBeVisible();
  await gestures.release();
  await expect.poll(() => moved).toHaveLength(1);
  const before = await scrolled();
  await gestures.swipe(page.locator(`[data-sticker="${visibleStickerId}"]`), 200);
  await expect.poll(scrolled).toBeLessThan(before - 50);
  expect(moved).toHaveLength(1);
});

test("touch: a tap shows the board's description, and why a vote is refused", async ({ createPerson }) => {
  const ann = await createPerson({ context: phone });
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  await addSticker(ann, board.id, board.columns[0], "First");
  await ann.api.send("PUT", `/boards/${board.id}`, { title: "Sprint 42", description: "Only facts, please" });
  const ben = await createPerson();
  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(ben, board.id, "votes", { limit: 0, item: "board" });
  const { page } = ann;
  await page.goto(board.path);
  // The tooltip layer loads at the first movement of a pointer; an earlier tap opens nothing.
  await page.mouse.move(1, 1);
  await expectChunksFetched(page, "TooltipLayer");
  const tooltip = page.getByRole("tooltip");
  await page.getByRole("button", { name: "More" }).tap();
  await page.getByRole("button", { name: "Only facts, please" }).tap();
  await expect(tooltip).toHaveText("Only facts, please");
  await page.getByRole("heading", { level: 1 }).tap();
  const vote = sticker(page, "First").getByRole("button", { name: /^Vote/ });
  await expect(vote).toBeDisabled();
  const requests: string[] = [];
  page.on("request", (request) => request.url().endsWith("/vote") && requests.push(request.url()));
  for (let taps = 0; taps < 3; taps += 1) await vote.tap({ force: true });
  await expect(tooltip).toHaveText("You have no votes left");
  await expect(page.getByRole("status").filter({ hasText: "You have no votes left" })).toHaveCount(1);
  await setOption(ben, board.id, "votes", false);
  await expect(vote).toBeEnabled();
  await setOption(ben, board.id, "hideContent", true);
  await expect(vote).toBeDisabled();
  await vote.tap({ force: true });
  await expect(tooltip).toHaveText("Voting is closed while content is hidden");
  expect(requests).toEqual([]);
});

test("the countdown and the facilitator's controls stay reachable in fullscreen", async ({
  createPerson,
}) => {
  const ann = await createPerson();
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  await addSticker(ann, board.id, board.columns[0], "First");
  await ann.api.send("POST", `/boards/${board.id}/timers`, { count_time: 600 });
  const { page } = ann;
  await page.goto(board.path);
  await page.getByRole("button", { name: "Fullscreen" }).click();
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("timer")).toHaveText(/^(0?9:\d\d|10:00)$/);
  await page.getByRole("button", { name: "Facilitator Controls" }).click();
  await expect(page.getByRole("menuitem", { name: "Reset votes" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The dock is dim while nobody uses it, and clear for the pointer and the keyboard.
  const dock = page.locator(".fullscreen-dock");
  await expect(page.getByRole("button", { name: "Facilitator Controls" })).toBeFocused();
  await expect(dock).toHaveCSS("opacity", "1");
  await page.getByRole("article").first().focus();
  await page.mouse.move(5, 5);
  await expect(dock).toHaveCSS("opacity", "0.75");
  await dock.hover();
  await expect(dock).toHaveCSS("opacity", "1");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("timer")).toHaveText("05:00");
});
