import { createBoard, expect, test } from "./support/fixtures.ts";
import { button, meetingBar, onlyWatch } from "./support/facilitation.ts";

test("“I’m done” sends the answers of a health check that are chosen; a later choice takes it back [F5] [Q5]", async ({
  createPeople,
}) => {
  const [fay, ann] = await createPeople("Fay", "Ann");
  const board = await createBoard(fay);
  const { page } = ann;
  for (const each of [fay.page, page]) await each.goto(board.path);
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  const steps = [{ id: "health", kind: "health", minutes: null }];
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  const health = page.getByRole("region", { name: "Health check" });
  const [first, second] = [health.getByRole("group").nth(0), health.getByRole("group").nth(1)];
  for (const statement of [first, second]) await statement.getByRole("radio", { name: "4 of 5" }).check();
  const done = button(meetingBar(page), "I’m done");
  await done.click();
  await expect(health.getByRole("group")).toHaveCount(6);
  await expect(health).toContainText("1 of 2 have answered.");
  await expect(health.getByText("Thank you, your answer has been counted.")).toHaveCount(1);
  await first.getByRole("radio", { name: "2 of 5" }).check();
  await expect(done).toHaveAttribute("aria-pressed", "false");
  await done.click();
  await expect(health.getByRole("group")).toHaveCount(5);
});

test("a screen that only watches shows how many have answered, then the answers, and never a form [F5] [Q3]", async ({
  createPeople,
}) => {
  const [fay, ann, bob, wall] = await createPeople("Fay", "Ann", "Bob", "Wall");
  const board = await createBoard(fay);
  const steps = ["write", "checkin", "health", "close"].map((kind) => ({ id: kind, kind, minutes: null }));
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  for (const { page } of [fay, ann, bob, wall]) await page.goto(board.path);
  for (const { page } of [fay, ann, bob, wall])
    await expect(page.getByText("Live", { exact: true })).toBeAttached();
  await onlyWatch(wall.page, "Wall");
  const goTo = (step: string) => fay.api.send("PUT", `/boards/${board.id}/meeting`, { step });
  const shown = (name: string) => wall.page.getByRole("region", { name });
  await goTo("checkin");
  const checkIn = shown("Check-in");
  await expect(checkIn.getByText("0 of 4 have answered.")).toBeVisible();
  await expect(checkIn.getByRole("button")).toHaveText(["Show the board"]);
  for (const { api } of [fay, ann, bob])
    await api.send("PUT", `/boards/${board.id}/questions/checkin-mood/answer`, { value: 4 });
  await expect(checkIn.getByText("3 of 4 have answered.")).toBeVisible();
  await button(fay.page.getByRole("region", { name: "Check-in" }), "Show the answers").click();
  await expect(checkIn).toContainText("3 answers");
  await goTo("health");
  await expect(shown("Health check").getByText("0 of 4 have answered.")).toBeVisible();
  await expect(shown("Health check").getByRole("radio")).toHaveCount(0);
  await goTo("close");
  await expect(shown("Close").getByText("0 of 4 have answered.")).toBeVisible();
  await expect(button(shown("Close"), "5 of 5")).toHaveCount(0);
});
