import type { Locator, Page } from "@playwright/test";
import { composer, sticker } from "./support/board-page.ts";
import { button, meetingBar, onlyWatch } from "./support/facilitation.ts";
import { startDrag } from "./support/pointer.ts";
import { addSticker, createBoard, expect, type Person, test } from "./support/fixtures.ts";

const step = (page: Page) => meetingBar(page).locator('[aria-current="step"]');
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

interface Busy {
  /** What the person is at when the meeting goes on. */
  begin: (page: Page) => Promise<void>;
  /** What must not change. */
  kept: (page: Page) => Promise<unknown>;
  end?: (page: Page) => Promise<void>;
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, ariaLabel } = document.activeElement as HTMLElement;
    const { value } = document.activeElement as HTMLInputElement;
    return [tagName, ariaLabel, value];
  });
const busy: Record<string, Busy> = {
  "an open composer": {
    async begin(page) {
      await page.keyboard.press("n");
      await composer(page).pressSequentially("Half a sen");
    },
    kept: focused,
  },
  "an open sticker dialog": {
    async begin(page) {
      await sticker(page, "Sticker 3").dblclick();
      const dialog = page.getByRole("dialog", { name: "Edit Sticker" });
      await dialog.getByRole("textbox").first().fill("Half a sen");
    },
    kept: async (page) => [await page.getByRole("dialog").count(), await focused(page)],
  },
  "the name of a group open": {
    async begin(page) {
      await button(page, "Rename “Builds”").click();
      await page.getByRole("textbox", { name: "Name of the group" }).fill("Half a na");
    },
    kept: focused,
  },
  "the field of an action": {
    async begin(page) {
      await page.getByRole("button", { name: /^Actions/ }).click();
      const panel = page.getByRole("complementary", { name: "Actions" });
      await panel.getByRole("textbox", { name: "Action", exact: true }).pressSequentially("Half an ac");
    },
    kept: focused,
  },
  "a sticker that is dragged": {
    async begin(page) {
      await startDrag(page, sticker(page, "Sticker 6"));
    },
    kept: (page) => page.evaluate(() => document.body.hasAttribute("data-drag")),
    end: (page) => page.mouse.up(),
  },
  "an open menu": {
    async begin(page) {
      await sticker(page, "Sticker 3").hover();
      await sticker(page, "Sticker 3").getByRole("button", { name: "Sticker menu" }).click();
      await page.getByRole("menuitem").first().focus();
    },
    kept: async (page) => [await page.getByRole("menu").count(), await focused(page)],
  },
  "selected stickers": {
    begin: (page) => sticker(page, "Sticker 3").click({ modifiers: ["ControlOrMeta"] }),
    kept: async (page) => [await page.getByRole("toolbar", { name: "Selected stickers" }).textContent()],
  },
  "a wheel that has just turned": {
    async begin(page) {
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 100);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(250);
    },
    kept: async () => null,
  },
};

/** A board that is longer than every screen, in the meeting's step for writing. */
async function meetingOf(people: readonly Person[]) {
  const [fay] = people as [Person];
  const board = await createBoard(fay, "Sprint 42", "Start / Stop / Continue");
  const ids: string[] = [];
  for (let i = 1; i <= 14; i += 1)
    ids.push((await addSticker(fay, board.id, board.columns[0], `Sticker ${i}`)).id);
  const [group, member] = ids.slice(-2);
  await fay.api.send("PUT", `/boards/${board.id}/sort`, { item_id: member, parent_id: group, position: 0 });
  await fay.api.send("PUT", `/boards/${board.id}/items/${group}`, { name: "Builds" });
  const steps = ["group", "vote", "discuss", "close"].map((kind) => ({ id: kind, kind, minutes: null }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  for (const { page } of people) await page.goto(board.path);
  for (const { page } of people) {
    await expect(sticker(page, "Sticker 12")).toBeVisible();
    // Its code comes after the board: only from then on does the page know that the meeting moves.
    await expect(step(page)).toHaveText("Group");
  }
  return { board, ids };
}

for (const [name, { begin, kept, end }] of Object.entries(busy))
  test(`Next while somebody has ${name}: nothing is lost or moved, and they are told who moved the meeting [F8]`, async ({
    createPerson,
  }) => {
    const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
    const { board } = await meetingOf([fay, ann]);
    const { page } = ann;
    await page.evaluate(() => scrollTo(0, 200));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(150);
    await begin(page);
    const [before, scroll] = [await kept(page), await scrolled(page)];
    await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "vote" });
    // Modal dialogs hide it from screen readers, and a drag hides it.
    const go = page.locator(".go-to-topic");
    await expect(go).toHaveText("Fay moved to “Vote” · Go");
    expect([await kept(page), await scrolled(page)]).toEqual([before, scroll]);
    await end?.(page);
    await expect(go).toBeVisible();
  });

test("an idle screen follows: to the first section, to the topic, and to the summary; who comes late begins there [F8]", async ({
  createPeople,
}) => {
  const [fay, ann, ben] = await createPeople("Fay", "Ann", "Ben");
  const { board, ids } = await meetingOf([fay, ann]);
  const { page } = ann;
  const goTo = (next: string) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: next });
  const inSight = (at: Locator) => expect(at).toBeInViewport({ ratio: 0.5 });
  const lookDown = async () => {
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(250);
  };
  await lookDown();
  await goTo("vote");
  await expect(step(page)).toHaveText("Vote");
  await inSight(page.getByRole("heading", { name: "Start", level: 2 }));
  await ann.api.send("POST", `/boards/${board.id}/items/${ids[1]}/vote`);
  await lookDown();
  await goTo("discuss");
  const topic = (at: Page) => at.getByRole("region", { name: "Topic" }).getByRole("heading", { level: 2 });
  await expect(topic(page)).toHaveText("Sticker 2");
  await inSight(topic(page));

  // Whoever looks round gets back with one press.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await button(meetingBar(page), "Back to the topic").click();
  await inSight(topic(page));
  await expect(button(meetingBar(page), "Back to the topic")).toHaveCount(0);

  await ben.page.goto(board.path);
  await expect(step(ben.page)).toHaveText("Discuss");
  await expect(topic(ben.page)).toHaveText("Sticker 2");
  await inSight(topic(ben.page));

  await goTo("close");
  const summary = page.getByRole("region", { name: "Close" });
  await expect(summary).toContainText("Sticker 2");
  await inSight(summary.getByRole("heading", { name: "Actions" }));
});

test("in the step Vote everybody sees how many have used all their votes; who only watches is not counted, and the width of a window decides nothing [V10] [F5]", async ({
  createPerson,
}) => {
  const [fay, ann, wall] = [
    await createPerson({ name: "Fay" }),
    await createPerson({ name: "Ann" }),
    await createPerson({ name: "Wall", context: { viewport: { width: 2560, height: 1440 } } }),
  ];
  const { board } = await meetingOf([fay, ann, wall]);
  await expect(meetingBar(ann.page)).toContainText("0 of 3 done");
  await onlyWatch(wall.page, "Wall");
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "vote" });
  for (const { page } of [fay, ann, wall])
    await expect(meetingBar(page)).toContainText("0 of 2 have used all votes · 8 left");
  for (const { page } of [fay, ann]) {
    await expect(meetingBar(page).locator(".done-count")).toBeHidden();
    await expect(page.getByText(/(?:has|have) voted/)).toHaveCount(0);
  }
  for (const i of [1, 2, 3, 4])
    await sticker(ann.page, `Sticker ${i}`)
      .getByRole("button", { name: /^Vote\b/ })
      .first()
      .click();
  for (const { page } of [fay, ann, wall])
    await expect(meetingBar(page)).toContainText("1 of 2 has used all votes · 4 left");
  await expect(button(meetingBar(wall.page), "I’m done")).toHaveCount(0);
  await button(meetingBar(wall.page), "Count me in").click();
  for (const { page } of [fay, ann, wall])
    await expect(meetingBar(page)).toContainText("1 of 3 has used all votes · 8 left");
  await wall.page.reload();
  await expect(button(meetingBar(wall.page), "I’m done")).toBeVisible();
});

test("the facilitator's own step is no news to them, whatever they open before the server has answered; its undo is in the bar, not over the board", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const board = await createBoard(fay);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  const { page } = fay;
  await page.goto(board.path);
  const held = Promise.withResolvers<void>();
  await page.route("**/meeting", async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.url().endsWith("/meeting"));
  await button(meetingBar(page), "Next: Group").click();
  await button(meetingBar(page), "More for the meeting").click();
  await page.getByRole("menuitem", { name: "Change the steps" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the steps" });
  await expect(dialog).toBeVisible();
  held.resolve();
  await answered;
  await expect(page.locator('.meeting-bar [aria-current="step"]')).toHaveText("Group");
  await button(dialog, "Cancel").click();
  await expect(dialog).toHaveCount(0);
  await expect(button(meetingBar(page), "Undo")).toBeVisible();
  await expect(page.locator(".toasts > *")).toHaveCount(0);
  await expect(meetingBar(page).getByRole("button", { name: /· Go$/ })).toHaveCount(0);
});

const stage = (page: Page) => page.getByRole("region", { name: "Topic" });

/** Sticker 1 is the topic, with Ann's screen on it. */
async function discussionOf(people: readonly Person[]) {
  const [fay] = people as [Person];
  const meeting = await meetingOf(people);
  const { board, ids } = meeting;
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "discuss" });
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[0] });
  for (const { page } of people)
    await expect(stage(page).getByRole("heading", { level: 2 })).toHaveText("Sticker 1");
  return meeting;
}

const unsaved = (page: Page) => page.getByText("1 change could not be saved");

test("the meeting ends while somebody types for its topic: the field and the text stay until they go on, and a text that was not sent is on the board then, and after a reload [F8]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const { board } = await discussionOf([fay, ann]);
  const { page } = ann;
  const action = stage(page).getByRole("textbox", { name: "Action", exact: true });
  await action.pressSequentially("Half an ac");
  const note = stage(page).getByRole("textbox", { name: "Note" });
  await note.pressSequentially("Half a no");
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "close" });
  await expect(page.locator(".go-to-topic")).toHaveText("Fay moved to “Close” · Go");
  await fay.api.send("DELETE", `/boards/${board.id}/meeting`);
  await expect(meetingBar(page)).toContainText("The meeting has ended");
  await expect(note).toBeFocused();
  await note.pressSequentially("te");
  await button(meetingBar(page), "Back to the board").click();
  await expect(meetingBar(page)).toHaveCount(0);
  await expect(stage(page)).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByText("Half an ac")).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await fay.api.get(`/boards/${board.id}/items`)))
    .toContain("Half a note");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByText("Half an ac")).toBeVisible();
});

test("the topic joins a group while somebody types its action: the field stays until they go on, and the text is not lost [F8]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const { board, ids } = await discussionOf([fay, ann]);
  const { page } = ann;
  const action = stage(page).getByRole("textbox", { name: "Action", exact: true });
  await action.pressSequentially("Half an ac");
  await fay.api.send("PUT", `/boards/${board.id}/sort`, { item_id: ids[0], parent_id: ids[1], position: 0 });
  const go = button(meetingBar(page), "The meeting is at “Discuss” · Go");
  await expect(go).toBeVisible();
  await expect(action).toBeFocused();
  await action.pressSequentially("tion");
  await go.click();
  await expect(stage(page)).toContainText("Nobody has voted.");
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByText("Half an action")).toBeVisible();
});

for (const how of ["is in the note", "has left the note"])
  test(`the topic is deleted while somebody writes for it, who ${how}: the action is saved, and the note is one unsaved change as soon as the field is gone [F8] [D3]`, async ({
    createPerson,
  }) => {
    const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
    const { board, ids } = await discussionOf([fay, ann]);
    const { page } = ann;
    const action = stage(page).getByRole("textbox", { name: "Action", exact: true });
    await action.pressSequentially("Half an ac");
    const note = stage(page).getByRole("textbox", { name: "Note" });
    await note.pressSequentially("Half a no");
    await fay.api.send("DELETE", `/boards/${board.id}/items/${ids[0]}`);
    const go = button(meetingBar(page), "The meeting is at “Discuss” · Go");
    await expect(go).toBeVisible();
    await note.pressSequentially("te");
    await action.press("End");
    await action.pressSequentially("tion");
    await action.press("Enter");
    await expect(stage(page).getByRole("checkbox", { name: "Half an action" })).toBeVisible();
    await expect(stage(page).getByRole("alert")).toBeVisible();
    if (how === "is in the note") await note.focus();
    await go.click();
    await expect(stage(page)).toContainText("Nobody has voted.");
    await expect(unsaved(page)).toBeVisible();
    await expect(page.getByText("Half a note")).toHaveCount(1);
    await addSticker(fay, board.id, board.columns[1], "Another");
    await expect(sticker(page, "Another")).toBeVisible();
    await expect(unsaved(page)).toBeVisible();
    const actions = await fay.api.get(`/boards/${board.id}/actions`);
    expect(actions).toMatchObject([{ text: "Half an action" }]);
  });

test("whoever uses the keyboard keeps their place when a stage or the bar goes with what has the focus", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  await addSticker(fay, board.id, board.columns[0], "Builds are slow");
  const steps = ["discuss", "health", "group"].map((kind) => ({ id: kind, kind, minutes: null }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  const goTo = (next: string) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: next });
  const { page } = ann;
  for (const person of [fay, ann]) await person.page.goto(board.path);
  const main = page.locator("main");

  const topics = stage(page).locator("summary");
  await topics.focus();
  await goTo("health");
  await expect(page.getByRole("region", { name: "Health check" })).toBeFocused();
  await page.getByRole("radio").first().focus();
  await goTo("group");
  await expect(main).toBeFocused();
  await button(meetingBar(page), "I’m done").focus();
  await goTo("discuss");
  await expect(stage(page)).toBeVisible();
  await expect(meetingBar(page)).toBeFocused();

  await sticker(page, "Builds are slow").click({ modifiers: ["ControlOrMeta"] });
  await meetingBar(page).focus();
  const bar = meetingBar(fay.page);
  await goTo("group");
  await button(bar, "End the meeting").focus();
  await fay.page.keyboard.press("Enter");
  await expect(fay.page.getByRole("dialog")).toBeVisible();
  await fay.page.keyboard.press("Enter");
  await expect(bar).toHaveCount(0);
  await expect(fay.page.locator("main")).toBeFocused();
  await expect(meetingBar(page)).toContainText("The meeting has ended");
  await expect(meetingBar(page)).toBeFocused();
  await button(meetingBar(page), "Back to the board").press("Enter");
  await expect(main).toBeFocused();
});

test("a note that is being saved takes no text with it that is typed meanwhile into its sticker, and what is typed there follows it [F7]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const { ids } = await discussionOf([fay, ann]);
  const { page } = ann;
  const held = Promise.withResolvers<void>();
  await page.route(`**/items/${ids[0]}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const note = stage(page).getByRole("textbox", { name: "Note" });
  await note.fill("Twenty minutes");
  await note.press("Control+Enter");
  await note.pressSequentially(" each");
  await page.getByRole("article", { name: "Sticker 1", exact: true }).dblclick();
  const dialog = page.getByRole("dialog", { name: "Edit Sticker" });
  await dialog.getByRole("textbox").first().fill("Sticker 1, better");
  held.resolve();
  await expect(stage(fay.page).getByRole("textbox", { name: "Note" })).toHaveValue("Twenty minutes each");
  page.on("dialog", (opened) => void opened.accept());
  await page.reload();
  await expect(page.getByText("1 change could not be saved")).toBeVisible();
  await expect(page.getByText("Sticker 1, better")).toBeVisible();
});

test("what is typed while a note is being saved does not replace another's note unseen, whose answer was faster [F7]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const { ids, board } = await discussionOf([fay, ann]);
  const { page } = ann;
  const held = Promise.withResolvers<void>();
  await page.route(`**/items/${ids[0]}`, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse(`**/items/${ids[0]}`);
  const note = stage(page).getByRole("textbox", { name: "Note" });
  await note.fill("Twenty minutes");
  await note.press("Control+Enter");
  await note.pressSequentially(" each");
  await expect(stage(fay.page).getByRole("textbox", { name: "Note" })).toHaveValue("Twenty minutes");
  for (const change of [{ note: "An hour" }, { title: "Sticker 1 of Fay" }])
    await fay.api.send("PUT", `/boards/${board.id}/items/${ids[0]}`, change);
  await expect(page.getByRole("article", { name: "Sticker 1 of Fay" })).toBeVisible();
  held.resolve();
  await (await answered).finished();
  await note.pressSequentially("!");
  page.on("dialog", (opened) => void opened.accept());
  await page.reload();
  const kept = page.locator(".unsaved-changes");
  await expect(kept.getByText("Twenty minutes each!")).toBeVisible();
  await expect(kept).toContainText("An hour");
});

test("the answers of a health check that are chosen and not sent keep the screen, and are there when the meeting comes back [F8] [Q5]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  const steps = ["health", "close"].map((kind) => ({ id: kind, kind, minutes: null }));
  const goTo = (next: string) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: next });
  const { page } = ann;
  await page.goto(board.path);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  for (const i of [0, 1]) await page.getByRole("radio", { name: "4 of 5" }).nth(i).check();
  await goTo("close");
  await page.locator(".go-to-topic").click();
  await expect(step(page)).toHaveText("Close");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await goTo("health");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(2);
});

test("a second screen of the facilitator that is busy is not pulled along [F8]", async ({ createPerson }) => {
  const fay = await createPerson({ name: "Fay" });
  const { board } = await meetingOf([fay]);
  const second = await fay.context.newPage();
  await second.goto(board.path);
  await expect(step(second)).toHaveText("Group");
  await second.evaluate(() => scrollTo(0, 200));
  await expect.poll(() => scrolled(second)).toBeGreaterThan(150);
  await sticker(second, "Sticker 3").dblclick();
  const dialog = second.getByRole("dialog", { name: "Edit Sticker" });
  await dialog.getByRole("textbox").first().fill("Half a sen");
  const before = [await scrolled(second), await focused(second)];
  await button(meetingBar(fay.page), "Next: Vote").click();
  await expect(second.locator(".go-to-topic")).toHaveText("The meeting is at “Vote” · Go");
  expect([await scrolled(second), await focused(second)]).toEqual(before);
});
