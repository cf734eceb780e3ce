import type { Locator, Page } from "@playwright/test";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { sticker, writeSticker } from "./support/board-page.ts";
import {
  button,
  chooseAndConfirm,
  countdown,
  meetingBar,
  onlyWatch,
  startMeeting,
} from "./support/facilitation.ts";

/** A step in the editor of steps. */
const row = (dialog: Locator, name: string) =>
  dialog.getByRole("listitem").filter({ has: dialog.page().getByRole("switch", { name, exact: true }) });
const present = (page: Page) => meetingBar(page).locator('[aria-current="step"]');

/** Counts the presses of the facilitator that lead the meeting. */
function countPresses() {
  let presses = 0;
  return {
    press: async (locator: ReturnType<typeof button>) => {
      presses += 1;
      await locator.click();
    },
    count: () => presses,
  };
}

test("one button leads a meeting: hidden writing that a projector does not show either, grouping, concealed votes, discussion, close; a step is put back; nobody's text is lost [F1] [F2] [F3] [F4] @core", async ({
  createPerson,
}) => {
  test.setTimeout(120_000);
  const fay = await createPerson({ name: "Fay" });
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(fay);
  for (const { page } of [fay, ann]) await page.goto(board.path);
  const lead = countPresses();
  const next = (name: string) => lead.press(button(meetingBar(fay.page), `Next: ${name}`));

  const firstSteps = ann.page.getByRole("region", { name: "First steps" });
  await expect(firstSteps).toBeVisible();
  await lead.press(button(fay.page, "Start the meeting").first());
  await lead.press(button(fay.page.getByRole("dialog", { name: "Start the meeting" }), "Start"));
  for (const { page } of [fay, ann]) await expect(present(page)).toHaveText("Write");
  await expect(firstSteps).toHaveCount(0);
  await expect(meetingBar(ann.page)).toContainText("Nobody else can read it yet.");
  await expect(countdown(ann.page)).toContainText("06:5");
  await expect(meetingBar(ann.page).getByRole("button")).toHaveText(["I’m done"]);
  await writeSticker(ann.page, 0, "Reviews take days");
  // Fay's screen is projected: it shows no text either, unless Fay holds the button.
  await expect(fay.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(1);
  await button(meetingBar(fay.page), "Peek").hover();
  await fay.page.mouse.down();
  await expect(sticker(fay.page, "Reviews take days")).toBeVisible();
  await fay.page.mouse.up();
  await expect(sticker(fay.page, "Reviews take days")).toHaveCount(0);

  // Ann is in the middle of a sentence when the facilitator goes on.
  await button(ann.page, "New sticker in column 1").first().click();
  const draft = ann.page.getByRole("textbox", { name: "New sticker" });
  await draft.pressSequentially("Half a sen");
  // What the sentence says is true for the options in force.
  await button(meetingBar(fay.page), "Reveal").click();
  await expect(meetingBar(ann.page).getByText("Write what comes to mind.", { exact: true })).toBeVisible();
  await next("Group");
  await expect(present(ann.page)).toHaveText("Group");
  await expect(draft).toBeFocused();
  await expect(draft).toHaveValue("Half a sen");
  await draft.pressSequentially("tence");
  await draft.press("Enter");
  await expect(sticker(fay.page, "Half a sentence")).toBeVisible();

  await next("Vote");
  await expect(meetingBar(fay.page).getByRole("group", { name: "Votes for each person" })).toContainText(
    "3 votes each",
  );
  await sticker(ann.page, "Reviews take days")
    .getByRole("button", { name: /^Vote\b/ })
    .click();

  // Too early: the step is put back, and the vote stays.
  await next("Discuss");
  await button(meetingBar(fay.page), "Undo").click();
  await expect(present(ann.page)).toHaveText("Vote");
  await next("Discuss");
  await expect(
    sticker(fay.page, "Reviews take days").getByRole("button", { name: /^Vote\b/ }),
  ).toBeDisabled();
  await next("Close");
  await lead.press(button(meetingBar(fay.page), "End the meeting"));
  await lead.press(button(fay.page.getByRole("dialog", { name: "End the meeting" }), "End the meeting"));
  for (const { page } of [fay, ann]) await expect(meetingBar(page)).toHaveCount(0);
  await expect(sticker(ann.page, "Reviews take days")).toContainText("1");
  // The press that came too early is not part of the meeting.
  expect(lead.count() - 1).toBeLessThanOrEqual(8);
});

test("who leaves a meeting shows nothing: everybody is offered the seat, one takes it, is named to the others and goes on [F1] [S2]", async ({
  createPerson,
}) => {
  const [fay, ann, ben] = [
    await createPerson({ name: "Fay" }),
    await createPerson({ name: "Ann" }),
    await createPerson({ name: "Ben" }),
  ];
  const board = await createBoard(fay);
  for (const { page } of [fay, ann, ben]) await page.goto(board.path);
  await startMeeting(fay.page);
  await expect(present(ann.page)).toHaveText("Write");
  await writeSticker(ann.page, 0, "Reviews take days");
  await chooseAndConfirm(
    fay.page,
    "Exit Facilitator Mode",
    "You are about to exit Facilitator Mode. Other participants will be able to take control of the session.",
    "Exit",
  );
  await expect(meetingBar(fay.page)).toContainText("You have stopped leading.");
  for (const { page } of [ann, ben])
    await expect(meetingBar(page)).toContainText("Fay has stopped leading. Take over?");
  await expect(ben.page.getByRole("article", { name: "Hidden by the facilitator" })).toHaveCount(1);
  await expect(ben.page.getByRole("list", { name: "Set by the facilitator" })).toContainText(
    "Content is hidden",
  );
  await expect(countdown(ben.page)).toContainText(/0[67]:/);
  // A phone has room for who has left, and for the button.
  await ben.page.setViewportSize({ width: 360, height: 740 });
  const offer = meetingBar(ben.page).getByText("Fay has stopped leading.");
  await expect(offer).toBeInViewport({ ratio: 1 });
  await button(meetingBar(ann.page), "Take over").click();
  for (const { page } of [fay, ben]) {
    await expect(page.getByText("Ann is the facilitator")).toBeVisible();
    await expect(button(meetingBar(page), "Take over")).toHaveCount(0);
  }
  await button(meetingBar(ann.page), "Next: Group").click();
  await expect(sticker(ben.page, "Reviews take days")).toBeVisible();
});

test("who is done shows on all screens, ends with the step, and leaves out who only watches or has gone; who writes is told who moved the meeting [F5] [F8] @nodes", async ({
  createPeople,
}) => {
  const [fay, ann, ben] = await createPeople("Fay", "Ann", "Ben");
  const board = await createBoard(fay);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  for (const { page } of [fay, ann, ben]) await page.goto(board.path);
  for (const { page } of [fay, ann, ben]) await expect(meetingBar(page)).toContainText("0 of 3 done");
  await button(meetingBar(ann.page), "I’m done").click();
  for (const { page } of [fay, ann, ben]) await expect(meetingBar(page)).toContainText("1 of 3 done");
  await expect(ben.page.locator("[data-done]").getByRole("img", { name: "Ann, done" })).toBeVisible();

  // Ben only watches: he does not count, here and on screens that come later.
  await button(ben.page, "Ben").click();
  await ben.page.getByRole("switch", { name: "I only watch" }).check();
  await ben.page.keyboard.press("Escape");
  await expect(meetingBar(fay.page)).toContainText("1 of 2 done");
  await expect(button(meetingBar(ben.page), "I’m done")).toHaveCount(0);
  await fay.page.reload();
  await expect(meetingBar(fay.page)).toContainText("1 of 2 done");
  // An announcement lasts for five seconds.
  const announced = ann.page
    .getByRole("status")
    .filter({ hasText: "Everyone is done" })
    .waitFor({ state: "attached" });
  await button(meetingBar(fay.page), "I’m done").click();
  await announced;

  // Ann writes: her screen stays and says who moved the meeting.
  await button(ann.page, "New sticker in column 1").first().click();
  await ann.page.getByRole("textbox", { name: "New sticker" }).fill("Half a sentence");
  await button(meetingBar(fay.page), "Next: Group").click();
  for (const { page } of [fay, ann]) await expect(meetingBar(page)).toContainText("0 of 2 done");
  const go = button(meetingBar(ann.page), "Fay moved to “Group” · Go");
  await go.click();
  await expect(go).toHaveCount(0);
  await ann.page.close();
  await expect(meetingBar(fay.page)).toContainText("0 of 1 done");
});

test("a reload loses neither “I’m done” nor “I only watch”, and another tab knows at once who is done [F5]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  for (const { page } of [fay, ann]) await page.goto(board.path);
  await button(meetingBar(ann.page), "I’m done").click();
  await expect(meetingBar(fay.page)).toContainText("1 of 2 done");

  for (const { context } of [fay, ann]) {
    const second = await context.newPage();
    await second.goto(board.path);
    await expect(meetingBar(second)).toContainText("1 of 2 done");
  }
  await fay.page.reload();
  await expect(meetingBar(fay.page)).toContainText("1 of 2 done");

  for (const page of ann.context.pages().slice(1)) await page.close();
  await ann.page.reload();
  await expect(button(meetingBar(ann.page), "I’m done")).toHaveAttribute("aria-pressed", "true");
  await expect(meetingBar(fay.page)).toContainText("1 of 2 done");

  await onlyWatch(ann.page, "Ann");
  await expect(meetingBar(fay.page)).toContainText("0 of 1 done");
  await ann.page.reload();
  await button(meetingBar(ann.page), "Count me in").click();
  await expect(meetingBar(fay.page)).toContainText("0 of 2 done");
});

test("the facilitator renames, adds, orders and leaves out steps; everybody sees them [F1]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  for (const { page } of [fay, ann]) await page.goto(board.path);
  await button(meetingBar(fay.page), "More for the meeting").click();
  await fay.page.getByRole("menuitem", { name: "Change the steps" }).click();
  const dialog = fay.page.getByRole("dialog", { name: "Change the steps" });
  // The present step stays: a meeting is always at one of its steps.
  await expect(dialog.getByRole("switch", { name: "Write" })).toBeDisabled();
  await dialog.getByRole("switch", { name: "Group" }).uncheck();
  await row(dialog, "Vote").getByRole("textbox", { name: "Name" }).fill("Dot voting");
  await button(dialog, "Add a step").click();
  await row(dialog, "New step").getByRole("textbox", { name: "Name" }).fill("Thanks");
  await button(dialog, "More about “Thanks”").click();
  await button(dialog, "Move “Thanks” up").click();
  await button(dialog, "Save").click();
  for (const { page } of [fay, ann])
    await expect(meetingBar(page).getByRole("listitem")).toHaveText([
      "Write",
      "Dot voting",
      "Discuss",
      "Thanks",
      "Close",
    ]);
  await expect(button(meetingBar(fay.page), "Next: Dot voting")).toBeVisible();
});

const conceals = { votes: { limit: 3, item: "board" }, perSticker: 2, concealVoteCount: true };

// Russian texts are the longer ones.
const stepNames = ["Настроение", "Пишем", "Группируем", "Голосуем", "Обсуждаем", "Итоги"];
test("who leads has the whole bar on the screen in every step, in two lines [F1]", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay", context: { locale: "ru" } });
  const board = await createBoard(fay);
  const steps = ["checkin", "write", "group", "vote", "discuss", "close"];
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {
    steps: steps.map((kind) => ({ id: kind, kind, minutes: 5 })),
  });
  const { page } = fay;
  await page.goto(board.path);
  const meetingBar = page.locator(".meeting-bar");
  for (const [i, step] of steps.entries()) {
    await fay.api.send("PUT", `/boards/${board.id}/meeting`, { step });
    if (step === "vote") {
      await fay.api.send("POST", `/boards/${board.id}/rounds`, { ...conceals, name: "Causes of delay" });
      await expect(meetingBar.locator(".votes-used")).toBeAttached();
    }
    await expect(meetingBar.locator('[aria-current="step"]')).toHaveText(stepNames[i] ?? "");
    for (const [width, height, most] of [
      [1440, 900, 90],
      [1024, 768, 116],
      [768, 1024, 90],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { height: tall } = (await meetingBar.boundingBox()) ?? { height: Number.NaN };
      expect(Math.ceil(tall), `${step} at ${width}`).toBeLessThanOrEqual(most);
      await expect(meetingBar.locator(".next-step")).toBeInViewport({ ratio: 1 });
      for (const part of await meetingBar.getByRole("button").all()) {
        const place = await part.boundingBox();
        expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }
  }
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("touch: who leads from a phone says that they are done, looks, reveals, and goes back to any step [F1] [F4] [F5]", async ({
  createPerson,
}) => {
  const [fay, ann] = [
    await createPerson({ name: "Fay", context: phone }),
    await createPerson({ name: "Ann" }),
  ];
  const board = await createBoard(fay);
  await addSticker(ann, board.id, board.columns[0], "Builds are slow");
  await fay.api.send("POST", `/boards/${board.id}/meeting`, {});
  const { page } = fay;
  await page.goto(board.path);
  const bar = meetingBar(page);
  const fromMenu = async (item: string) => {
    await button(bar, "More for the meeting").click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  await expect(bar.locator(".present-step")).toHaveText("Write");
  await button(bar, "More for the meeting").click();
  await page.getByRole("menuitemcheckbox", { name: "I’m done" }).click();
  await expect(bar).toContainText("1 of 1 done");
  for (const shown of [1, 0]) {
    await button(bar, "More for the meeting").click();
    await page.getByRole("menuitemcheckbox", { name: "Hide on my screen" }).click();
    await expect(sticker(page, "Builds are slow")).toHaveCount(shown);
  }
  await fromMenu("Reveal");
  await expect(sticker(page, "Builds are slow")).toBeVisible();

  await button(bar, "Next: Group").click();
  await button(bar, "Next: Vote").click();
  await expect(bar.locator(".present-step")).toHaveText("Vote");
  await button(bar, "Undo").click();
  await expect(bar.locator(".present-step")).toHaveText("Group");
  await fromMenu("Go to “Write”");
  // One press would hide the whole board again.
  await button(page.getByRole("dialog", { name: "Back to “Write”" }), "Keep them shown").click();
  await expect(bar.locator(".present-step")).toHaveText("Write");
  await expect(sticker(page, "Builds are slow")).toBeVisible();
});

test("a meeting is prepared before it starts: its steps, their times and votes, and that nobody sees who wrote what; others see why they cannot start, and the next start remembers all of it [F1] [F2]", async ({
  createPerson,
}) => {
  const [fay, ann] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ann" })];
  const board = await createBoard(fay);
  for (const { page } of [fay, ann]) await page.goto(board.path);
  const start = (page: Page) => button(page, "Start the meeting").first();
  await start(ann.page).click();
  await start(fay.page).click();
  const dialog = fay.page.getByRole("dialog", { name: "Start the meeting" });
  await expect(dialog).toContainText("About 33 minutes");
  await dialog.getByRole("switch", { name: "Group" }).uncheck();
  await row(dialog, "Write").getByRole("textbox", { name: "Minutes" }).fill("10");
  await expect(dialog).toContainText("About 31 minutes");
  await dialog.getByRole("textbox", { name: "Votes for each person" }).fill("6");
  await dialog.getByRole("textbox", { name: "On one sticker" }).fill("2");
  await dialog.getByRole("switch", { name: "Nobody sees who wrote what" }).check();
  await button(dialog, "Start").click();

  const late = ann.page.getByRole("dialog", { name: "Start the meeting" });
  await expect(late).toContainText("Fay is the facilitator");
  await expect(button(late, "Start")).toBeDisabled();
  await button(late, "Cancel").click();
  for (const { page } of [fay, ann]) {
    await expect(meetingBar(page).getByRole("listitem")).toHaveText(["Write", "Vote", "Discuss", "Close"]);
    await expect(page.getByRole("list", { name: "Set by the facilitator" })).toContainText(
      "Avatars are hidden",
    );
    await expect(start(page)).toHaveCount(0);
  }
  await expect(countdown(ann.page)).toContainText("09:5");
  await writeSticker(ann.page, 0, "Reviews take days");
  await button(meetingBar(fay.page), "Next: Vote").click();
  const more = sticker(ann.page, "Reviews take days").getByRole("button", { name: /^Add a vote/ });
  for (let votes = 0; votes < 2; votes += 1) await more.click();
  await expect(meetingBar(ann.page)).toContainText("2 left");

  await fay.api.send("DELETE", `/boards/${board.id}/meeting`);
  await start(fay.page).click();
  await expect(dialog.getByRole("switch", { name: "Group" })).not.toBeChecked();
  await expect(dialog.getByRole("textbox", { name: "Votes for each person" })).toHaveValue("6");
  await expect(dialog.getByRole("switch", { name: "Nobody sees who wrote what" })).toBeChecked();
});
