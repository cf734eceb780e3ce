import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./support/fixtures.ts";
import { writeSticker } from "./support/board-page.ts";
import { button, meetingBar } from "./support/facilitation.ts";
import { seedOpenActions } from "./support/seeds/seed-open-actions.ts";

const review = (page: Page) => page.getByRole("region", { name: "Did we do it?" });
const plant = (page: Page) => review(page).getByRole("listitem").filter({ hasText: "Buy a plant" });

/** Fay knows the space; the meeting of its new board is at "Did we do it?". */
async function startReview(fay: Person) {
  const seeded = await seedOpenActions(fay, "en");
  const board = `/boards/${seeded.board}`;
  // The space would remember the steps of its last meeting, which had no review.
  const steps = ["review", "write", "close"].map((kind) => ({ id: kind, kind, minutes: 5 }));
  await fay.api.send("POST", `${board}/meeting`, { steps });
  await fay.page.goto(board);
  await expect(meetingBar(fay.page).locator('[aria-current="step"]')).toHaveText("Did we do it?");
  return board;
}

test("everybody on the board sees at once what the team promised: live, late comers too, until the meeting moves on [F9]", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const ann = await createPerson({ name: "Ann" });
  const board = await startReview(fay);
  await ann.page.goto(board);
  for (const { page } of [fay, ann]) await expect(review(page).getByRole("listitem")).toHaveCount(6);
  // Ann does not know the space: she sees the status, and sets none.
  await expect(review(ann.page).getByRole("listitem").getByRole("button")).toHaveCount(0);
  await expect(review(ann.page)).toContainText("0 of 6 closed");
  const done = button(plant(fay.page), "Done: Buy a plant");
  await expect(review(fay.page).locator("[aria-pressed=true]")).toHaveCount(0);
  await button(plant(fay.page), "Still open: Buy a plant").click();
  await expect(button(plant(fay.page), "Still open: Buy a plant")).toHaveAttribute("aria-pressed", "true");
  await done.focus();
  await fay.page.keyboard.press("Enter");
  await expect(plant(ann.page)).toContainText("Done");
  await expect(done).toHaveAttribute("aria-pressed", "true");
  await expect(done).toBeFocused();
  await expect(review(ann.page)).toContainText("1 of 6 closed");

  const late = await createPerson({ name: "Late" });
  await late.page.goto(board);
  await expect(plant(late.page)).toContainText("Done");
  await button(review(fay.page), "Stop showing").click();
  for (const { page } of [ann, late]) await expect(review(page)).toContainText("Nothing is shown yet");
  await button(review(fay.page), "Show to everyone").click();
  await expect(plant(ann.page)).toBeVisible();
  await button(meetingBar(fay.page), "Next: Write").click();
  for (const { page } of [fay, ann, late]) await expect(review(page)).toHaveCount(0);
});

test("a review does not open over a text that is being written: its writer goes there later [F8] [F9]", async ({
  createPerson,
}) => {
  const fay = await createPerson({ name: "Fay" });
  const ann = await createPerson({ name: "Ann" });
  const board = await startReview(fay);
  await button(review(fay.page), "Stop showing").click();
  await ann.page.goto(board);
  await button(review(ann.page), "Show the board").click();
  await writeSticker(ann.page, 0, "First");
  await button(ann.page, "New sticker in column 1").first().click();
  const draft = ann.page.getByRole("textbox", { name: "New sticker" });
  await draft.pressSequentially("Half a sen");
  await button(review(fay.page), "Show to everyone").click();
  const go = button(meetingBar(ann.page), "The meeting is at “Did we do it?” · Go");
  await expect(go).toBeVisible();
  await expect(plant(ann.page)).toHaveCount(0);
  await expect(draft).toBeFocused();
  await draft.pressSequentially("tence");
  await draft.press("Enter");
  await go.click();
  await expect(plant(ann.page)).toBeVisible();
});
