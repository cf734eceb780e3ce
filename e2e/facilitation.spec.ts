import type { Locator, Page } from "@playwright/test";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { clickForToast, column, sticker, writeSticker } from "./support/board-page.ts";
import { addSticker, createApiClient, expect, createBoard, type Person, test } from "./support/fixtures.ts";
import {
  becomeFacilitator,
  button,
  countdown,
  closeOptions,
  chooseAndConfirm,
  facilitatorControls,
  openOptions,
  pauseTimer,
  setOption,
  openFacilitatedBoard,
  setOptionSwitch,
} from "./support/facilitation.ts";

const voteButton = (page: Page, text: string): Locator =>
  sticker(page, text).getByRole("button", { name: /^Vote\b/ });
const stickerTexts = ["Reviews take days", "Slow reviews", "Friday releases"] as const;

test("three browsers, a whole retro: hidden writing, reveal, group, concealed limited votes, reset, timer, exit; the facilitator's browser crashes in the middle @core @nodes", async ({
  createPerson,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  let fay = await createPerson({ name: "Fay" });
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(fay);
  const participants = [ann.page, ben.page];
  for (const page of [fay.page, ...participants]) await page.goto(board.path);

  // A user takes the seat: the others see who, and lose the controls.
  await becomeFacilitator(fay.page);
  for (const page of participants) {
    await expect(facilitatorControls(page)).toBeDisabled();
    await expect(page.getByRole("img", { name: "Fay, facilitator" })).toBeVisible();
  }

  // Everyone writes hidden stickers.
  await setOptionSwitch(fay.page, "Hide content", true);
  for (const page of participants)
    await expect(page.getByRole("list", { name: "Set by the facilitator" })).toContainText(
      "Content is hidden",
    );
  await writeSticker(ann.page, 0, stickerTexts[0]);
  // Ben must not double-click where the sticker appears.
  await expect(ben.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(1);
  await writeSticker(ben.page, 0, stickerTexts[1]);
  await writeSticker(ben.page, 1, stickerTexts[2]);
  for (const text of stickerTexts) await expect(sticker(fay.page, text)).toBeVisible();
  await expect(ann.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(2);
  await expect(sticker(ann.page, stickerTexts[0])).toBeVisible();
  for (const vote of await ann.page.getByRole("button", { name: /^Vote\b/ }).all())
    await expect(vote).toBeDisabled();

  // The facilitator's browser crashes: the seat and the hiding stay; the facilitator returns and continues.
  const kept = await fay.context.storageState();
  const devtools = await fay.context.newCDPSession(fay.page);
  const crashed = fay.page.waitForEvent("crash");
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  await fay.context.close();
  await expect(ann.page.getByRole("img", { name: /^Fay/ })).toHaveCount(0);
  for (const page of participants) await expect(facilitatorControls(page)).toBeDisabled();
  await expect(ann.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(2);
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: kept });
  fay = { ...fay, context, api: createApiClient(context), page: await context.newPage() };
  await fay.page.goto(board.path);
  await expect(facilitatorControls(fay.page)).toBeEnabled();
  for (const text of stickerTexts) await expect(sticker(fay.page, text)).toBeVisible();
  await expect(ann.page.getByRole("img", { name: "Fay, facilitator" })).toBeVisible();

  // Reveal, then group.
  await setOptionSwitch(fay.page, "Hide content", false);
  for (const page of participants)
    for (const text of stickerTexts) await expect(sticker(page, text)).toBeVisible();
  await sticker(fay.page, stickerTexts[1]).hover();
  await button(sticker(fay.page, stickerTexts[1]), "Sticker menu").click();
  await fay.page.getByRole("menuitem", { name: "Group with…" }).click();
  const group = fay.page.getByRole("dialog", { name: "Group with…" });
  await group.getByRole("option", { name: stickerTexts[0] }).click();
  await button(group, "Group").click();
  for (const page of [fay.page, ...participants])
    await expect(sticker(page, stickerTexts[0])).toContainText("2 grouped");

  // Two votes each, and the counts are concealed.
  await setOptionSwitch(fay.page, "Conceal vote counts", true);
  const options = await openOptions(fay.page);
  await options.getByRole("switch", { name: "Limit votes" }).check();
  await options.getByLabel("Votes per person").fill("2");
  await button(options, "Apply").click();
  await expect(button(options, "Apply")).toBeDisabled();
  await closeOptions(fay.page);
  await expect(ben.page.getByText("2 votes each on this board")).toBeVisible();
  await clickForToast(voteButton(ben.page, stickerTexts[2]), "1 remaining vote");
  await clickForToast(voteButton(ben.page, stickerTexts[0]), "0 remaining votes");
  await voteButton(ann.page, stickerTexts[2]).click();
  await expect(button(sticker(fay.page, stickerTexts[2]), "Vote: 2 votes")).toBeVisible();
  await expect(button(sticker(ben.page, stickerTexts[2]), "Vote")).toHaveAttribute("aria-pressed", "true");
  await button(ben.page, "2 grouped").click();
  await expect(voteButton(ben.page, stickerTexts[1])).toBeDisabled();
  await expect(voteButton(ben.page, stickerTexts[1])).toHaveAccessibleName(/You have no votes left/);

  await chooseAndConfirm(fay.page, "Reset votes", "All votes on this board will be removed.");
  for (const page of participants) await expect(page.locator(".vote[aria-pressed=true]")).toHaveCount(0);
  await expect(voteButton(ben.page, stickerTexts[1])).toBeEnabled();

  // The timer: started, paused and resumed on screen, to its end on all of them.
  await button(fay.page, "Timer").click();
  await button(fay.page.getByRole("dialog", { name: "Timer" }), "Start timer").click();
  for (const { page } of [fay, ann, ben]) await expect(countdown(page)).toHaveText(/^04:\d\d$/);
  const paused = await pauseTimer(fay, board.id);
  for (const { page } of [fay, ann, ben]) await expect(countdown(page)).toHaveText(paused);
  for (const page of participants)
    for (const name of ["Pause", "Play", "Stop"]) await expect(button(page, name)).toHaveCount(0);
  await button(fay.page, "Play").click();
  await expect(button(fay.page, "Pause")).toBeVisible();
  const { timer, serverTime } = await fay.api.get<Board>(`/boards/${board.id}`);
  const gone = Math.ceil((serverTime - (timer.startTime ?? 0)) / 1000);
  const shortened = await fay.api.send("PUT", `/boards/${board.id}/timers`, { count_time: gone + 3 });
  expect(shortened.status()).toBe(200);
  await Promise.all(
    [fay, ann, ben].map(async ({ page }) => {
      await expect(countdown(page)).toHaveText("Time is up");
      await expect(countdown(page)).toHaveText("05:00");
    }),
  );

  // Options are set, so the seat outlives the timer; exit ends all of it.
  await expect(facilitatorControls(fay.page)).toBeEnabled();
  await chooseAndConfirm(
    fay.page,
    "Exit Facilitator Mode",
    "You are about to exit Facilitator Mode. Other participants will be able to take control of the session.",
    "Exit",
  );
  for (const { page } of [fay, ann, ben]) {
    await expect(button(page, "Facilitator Mode")).toBeEnabled();
    await expect(page.getByRole("list", { name: "Set by the facilitator" })).toHaveCount(0);
    await expect(button(sticker(page, stickerTexts[2]), "Vote: 0 votes")).toBeEnabled();
  }
  await context.close();
});

test("a participant's controls are disabled while the board has a facilitator, and say why; view-only stops mouse and keys", async ({
  createPerson,
}) => {
  const [fay, ben] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(fay);
  const [one] = [
    await addSticker(ben, board.id, board.columns[0], "one"),
    await addSticker(fay, board.id, board.columns[0], "two"),
  ];
  for (const { page } of [fay, ben]) await page.goto(board.path);
  const page = ben.page;
  const boardControls = ["Timer", "Board settings"];
  for (const name of boardControls) await expect(button(page, name)).toBeEnabled();
  await becomeFacilitator(fay.page);
  for (const name of boardControls) await expect(button(page, name)).toBeDisabled();
  await expect(facilitatorControls(page)).toBeDisabled();
  await expect(button(page, "Section menu").first()).toBeDisabled();
  await expect(button(page, "Add sticker").first()).toBeEnabled();
  for (const name of boardControls) await expect(button(fay.page, name)).toBeEnabled();
  const userMenu = (who: Person) => who.page.getByRole("banner").getByRole("button", { name: who.user.name });
  await expect(userMenu(fay).locator("svg")).toBeVisible();
  await expect(userMenu(ben).locator("svg")).toHaveCount(0);

  // View-only: neither button, double click, menu, key nor drag changes anything.
  await setOptionSwitch(fay.page, "View-only", true);
  await expect(page.getByText("View-only", { exact: true })).toBeVisible();
  await expect(button(page, "Add sticker").first()).toBeDisabled();
  await expect(page.getByRole("button", { name: /^New sticker in column/ })).toHaveCount(0);
  const box = await column(page, 1).boundingBox();
  await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await sticker(page, "one").dblclick();
  await sticker(page, "one").focus();
  for (const key of ["Enter", "Delete"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await sticker(page, "one").hover();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { steps: 5 });
  await expect(page.locator(".drag-clone")).toHaveCount(0);
  await page.mouse.up();
  await sticker(page, "one").hover();
  await button(sticker(page, "one"), "Sticker menu").click();
  for (const name of ["Edit", "Move to…", "Group with…", "Delete"])
    await expect(page.getByRole("menuitem", { name, exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  const tree = await fay.api.get<TreeItem[]>(`/boards/${board.id}/items`);
  expect(tree[0]?.children.map((c) => c.children.map((s) => s.title))).toEqual([["one", "two"], [], []]);
  expect(tree[0]?.children[0]?.children[0]?.id).toBe(one.id);
  await writeSticker(fay.page, 1, "the facilitator may");
  await expect(sticker(page, "the facilitator may")).toBeVisible();

  // The author's own choice of avatar is off only while the facilitator forces it.
  for (const [value, forced] of [
    ["none", false],
    ["show", true],
    ["hide", true],
    [false, false],
  ] as const) {
    await setOption(fay, board.id, "avatars", value);
    await userMenu(ben).click();
    await expect(page.getByRole("switch", { name: "Avatar on stickers" })).toBeEnabled({ enabled: !forced });
    await page.keyboard.press("Escape");
  }
  await setOption(fay, board.id, "showStickerDate", true);
  await expect(sticker(page, "one").getByRole("time")).toBeVisible();
});

test("a reveal turns the hidden stickers in view over together", async ({ createPerson }) => {
  const fay = await createPerson({ name: "Fay" });
  const ben = await createPerson({ name: "Ben", context: { reducedMotion: "no-preference" } });
  const board = await createBoard(fay);
  const texts = Array.from({ length: 30 }, (_, i) => `Number ${i + 1}`);
  const sent = await fay.api.send("POST", `/boards/${board.id}/items`, {
    parent_id: board.columns[0],
    items: texts.map((title) => ({ title: `${title} ${"word ".repeat(20)}` })),
  });
  expect(sent.ok()).toBe(true);
  await fay.api.send("POST", `/boards/${board.id}/facilitators`);
  await setOption(fay, board.id, "hideContent", true);
  await ben.page.addInitScript(() => {
    const begun: { height: number; delay: number; properties: string[]; element: HTMLElement }[] = [];
    Object.assign(globalThis, { begun });
    const animate = Object.getOwnPropertyDescriptor(Element.prototype, "animate")
      ?.value as Element["animate"];
    Element.prototype.animate = function (this: HTMLElement, keyframes, options) {
      const properties = (keyframes as Keyframe[]).flatMap(Object.keys);
      const { delay = 0 } = options as KeyframeAnimationOptions;
      begun.push({ height: this.offsetHeight, delay, properties, element: this });
      return animate.call(this, keyframes, options);
    };
  });
  await ben.page.goto(board.path);
  const { page } = ben;
  await expect(page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(30);
  await setOption(fay, board.id, "hideContent", false);
  await expect(page.getByRole("article", { name: /^Number/ })).toHaveCount(30);
  await expect(page.getByRole("status").filter({ hasText: "Stickers are revealed" })).toBeAttached();
  type Begun = { height: number; delay: number; properties: string[]; element: HTMLElement }[];
  const turned = await page.evaluate(() =>
    (globalThis as unknown as { begun: Begun }).begun.map(({ element, height, ...rest }) => ({
      ...rest,
      // The sizes were final before the turn.
      settled: element.offsetHeight === height,
      inView: element.getBoundingClientRect().top < innerHeight,
    })),
  );
  expect(turned.length).toBeGreaterThan(1);
  expect(turned.length).toBeLessThan(30);
  expect(new Set(turned.flatMap(({ properties }) => properties))).toEqual(new Set(["transform"]));
  expect(turned.every(({ settled, inView }) => settled && inView)).toBe(true);
  expect(Math.max(...turned.map(({ delay }) => delay))).toBe(100);
});

test("the seat is offered after two minutes without the facilitator; a refusal by the server's clock changes nothing", async ({
  createPerson,
}) => {
  const { fay, ben, board } = await openFacilitatedBoard(createPerson);
  await setOption(fay, board.id, "stopEditing", true);
  await expect(facilitatorControls(ben.page)).toBeDisabled();
  const fayIsHere = ben.page.getByRole("img", { name: /^Fay/ });
  await expect(fayIsHere).toBeVisible();
  await fay.page.close();
  await expect(fayIsHere).toHaveCount(0);
  // The page's clock also runs by itself, so the first jump ends 20 s before the two minutes do.
  await ben.page.clock.fastForward(100_000);
  await expect(facilitatorControls(ben.page)).toBeDisabled();
  await ben.page.clock.fastForward(25_000);
  const offer = button(ben.page, "Fay is away. You can take over");
  await expect(offer).toBeEnabled();

  const refusal = ben.page.waitForResponse((answer) => answer.url().endsWith("/facilitators"));
  await offer.click();
  const dialog = ben.page.getByRole("dialog", { name: "Take over the session" });
  await expect(dialog).toContainText("options and timer stay as they are");
  await button(dialog, "Take over").click();
  expect((await refusal).status()).toBe(409);
  await expect(offer).toBeEnabled();
  await expect(button(ben.page, "Board settings")).toBeDisabled();
  await expect(button(ben.page, "Add sticker").first()).toBeDisabled();
  const { facilitator_id, facilitator_options } = await ben.api.get<Board>(`/boards/${board.id}`);
  expect(facilitator_id).toBe(fay.user.id);
  expect(facilitator_options.stopEditing).toBe(true);
  // She returns: she has been the facilitator all the time.
  const back = await fay.context.newPage();
  await back.goto(board.path);
  await expect(facilitatorControls(back)).toBeEnabled();
  await expect(facilitatorControls(ben.page)).toBeDisabled();
});

test("the facilitator's chips fit into their line at every width, and the header keeps its height", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const board = await createBoard(fay);
  const { page } = fay;
  await page.goto(board.path);
  await becomeFacilitator(page);
  const set = (option: string, value: unknown) =>
    fay.api.send("PUT", `/boards/${board.id}/facilitators`, { option, value });
  await set("votes", { limit: 10, item: "board" });
  await expect(page.getByText("0 of 1 have voted")).toBeVisible();
  /** The chips or the button that reach out of the line, and the header's height. */
  const line = () =>
    page.locator(".restrictions-line").evaluate((each) => {
      const { left, right } = each.getBoundingClientRect();
      const chips = each.querySelector("ul");
      // Where a button replaces the chips, they are for screen readers only.
      const seen = chips !== null && chips.clientWidth > 40 ? [...chips.children] : [];
      const shown = [...seen, ...each.querySelectorAll("button")].map((chip) => chip.getBoundingClientRect());
      return {
        outside: shown.filter((chip) => chip.width > 1 && (chip.left < left - 1 || chip.right > right + 1))
          .length,
        height: document.querySelector(".board-header")?.clientHeight,
      };
    });
  for (const options of [[], ["stopEditing", "concealVoteCount", "showStickerDate"]] as const) {
    for (const option of options) await set(option, true);
    for (const width of [1920, 1440, 1280, 1024, 900, 768, 640]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(line).toEqual({ outside: 0, height: 48 });
    }
  }
  // The panel leaves less room; the numbers stay.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openOptions(page);
  await expect.poll(line).toEqual({ outside: 0, height: 48 });
  await expect(page.locator(".restrictions .dots i").last()).toBeInViewport({ ratio: 1 });
});
