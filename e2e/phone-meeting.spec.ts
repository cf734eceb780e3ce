import type { Page } from "@playwright/test";
import { loadTranslation } from "@retro/contract/messages/catalogue";
import { composer, sticker } from "./support/board-page.ts";
import { addSticker, createBoard, expect, type Person, test } from "./support/fixtures.ts";
import { button, meetingBar } from "./support/facilitation.ts";

const phone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };
const kinds = ["checkin", "review", "write", "group", "vote", "discuss", "health", "close"] as const;

/** A board with more stickers than the screen has room for; each of `people` has it open. */
async function meetingOf(people: readonly Person[], steps: readonly string[] = kinds) {
  const [fay] = people as [Person];
  const board = await createBoard(fay, "Sprint 42", "Start / Stop / Continue");
  const ids: string[] = [];
  for (let i = 1; i <= 8; i += 1)
    ids.push((await addSticker(fay, board.id, board.columns[0], `Sticker ${i}`)).id);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {
    steps: steps.map((kind) => ({ id: kind, kind, minutes: null })),
  });
  const goTo = (step: string) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { step });
  for (const { page, user } of people) {
    await page.addInitScript((id) => localStorage.setItem("retro.keptName", id), user.id);
    await page.goto(board.path);
    await expect(page.locator(".meeting-bar")).toBeVisible();
  }
  return { board, ids, goTo };
}

/** What is wrong with the bar: too high, off the screen, cut, broken in a word, covered, or not alone. */
function faultsOfBar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const bar = document.querySelector<HTMLElement>(".meeting-bar");
    if (bar === null) return ["there is none"];
    const place = bar.getBoundingClientRect();
    if (place.height > 64) faults.push(`it is ${place.height} px high`);
    if (place.left < 0 || place.right > innerWidth) faults.push("it leaves the screen");
    for (const other of document.querySelectorAll(".add-bar, .name-bar, .selection-bar"))
      if (isShown(other)) faults.push(`${other.className} is there, too`);
    const parts = [...bar.querySelectorAll("p, .button, .icon-button, .step-votes")].filter(isShown);
    for (const part of parts) {
      const box = part.getBoundingClientRect();
      const name = part.getAttribute("aria-label") ?? part.textContent;
      for (const inner of [part, ...part.querySelectorAll(".word")])
        if (inner.scrollWidth > inner.clientWidth + 1 || inner.scrollHeight > inner.clientHeight + 1)
          faults.push(`"${name}" is cut`);
      if (
        box.left < place.left ||
        box.right > place.right ||
        box.top < place.top ||
        box.bottom > place.bottom
      )
        faults.push(`"${name}" leaves the bar`);
      if (part.matches("button") && (box.width < 43.5 || box.height < 43.5))
        faults.push(`"${name}" is ${box.width} x ${box.height}`);
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top === null || !(part.contains(top) || top.contains(part))) faults.push(`"${name}" is covered`);
    }
    const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement === null || !isShown(node.parentElement)) continue;
      for (const { index, 0: word } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) faults.push(`"${word}" is broken`);
      }
    }
    return faults;
  });
}

for (const locale of ["en", "ru"] as const)
  test(`touch: during a meeting one bar of at most 64 px floats on a phone, whole and uncovered in every step, at 320, 360 and 390 px, in ${locale} [F1]`, async ({
    createPerson,
  }) => {
    const [fay, ann] = [
      await createPerson({ name: "Fay", context: { ...phone, locale } }),
      await createPerson({ name: "Ann", context: { ...phone, locale } }),
    ];
    const texts = (await loadTranslation(locale)) as Record<string, string>;
    const { board, ids, goTo } = await meetingOf([fay, ann]);
    await ann.api.send("POST", `/boards/${board.id}/items/${ids[0]}/vote`);
    for (const kind of kinds) {
      await goTo(kind);
      if (kind === "vote")
        for (const id of ids.slice(0, 2)) await ann.api.send("POST", `/boards/${board.id}/items/${id}/vote`);
      for (const { page } of [fay, ann]) {
        const sentence = page.locator(".meeting-bar .sentence");
        await expect(sentence).toContainText(texts[`meeting.sentence.${kind}`] ?? "");
        for (const width of [320, 360, 390]) {
          await page.setViewportSize({ width, height: 740 });
          const who = `${page === fay.page ? "the facilitator" : "a participant"}, ${kind}, ${width} px`;
          await expect.poll(() => faultsOfBar(page), who).toEqual([]);
        }
      }
    }
  });

test("touch: the bar writes in the section that is read, groups what is tapped, and leads to the field of an action [F1]", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann", context: phone });
  const fay = await createPerson({ name: "Fay" });
  const { goTo, board, ids } = await meetingOf([fay, ann], ["write", "group", "discuss"]);
  const { page } = ann;
  const bar = meetingBar(page);
  await button(bar, "Write in “Start”").tap();
  await expect(composer(page)).toBeFocused();
  await composer(page).fill("Long meetings");
  await composer(page).press("Enter");
  await composer(page).press("Escape");
  await expect(sticker(page, "Long meetings")).toBeVisible();
  await expect(button(bar, "Write in “Start”")).toBeFocused();

  await goTo("group");
  await button(bar, "Group stickers").tap();
  const selected = page.getByRole("toolbar", { name: "Selected stickers" });
  await expect(selected).toContainText("Tap what belongs together");
  await expect(bar).toBeHidden();
  for (const text of ["Sticker 1", "Sticker 2"])
    await sticker(page, text).tap({ position: { x: 60, y: 16 } });
  await button(selected, "Group").tap();
  await expect(page.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  await expect(bar).toBeVisible();

  await fay.api.send("POST", `/boards/${board.id}/items/${ids[4]}/vote`);
  await goTo("discuss");
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[4] });
  const action = page.getByRole("textbox", { name: "Action", exact: true });
  await expect(action).toBeVisible();
  await button(bar, "New action").tap();
  await expect(action).toBeFocused();
});

test("touch: whoever writes while the meeting goes on sees whole words that lead them there, and nothing else of the new step [F8]", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Фаина Константинопольская", context: { ...phone, locale: "ru" } });
  const ann = await createPerson({ name: "Ann", context: { ...phone, locale: "ru" } });
  const { goTo, board, ids } = await meetingOf([fay, ann], ["discuss", "vote"]);
  const { page } = ann;
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[0] });
  await page.locator(".topic-stage textarea").first().fill("Договориться о рев");
  await goTo("vote");
  const bar = page.locator(".meeting-bar");
  await expect(bar.getByRole("button")).toHaveText(["Сейчас: Голосуем · Перейти"]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => faultsOfBar(page)).toEqual([]);
  }
});

test("the bar that asks a late comer for their name lies below or above that of the meeting, never on it", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const { board } = await meetingOf([fay]);
  const { page } = await createPerson({ name: "Curious Otter" });
  await page.goto(board.path);
  await expect(page.locator(".name-bar")).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [768, 1024],
    [390, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const at of [0, 9999]) {
      await page.evaluate((y) => scrollTo(0, y), at);
      await expect
        .poll(() =>
          page.evaluate(() => {
            const [name, meeting] = [".name-bar", ".meeting-bar"].map((bar) =>
              document.querySelector(bar)?.getBoundingClientRect(),
            );
            if (name === undefined || meeting === undefined) return "missing";
            return name.bottom <= meeting.top || meeting.bottom <= name.top ? "apart" : "on each other";
          }),
        )
        .toBe("apart");
    }
  }
});
