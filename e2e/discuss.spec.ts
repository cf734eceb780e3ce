import type { Locator, Page } from "@playwright/test";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { writeSticker, sticker } from "./support/board-page.ts";
import { button, countdown, meetingBar } from "./support/facilitation.ts";

const stage = (page: Page) => page.getByRole("region", { name: "Topic" });
const shown = (page: Page) => stage(page).getByRole("heading", { level: 2 });

test("a team discusses one topic at a time: everybody sees the topic with the most votes, its actions and its note; who writes stays, and goes on when they want to [F6] [F7] [F8] @core", async ({
  createPerson,
}) => {
  test.setTimeout(120_000);
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  await fay.page.goto(board.path);
  for (const text of ["Reviews take days", "Builds are slow", "Nice office"])
    await writeSticker(fay.page, 0, text);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "vote" });
  await ann.page.goto(board.path);
  // Whoever votes before the server has seen them on the board is not counted with that vote [V10].
  await expect(meetingBar(fay.page)).toContainText("of 2 have used all votes");
  const vote = (page: Page, text: string) =>
    sticker(page, text)
      .getByRole("button", { name: /^Vote\b/ })
      .click();
  await vote(fay.page, "Builds are slow");
  await vote(ann.page, "Builds are slow");
  await vote(ann.page, "Reviews take days");
  // Discuss ends the voting.
  await expect(meetingBar(fay.page)).toContainText("3 left");
  await button(meetingBar(fay.page), "Next: Discuss").click();
  for (const { page } of [fay, ann]) {
    await expect(shown(page)).toHaveText("Builds are slow");
    await expect(stage(page)).toContainText("1 left");
    await expect(stage(page)).toContainText("Not voted (1)");
  }
  expect(await shown(ann.page).evaluate((heading) => getComputedStyle(heading).fontSize)).toBe("28px");
  await expect(button(stage(ann.page), "Discuss “Reviews take days”")).toHaveCount(0);

  // An action and a note come from the topic; both screens show them beside it.
  const action = stage(ann.page).getByRole("textbox", { name: "Action", exact: true });
  await action.fill("Buy a faster runner");
  await action.press("Enter");
  await expect(stage(fay.page).getByText("Buy a faster runner")).toBeVisible();
  const note = stage(ann.page).getByRole("textbox", { name: "Note" });
  await note.fill("Twenty minutes each");
  await note.press("Control+Enter");
  await expect(stage(fay.page).getByRole("textbox", { name: "Note" })).toHaveValue("Twenty minutes each");

  // Ann writes while the facilitator goes on: her screen stays, with her text and her focus.
  await note.fill("Twenty minutes each, forty on Mon");
  const scroll = await ann.page.evaluate(() => scrollY);
  await button(meetingBar(fay.page), "Next topic").click();
  await expect(shown(fay.page)).toHaveText("Reviews take days");
  const go = button(meetingBar(ann.page), "Now: Reviews take days · Go");
  await expect(go).toBeVisible();
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Twenty minutes each, forty on Mon");
  expect(await ann.page.evaluate(() => scrollY)).toBe(scroll);
  await note.pressSequentially("days");
  await go.click();
  await expect(shown(ann.page)).toHaveText("Reviews take days");
  await expect(stage(ann.page)).toContainText("0 left");
  await expect(stage(ann.page).getByText("Discussed", { exact: true })).toHaveCount(1);

  // Any topic can be put up again; the note that Ann left was saved.
  await button(stage(fay.page), "Discuss “Builds are slow”").click();
  await expect(shown(ann.page)).toHaveText("Builds are slow");
  await expect(note).toHaveValue("Twenty minutes each, forty on Mondays");
  await expect(stage(ann.page).getByText("Buy a faster runner")).toBeVisible();
  await button(meetingBar(fay.page), "Undo").click();
  await expect(shown(ann.page)).toHaveText("Reviews take days");

  // Two numbers, and nothing happens by itself. When the time is over, there may be more.
  await button(meetingBar(ann.page), "Move on 0").click();
  for (const { page } of [fay, ann]) await expect(button(meetingBar(page), "Move on 1")).toBeVisible();
  await expect(button(meetingBar(fay.page), "Keep going 0")).toBeVisible();
  await fay.api.send("DELETE", `/boards/${board.id}/timers`);
  // Each screen begins its count anew when it sees the time begin anew.
  await expect(ann.page.getByRole("timer")).toHaveText("05:00");
  await button(meetingBar(fay.page), "+2 min").click();
  await expect(button(meetingBar(fay.page), "+2 min")).toHaveCount(0);
  for (const { page } of [fay, ann]) await expect(button(meetingBar(page), "Move on 0")).toBeVisible();

  await button(meetingBar(fay.page), "Next: Close").click();
  for (const { page } of [fay, ann]) await expect(stage(page)).toHaveCount(0);
});

test("concealing counts in Discuss, or opening another round, takes the topic from no screen and nobody's text with it; only the order by votes is not told [F6] [R3] [V8]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  for (const text of ["Nice office", "Builds are slow"]) {
    const { id } = await addSticker(fay, board.id, board.columns[0], text);
    await fay.api.send("POST", `/boards/${board.id}/items/${id}/vote`);
    if (text === "Builds are slow") await ann.api.send("POST", `/boards/${board.id}/items/${id}/vote`);
  }
  const steps = ["discuss", "close"].map((kind) => ({ id: kind, kind, minutes: 5 }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  for (const { page } of [fay, ann]) await page.goto(board.path);
  const list = stage(ann.page).getByRole("listitem");
  await expect(list).toHaveText(["Builds are slow2", "Nice office1"]);
  const note = stage(ann.page).getByRole("textbox", { name: "Note" });
  await note.fill("Half a sen");
  const conceal = (value: boolean) =>
    fay.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "concealVoteCount", value });
  await conceal(true);
  await expect(stage(ann.page)).toContainText("Vote counts are concealed");
  await expect(list).toHaveText(["Nice office", "Builds are slow"]);
  for (const { page } of [fay, ann]) await expect(shown(page)).toHaveText("Builds are slow");
  await expect(note).toBeFocused();
  await note.pressSequentially("tence");
  await expect(note).toHaveValue("Half a sentence");
  await conceal(false);
  await expect(stage(ann.page)).toContainText("2 votes");
  await fay.api.send("POST", `/boards/${board.id}/rounds`, { votes: { limit: 2, item: "board" } });
  await expect(stage(ann.page)).toContainText("Round 1");
  await expect(list).toHaveText(["Builds are slow2", "Nice office1"]);
});

test("a timer that the facilitator starts in a step without minutes may be prolonged, too, and the next topic begins without [F6]", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const board = await createBoard(fay);
  const ids: string[] = [];
  for (const text of ["Builds are slow", "Reviews take days"])
    ids.push((await addSticker(fay, board.id, board.columns[0], text)).id);
  const steps = ["discuss", "close"].map((kind) => ({ id: kind, kind, minutes: null }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[0] });
  await fay.page.goto(board.path);
  await expect(shown(fay.page)).toHaveText("Builds are slow");
  const moreTime = button(meetingBar(fay.page), "+2 min");
  await expect(meetingBar(fay.page).getByRole("button", { name: /^Move on/ })).toBeVisible();
  await expect(moreTime).toHaveCount(0);
  await fay.api.send("POST", `/boards/${board.id}/timers`, { count_time: 60 });
  await expect(countdown(fay.page)).toHaveText(/^0[01]:\d\d$/);
  await fay.api.send("DELETE", `/boards/${board.id}/timers`);
  await expect(moreTime).toBeVisible();
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[1] });
  await expect(shown(fay.page)).toHaveText("Reviews take days");
  await expect(moreTime).toHaveCount(0);
});

test("two who write the note of a topic at once do not overwrite each other unseen [F7] [T8]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  await fay.page.goto(board.path);
  await writeSticker(fay.page, 0, "Builds are slow");
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "discuss" });
  await ann.page.goto(board.path);
  await stage(fay.page).getByText("Not voted (1)").click();
  await button(stage(fay.page), "Discuss “Builds are slow”").click();
  const [fays, anns] = [fay, ann].map(({ page }) => stage(page).getByRole("textbox", { name: "Note" })) as [
    ReturnType<Page["locator"]>,
    ReturnType<Page["locator"]>,
  ];
  await anns.fill("Of Ann");
  await fays.fill("Of Fay");
  await fays.press("Control+Enter");
  await expect(anns).toHaveValue("Of Ann");
  await anns.press("Control+Enter");
  await expect(stage(ann.page).getByRole("alert")).toContainText("Of Fay");
  await expect(anns).toHaveValue("Of Ann");
  await expect(fays).toHaveValue("Of Fay");
  await anns.press("Control+Enter");
  await expect(fays).toHaveValue("Of Ann");
});

test("an action that is typed and not sent stays with its topic, and the undo of a note takes it back for everybody [F6] [F7] [Y7]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  const ids: string[] = [];
  for (const text of ["Builds are slow", "Reviews take days"])
    ids.push((await addSticker(fay, board.id, board.columns[0], text)).id);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "discuss" });
  const putUp = (index: number) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[index] });
  await putUp(0);
  for (const { page } of [fay, ann]) await page.goto(board.path);
  const field = stage(ann.page).getByRole("textbox", { name: "Action", exact: true });
  await field.fill("Buy a faster run");
  await field.blur();
  await putUp(1);
  await expect(shown(ann.page)).toHaveText("Reviews take days");
  await expect(field).toHaveValue("");
  await putUp(0);
  await expect(shown(ann.page)).toHaveText("Builds are slow");
  await expect(field).toHaveValue("Buy a faster run");

  // On a locked board an action is ticked, and none is added [M2].
  await field.press("Enter");
  await fay.api.send("PUT", `/boards/${board.id}/lock`, { locked: true });
  await expect(field).toHaveCount(0);
  await stage(ann.page).getByRole("checkbox").check();
  await expect(stage(fay.page).getByRole("checkbox")).toBeChecked();
  await fay.api.send("PUT", `/boards/${board.id}/lock`, { locked: false });

  const note = stage(ann.page).getByRole("textbox", { name: "Note" });
  await note.fill("Twenty minutes each");
  await note.press("Control+Enter");
  const others = stage(fay.page).getByRole("textbox", { name: "Note" });
  await expect(others).toHaveValue("Twenty minutes each");
  await note.blur();
  await ann.page.locator("main").press("Control+z");
  for (const at of [others, note]) await expect(at).toHaveValue("");
});

test("what is typed while a note is being saved is saved when its field is left [F7]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  const { id } = await addSticker(fay, board.id, board.columns[0], "Builds are slow");
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step: "discuss" });
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: id });
  for (const { page } of [fay, ann]) await page.goto(board.path);
  const [others, note] = [fay, ann].map(({ page }) => stage(page).getByRole("textbox", { name: "Note" }));
  const held = Promise.withResolvers<void>();
  await ann.page.route(
    (url) => url.pathname.endsWith(`/items/${id}`),
    async (route) => {
      await held.promise;
      await route.continue();
    },
  );
  const sent = ann.page.waitForRequest((request) => request.url().includes(`/items/${id}`));
  await note?.fill("Twenty minutes");
  await note?.press("Control+Enter");
  await sent;
  await note?.pressSequentially(" each");
  await note?.blur();
  held.resolve();
  await expect(others as Locator).toHaveValue("Twenty minutes each");
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Within reach of a thumb: on the screen's lower part, and large enough. */
async function expectInReach(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  const box = await control.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.y).toBeGreaterThan(500);
}

test("touch: who leads from a phone goes on with one thumb, and sees in words how many of the team want to keep going or to move on [F6]", async ({
  createPerson,
}) => {
  const [fay, ann] = [
    await createPerson({ name: "Fay", context: phone }),
    await createPerson({ name: "Ann", context: phone }),
  ];
  const board = await createBoard(fay);
  const { id } = await addSticker(fay, board.id, board.columns[0], "Builds are slow");
  for (let i = 0; i < 9; i += 1) await addSticker(fay, board.id, board.columns[0], `Sticker ${i}`);
  const steps = ["discuss", "health", "close"].map((kind) => ({ id: kind, kind, minutes: 1 }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: id });
  for (const { page } of [fay, ann]) await page.goto(board.path);
  await expectInReach(button(meetingBar(ann.page), "New action"));
  for (const wish of [/^Keep going/, /^Move on/]) {
    const press = meetingBar(ann.page).getByRole("button", { name: wish });
    await expectInReach(press);
    await press.tap();
    await expect(press).toHaveAttribute("aria-pressed", "true");
    await expect(press).toContainText("1");
  }
  await expect(meetingBar(fay.page)).toContainText("Keep going: 0. Move on: 1.");
  const next = button(meetingBar(fay.page), "Next: Health check");
  await expectInReach(next);
  const { height } = (await meetingBar(fay.page).boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(70);
  await next.tap();
  // The new step's own part is on the screen, so nothing offers to go back to it.
  for (const { page } of [fay, ann]) {
    await expect(page.getByRole("region", { name: "Statements" })).toBeInViewport();
    await expect(page.locator(".go-to-topic")).toHaveCount(0);
    await expectInReach(
      meetingBar(page)
        .getByRole("button", { name: /^(?:I’m done|Next: Close)$/ })
        .last(),
    );
  }
  // Whoever looks round gets a way back, in the same one line.
  for (const { page } of [fay, ann]) {
    await button(page.getByRole("region", { name: "Health check" }), "Show the board").tap();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectInReach(button(meetingBar(page), "Back to “Health check”"));
    const { height: lower } = (await meetingBar(page).boundingBox()) ?? { height: 0 };
    expect(lower).toBeLessThan(70);
  }
});

test("a note and a group's name that are refused, because editing has ended meanwhile, say so and keep what was typed [F7] [N1]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  const ids: string[] = [];
  for (const text of ["Builds are slow", "Slow tests"])
    ids.push((await addSticker(fay, board.id, board.columns[0], text)).id);
  await fay.api.send("PUT", `/boards/${board.id}/sort`, { item_id: ids[1], parent_id: ids[0], position: 0 });
  await fay.api.send("PUT", `/boards/${board.id}/items/${ids[0]}`, { name: "Builds" });
  const steps = [{ id: "discuss", kind: "discuss", minutes: null }];
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  await fay.api.send("PUT", `/boards/${board.id}/meeting`, { topic: ids[0] });
  const { page } = ann;
  await page.goto(board.path);
  const stopEditing = (value: boolean) =>
    fay.api.send("PUT", `/boards/${board.id}/facilitators`, { option: "stopEditing", value });
  const note = stage(page).getByRole("textbox", { name: "Note" });
  await note.fill("Twenty minutes each");
  await stopEditing(true);
  await note.press("Control+Enter");
  await expect(stage(page).getByRole("alert")).not.toBeEmpty();
  await expect(note).toHaveValue("Twenty minutes each");
  await stopEditing(false);
  await note.press("Control+Enter");
  await expect(stage(page).getByRole("alert")).toHaveCount(0);

  await button(page, "Rename “Builds”").click();
  const name = page.getByRole("textbox", { name: "Name of the group" });
  await name.fill("Our builds");
  await stopEditing(true);
  await name.press("Enter");
  await expect(page.getByRole("article").getByRole("alert").first()).not.toBeEmpty();
  await expect(name).toHaveValue("Our builds");
});
