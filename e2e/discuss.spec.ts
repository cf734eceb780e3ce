import type { Page } from "@playwright/test";
import { createBoard, expect, test } from "./support/fixtures.ts";
import { writeSticker, sticker } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Meeting" });
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
  const vote = (page: Page, text: string) =>
    sticker(page, text)
      .getByRole("button", { name: /^Vote\b/ })
      .click();
  await vote(fay.page, "Builds are slow");
  await vote(ann.page, "Builds are slow");
  await vote(ann.page, "Reviews take days");
  await button(bar(fay.page), "Next: Discuss").click();
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
  await button(bar(fay.page), "Next topic").click();
  await expect(shown(fay.page)).toHaveText("Reviews take days");
  const go = button(bar(ann.page), "The meeting is at “Discuss” · Go");
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
  await button(fay.page.locator(".toasts > *").filter({ hasText: "Builds are slow" }), "Undo").click();
  await expect(shown(ann.page)).toHaveText("Reviews take days");

  // The time is over: two numbers, and nothing happens by itself.
  await fay.api.send("DELETE", `/boards/${board.id}/timers`);
  await button(bar(ann.page), "Move on 0").click();
  for (const { page } of [fay, ann]) await expect(button(bar(page), "Move on 1")).toBeVisible();
  await expect(button(bar(fay.page), "Keep going 0")).toBeVisible();
  await button(bar(fay.page), "+2 min").click();
  for (const { page } of [fay, ann])
    await expect(bar(page).getByRole("button", { name: /^Keep going/ })).toHaveCount(0);

  await button(bar(fay.page), "Next: Close").click();
  for (const { page } of [fay, ann]) await expect(stage(page)).toHaveCount(0);
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
