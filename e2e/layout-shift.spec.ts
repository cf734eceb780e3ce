import { randomUUID } from "node:crypto";
import type { Route } from "@playwright/test";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";
import { clickForToast } from "./support/board-page.ts";
import { button, setOption } from "./support/facilitation.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { createSpace } from "./support/management.ts";
import { observeShifts } from "./support/layout-shifts.ts";

// What loads while the page is idle must move nothing either.
test.use({ idle: true });

const screens = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const narrowAndWide = { phone: screens.phone, desktop: screens.desktop };

for (const [name, context] of Object.entries({ phone: screens.phone, tablet: screens.tablet }))
  test(`a board moves nothing while it appears, ${name}`, async ({ createPerson }) => {
    const me = await createPerson({ context });
    const { page } = me;
    const board = await createBoard(me, "Still");
    // The tablet's board is longer than the window: its footer is not in sight.
    const columns = name === "tablet" ? [0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6] : [0, 1, 4];
    for (const column of columns)
      await addSticker(me, board.id, board.columns[column], "Stays where it is, however long it is");
    const shifts = await observeShifts(page);
    await page.goto(board.path);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByRole("timer")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeAttached();
    expect(await shifts()).toBeLessThan(0.01);
    // All chrome of a phone is one row.
    expect((await page.getByRole("banner").boundingBox())?.height).toBe(name === "phone" ? 48 : 64);
  });

for (const [name, context] of Object.entries(narrowAndWide))
  test(`nothing moves when a facilitator, chips, the timer or a toast appear and leave, ${name}`, async ({
    createPerson,
  }) => {
    const [fay, ben] = [
      await createPerson({ name: "Fay", context }),
      await createPerson({ name: "Ben", context }),
    ];
    const board = await createBoard(fay, "Still");
    for (const text of ["One", "Two"]) await addSticker(fay, board.id, board.columns[0], text);
    const pages = [fay.page, ben.page];
    const shifts = await Promise.all(pages.map((page) => observeShifts(page)));
    for (const page of pages) await page.goto(board.path);
    for (const page of pages) {
      await expect(page.getByRole("article")).toHaveCount(2);
      await expect(page.getByText("Live", { exact: true })).toBeAttached();
    }
    /** Where things are, and whether the page has shifted since the last call. */
    let known = [0, 0];
    const look = async () => {
      const sums = await Promise.all(shifts.map((sum) => sum()));
      const moved = sums.map((sum, i) => sum - (known[i] ?? 0) > 0.01);
      known = sums;
      const boxes = pages.map((page) => page.getByRole("article").first().boundingBox());
      return { moved, boxes: await Promise.all(boxes) };
    };
    await look();
    const before = { ...(await look()), moved: [false, false] };
    const expectStill = async (what: string) => expect([what, await look()]).toEqual([what, before]);

    await fay.api.send("POST", `/boards/${board.id}/facilitators`);
    await expect(ben.page.getByText("Facilitator: Fay").first()).toBeAttached();
    await expectStill("the facilitator");
    for (const [option, value, text] of [
      ["avatars", "show", "Avatars are shown"],
      ["concealVoteCount", true, "Vote counts are concealed"],
      ["votes", { limit: 5, item: "board" }, "5 votes each on this board"],
    ] as const) {
      await setOption(fay, board.id, option, value);
      for (const page of pages) await expect(page.getByText(text).first()).toBeAttached();
      await expectStill(option);
    }
    await setOption(fay, board.id, "stopEditing", true);
    for (const page of pages) await expect(page.getByText("View-only", { exact: true })).toBeAttached();
    await expectStill("view-only");
    await setOption(fay, board.id, "stopEditing", false);
    for (const page of pages) await expect(page.getByText("View-only", { exact: true })).toHaveCount(0);
    await expectStill("editing again");
    await clickForToast(button(ben.page, "Vote").first(), "4 remaining votes");
    await expectStill("a toast");
    await fay.api.send("POST", `/boards/${board.id}/timers`, { count_time: 600 });
    for (const page of pages) await expect(page.getByRole("timer")).toHaveText(/^(0?9:|10:)/);
    await expectStill("the timer");
    await fay.api.send("DELETE", `/boards/${board.id}/timers`);
    await fay.api.send("DELETE", `/boards/${board.id}/facilitators`);
    for (const page of pages) await expect(page.getByText("acilitator: Fay")).toHaveCount(0);
    await expect(ben.page.getByText("5 votes each on this board")).toHaveCount(0);
    await expectStill("the end");
  });

for (const [lines, text] of [
  ["one line", "Stays where it is"],
  ["two lines", "Продолжительность планирования сократилась вдвое"],
] as const)
  test(`on a phone stickers of ${lines} hardly move when they are hidden and revealed`, async ({
    createPerson,
  }) => {
    const [fay, ben] = [
      await createPerson({ name: "Fay" }),
      await createPerson({ name: "Ben", context: screens.phone }),
    ];
    const board = await createBoard(fay, "Still");
    for (let i = 0; i < 5; i += 1) await addSticker(fay, board.id, board.columns[0], text);
    await fay.api.send("POST", `/boards/${board.id}/facilitators`);
    const { page } = ben;
    const shifts = await observeShifts(page);
    await page.goto(board.path);
    await expect(page.getByRole("article", { name: text })).toHaveCount(5);
    await expect(page.getByText("Live", { exact: true })).toBeAttached();
    const revealed = await shifts();
    await setOption(fay, board.id, "hideContent", true);
    await expect(page.getByRole("article", { name: text })).toHaveCount(0);
    const hidden = await shifts();
    expect(hidden - revealed).toBeLessThan(0.05);
    await setOption(fay, board.id, "hideContent", false);
    await expect(page.getByRole("article", { name: text })).toHaveCount(5);
    expect((await shifts()) - hidden).toBeLessThan(0.05);
  });

for (const [name, context] of Object.entries(narrowAndWide))
  test(`the index and the contact form move nothing while they appear, ${name}`, async ({ createPerson }) => {
    const me = await createPerson({ context });
    const { page } = me;
    for (const title of ["One", "Two", "Three"]) await createBoard(me, title);
    const shifts = await observeShifts(page);
    await page.goto("/");
    await expect(page.getByRole("dialog", { name: "New Board" })).toBeVisible();
    await expect(page.getByText("Three", { exact: true })).toBeAttached();
    await expect(page.getByText("Mad / Sad / Glad").first()).toBeAttached();
    expect(await shifts()).toBeLessThan(0.05);
    await page.goto("/contact");
    await page.getByRole("textbox", { name: "Email", exact: true }).focus();
    await expect(page.getByText("I am human")).toBeVisible();
    expect(await shifts()).toBeLessThan(0.05);
  });

test(`the page of a space moves nothing while it appears on a phone`, async ({ createPerson }) => {
  const me = await createPerson({ context: screens.phone });
  const { page } = me;
  const space = await createSpace(me, "Platform");
  const made = await me.api.send("POST", `/spaces/${space.key}/boards`, { title: "Sprint 42" });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  for (const text of ["One", "Two", "Three"]) await me.api.send("POST", `/boards/${id}/actions`, { text });
  const shifts = await observeShifts(page);
  const opened = page.waitForResponse("**/api/v1/space");
  // The last answer comes when the page has drawn what the others brought.
  const delay = async (route: Route) => {
    await opened;
    await page.evaluate(async () => {
      for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
    });
    await route.continue();
  };
  // Only the first one: the page asks again when it hears of a change.
  await page.route("**/api/v1/space/actions", delay, { times: 1 });
  await page.goto(space.path);
  await expect(page.getByText("Three", { exact: true })).toBeVisible();
  expect(await shifts()).toBeLessThan(0.05);
});

// In two rows of sections, what is below a section slides when it gets higher.
for (const [rows, template] of [
  ["one row", "Start / Stop / Continue"],
  ["two rows", "Lean Coffee"],
] as const)
  test(`what somebody else writes in the columns of a section moves little, ${rows} of sections`, async ({
    createPerson,
  }) => {
    const [ann, ben] = [
      await createPerson({
        name: "Ann",
        context: { ...screens.desktop, reducedMotion: "no-preference" },
      }),
      await createPerson({ name: "Ben" }),
    ];
    const board = await createBoard(ann, "Still", template);
    const { page } = ann;
    const shifts = await observeShifts(page);
    await page.goto(board.path);
    await expect(page.locator(".first-steps")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeAttached();
    const before = await shifts();
    for (const column of [0, 1, 2]) {
      // One at a time: several in one frame may move the row below without a slide.
      for (const text of ["One", "Two", "Three", "Four", "Five", "Six"]) {
        await addSticker(ben, board.id, board.columns[column], `${text} of ${column}`);
        await expect(page.getByRole("article", { name: `${text} of ${column}` })).toBeVisible();
      }
    }
    expect((await shifts()) - before).toBeLessThan(0.05);
  });

test("a section that grows between the callbacks of a frame and its layout lets the row below slide too", async ({
  createPerson,
}) => {
  const ann = await createPerson({
    name: "Ann",
    context: { ...screens.desktop, reducedMotion: "no-preference" },
  });
  const board = await createBoard(ann, "Still", "Lean Coffee");
  await ann.page.goto(board.path);
  await expect(ann.page.getByText("Live", { exact: true })).toBeAttached();
  const below = await ann.page.evaluate(async () => {
    const box = document.createElement("li");
    box.style.height = "300px";
    await new Promise((resolve) => requestAnimationFrame(resolve));
    document.querySelector(".board-section .column > ul")?.append(box);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const sections = [...document.querySelectorAll<HTMLElement>(".board-section")];
    return sections.filter(({ offsetTop }) => offsetTop > 0).map(({ style }) => style.translate);
  });
  expect(below).toEqual([expect.stringMatching(/^0px -\d+px$/), expect.stringMatching(/^0px -\d+px$/)]);
});

for (const [name, context] of Object.entries(narrowAndWide))
  test(`the close takes the place of the board and moves nothing, for who is there and who comes late, ${name}`, async ({
    createPerson,
  }) => {
    const [fay, ben] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ben", context })];
    const board = await createBoard(fay, "Still");
    for (const column of [0, 0, 1, 4])
      await addSticker(fay, board.id, board.columns[column], "Stays where it is");
    for (const text of ["Cache the builds", "Ask for machines"])
      await fay.api.send("POST", `/boards/${board.id}/actions`, { id: randomUUID(), text });
    const steps = ["write", "close"].map((kind) => ({ id: kind, kind, minutes: 3 }));
    await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
    const { page } = ben;
    const shifts = await observeShifts(page);
    await page.goto(board.path);
    await expectChunksFetched(page, "MeetingBar", "BoardSummary");
    const before = await shifts();
    await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "close" });
    const close = page.getByRole("region", { name: "Close" });
    await expect(close).toContainText("have answered");
    expect((await shifts()) - before).toBeLessThan(0.05);
    await page.reload();
    await expect(close).toContainText("have answered");
    expect(await shifts()).toBeLessThan(0.05);
  });

test("what a user opens on a board moves nothing that they do not expect", async ({ createPerson }) => {
  const me = await createPerson({ context: screens.desktop });
  const { page } = me;
  const board = await createBoard(me, "Still");
  for (const column of [0, 1, 4]) await addSticker(me, board.id, board.columns[column], "Stays where it is");
  const shifts = await observeShifts(page, { ignoreInput: true });
  await page.goto(board.path);
  await expect(page.getByRole("article")).toHaveCount(3);
  await button(page, "Results").click();
  const results = page.locator(".side-panel");
  await expect(results).toBeVisible();
  await button(results, "Close").click();
  await expect(results).toHaveCount(0);
  await button(page, "Invite").click();
  await expect(page.getByText("Anyone with this link can join.")).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Rename “Still”").click();
  await page.keyboard.press("Escape");
  await page.getByRole("article").first().focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Sticker deleted")).toBeVisible();
  expect(await shifts()).toBeLessThan(0.05);
});
