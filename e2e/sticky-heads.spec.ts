import type { Locator, Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { setOption } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Fixtures, test } from "./support/fixtures.ts";
import { drop, startDrag } from "./support/pointer.ts";
import { joinPresence } from "./support/presence-client.ts";

const laptop = { viewport: { width: 1440, height: 900 } };
const count = 60;

/** A board with many stickers in its first section, in which two votes are left. */
async function openLongBoard(createPerson: Fixtures["createPerson"]): Promise<Page> {
  const fay = await createPerson({ name: "Fay", context: laptop });
  const board = await createBoard(fay);
  const add = (text: string) => addSticker(fay, board.id, board.columns[0], text);
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => add(`Sticker ${i + 1}`)));
  await add(`Sticker ${count}`);
  await fay.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(fay, board.id, "votes", { limit: 2, item: "section" });
  await fay.page.goto(board.path);
  await expect(sticker(fay.page, `Sticker ${count}`)).toBeAttached();
  return fay.page;
}

/** Whether all of the element is on the screen, with nothing over its edges. */
const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[x, top + 1] as const, [x, bottom - 1] as const, [left + 1, y] as const, [right - 1, y] as const]
      .map(([atX, atY]) => document.elementFromPoint(atX, atY))
      .every((over) => over !== null && element.contains(over));
  });

test("at the last of many stickers the section's title, the votes left and the results are in sight; a focus comes below them", async ({
  createPerson,
}) => {
  const page = await openLongBoard(createPerson);
  const inSight = [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("heading", { level: 2 }).first(),
    page.locator(".section-head .votes-left").first(),
    page.getByRole("button", { name: "Results" }),
  ];
  const last = sticker(page, `Sticker ${count}`);
  const above = page.getByRole("article").nth(count / 2);
  for (const zoom of ["1", "1.5"]) {
    await page.evaluate((value) => document.documentElement.style.setProperty("--board-zoom", value), zoom);
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return isInSight(last);
      })
      .toBe(true);
    for (const target of inSight) expect(await isInSight(target)).toBe(true);
    // Behind the bars it is on the screen already, so that a browser sees no need to scroll.
    await above.evaluate((card) => scrollBy(0, card.getBoundingClientRect().top - 100));
    expect(await isInSight(above)).toBe(false);
    await above.focus();
    await expect.poll(() => isInSight(above)).toBe(true);

    // What sticks is where it is: its focus does not scroll the page.
    const before = await page.evaluate(() => scrollY);
    for (const target of [page.getByRole("button", { name: "Section menu" }).first(), ...inSight.slice(3)]) {
      await target.focus();
      expect(await page.evaluate(() => scrollY)).toBe(before);
    }
  }
});

test("a sticker that is held over what sticks at the top scrolls the page back", async ({ createPerson }) => {
  const page = await openLongBoard(createPerson);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await startDrag(page, sticker(page, `Sticker ${count}`));
  await page.mouse.move(200, 180, { steps: 4 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await drop(page);
});

test("a long title and a dozen people leave the board's bar at 48 px; Results and Actions have their names from 1200 px on, beside a panel from 1440 px on", async ({
  createPerson,
  browser,
  baseURL,
}) => {
  const fay = await createPerson({ name: "Fay", context: { ...laptop, locale: "ru-RU" } });
  const { page, api } = fay;
  const title = "Ретроспектива команды платежей и расчётов за третий квартал";
  const { id, path } = await createBoard(fay, title);
  await api.send("POST", `/boards/${id}/facilitators`);
  for (let i = 0; i < 11; i += 1) await joinPresence(browser, baseURL ?? "", id, `Person ${i}`);
  await page.goto(path);
  await expect(page.locator(".presence")).toHaveText(/\+1$/);
  const bar = () =>
    page.locator(".board-header").evaluate((header) => ({
      height: header.clientHeight,
      over: header.scrollWidth - header.clientWidth,
      titleFits: (header.querySelector("h1")?.clientWidth ?? 0) > 60,
      named: Array.from(
        header.querySelectorAll(".icon-button[data-name]"),
        (control) => getComputedStyle(control, "::after").content !== "none",
      ),
    }));
  const expectBar = (named: boolean) =>
    expect.poll(bar).toEqual({ height: 48, over: 0, titleFits: true, named: [named, named] });
  for (const width of [1440, 1200, 1185]) {
    await page.setViewportSize({ width, height: 900 });
    await expectBar(true);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator(".board-header .results button").click();
  await expect(page.locator(".side-panel")).toBeVisible();
  await expectBar(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectBar(true);
});
