import type { Page } from "@playwright/test";
import { meetingBar, startMeeting } from "./support/facilitation.ts";
import { expect, type Person, testWithClock as test } from "./support/fixtures.ts";

const weekMs = 7 * 24 * 3_600_000;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const question = (page: Page) => page.getByRole("region", { name: "Did we do it?" });
const questionRow = (page: Page, text: string) =>
  question(page).getByRole("listitem").filter({ hasText: text });
const press = (page: Page, text: string, status: string) =>
  questionRow(page, text)
    .getByRole("button", { name: `${status}: ${text}` })
    .click();

/** Makes a space through the API. @returns the path of its page */
async function createSpace(person: Person, name: string): Promise<string> {
  const answer = await person.api.send("POST", "/spaces", { name });
  return `/spaces#${((await answer.json()) as { data: { key: string } }).data.key}`;
}

/** Makes a board on the page of a space, as a user does. @returns its address */
async function createBoardOnPage(page: Page, title: string): Promise<string> {
  await page.getByRole("button", { name: "New Board" }).click();
  const dialog = page.getByRole("dialog", { name: "New Board" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
  return page.url();
}

/** The pages of a week later: the browser's clock is that of the server. */
async function openLater(person: Person, path: string): Promise<Page> {
  const page = await person.context.newPage();
  await page.clock.install({ time: Date.now() + weekMs });
  await page.goto(path);
  return page;
}

test("[G7, F9] two retros a week apart: the second asks what became of the actions of the first, and an answer shows on the first board by its event @core", async ({
  createPerson,
  server,
}) => {
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const space = await createSpace(ann, "Platform");
  await ann.page.goto(space);
  await expect(heading(ann.page, "Platform")).toBeVisible();
  const first = await createBoardOnPage(ann.page, "Sprint 41");
  await ben.page.goto(space);
  await expect(ben.page.getByRole("link", { name: "Sprint 41" })).toBeVisible();

  const panel = ann.page.getByRole("region", { name: "Actions", exact: true });
  const field = panel.getByRole("textbox", { name: "Action", exact: true });
  await field.fill("Cache the builds");
  await panel.getByRole("combobox", { name: "Owner" }).fill("Ben");
  await panel.getByRole("button", { name: "Due date" }).click();
  const picker = ann.page.getByRole("dialog", { name: "Due date" });
  await picker.getByRole("button", { name: "tomorrow" }).click();
  await field.press("Enter");
  for (const text of ["Ask the others", "Buy a plant", "Write the runbook"]) {
    await field.fill(text);
    await field.press("Enter");
  }
  // The page of the space is live.
  await expect(ben.page.getByRole("region", { name: "Open actions" }).getByRole("listitem")).toHaveText([
    /^Cache the builds/,
    /^Ask the others/,
    /^Buy a plant/,
    /^Write the runbook/,
  ]);
  await ben.page.getByRole("button", { name: "Done: Write the runbook" }).click();
  await expect(panel.getByRole("checkbox", { name: "Done: Write the runbook" })).toBeChecked();
  await Promise.all([ann.page.close(), ben.page.close()]);

  await server.advanceClock(weekMs);
  const annLater = await openLater(ann, space);
  await expect(annLater.getByRole("region", { name: "Open actions" })).toContainText("Overdue");
  const second = await createBoardOnPage(annLater, "Sprint 42");
  await expect(heading(annLater, "Sprint 42")).toBeVisible();
  await startMeeting(annLater);
  await expect(question(annLater).getByRole("listitem")).toHaveCount(3);
  await expect(questionRow(annLater, "Cache the builds")).toContainText("Ben");
  await expect(questionRow(annLater, "Cache the builds")).toContainText("Overdue");
  await expect(questionRow(annLater, "Cache the builds")).toContainText("Sprint 41");
  // Ben has the board's link; his browser has opened the space before.
  const benLater = await openLater(ben, second);
  await expect(question(benLater).getByRole("listitem")).toHaveCount(3);
  const onFirst = await openLater(ben, first);
  const done = onFirst.getByRole("checkbox", { name: "Done: Cache the builds" });
  await expect(done).not.toBeChecked();
  await expect(onFirst.getByText("Live", { exact: true })).toBeAttached();

  // The board asks the server for nothing: the answer comes at once, by its event.
  await onFirst.route("**/api/**", (route) => route.abort());
  await press(annLater, "Cache the builds", "Done");
  await expect(done).toBeChecked();
  await onFirst.unroute("**/api/**");
  await expect(questionRow(benLater, "Cache the builds").locator("[aria-pressed=true]")).toHaveText("Done");
  await press(annLater, "Ask the others", "Still open");
  await press(benLater, "Buy a plant", "Dropped");
  await expect(onFirst.locator('[data-status="dropped"]')).toContainText("Buy a plant");
  for (const page of [annLater, benLater]) await expect(question(page)).toContainText("2 of 3 closed");
});

const stepsOf = (page: Page) =>
  meetingBar(page).getByRole("list", { name: "Steps of the meeting" }).getByRole("listitem");
const summary = (page: Page) => page.getByRole("region", { name: "Close" });

test("[F10, F11, Q4, Q5] a meeting checks in, asks for the team's health and closes with its length; the next one is planned from its summary, and a week later it has the same steps and asks first what became of the actions @core", async ({
  createPerson,
  server,
}) => {
  test.setTimeout(120_000);
  const people = [];
  for (const name of ["Ann", "Ben", "Cy"]) people.push(await createPerson({ name }));
  const [ann, ben, cy] = people as [Person, Person, Person];
  const space = await createSpace(ann, "Platform");
  await ann.page.goto(space);
  const first = await createBoardOnPage(ann.page, "Sprint 41");
  for (const { page } of [ben, cy]) await page.goto(first);

  await ann.page.getByRole("button", { name: "Start the meeting" }).first().click();
  const dialog = ann.page.getByRole("dialog", { name: "Start the meeting" });
  await expect(dialog).toContainText("Team: Platform");
  for (const name of ["Check-in", "Health check"]) {
    await dialog.getByRole("switch", { name }).check();
    await dialog.getByRole("button", { name: `More about “${name}”` }).click();
  }
  await dialog.getByRole("textbox", { name: "Words to choose from" }).fill("Sun, Rain");
  await dialog
    .getByRole("textbox", { name: "Statements, one per line" })
    .fill("We eat well.\nWe sleep well.");
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(dialog).toHaveCount(0);
  for (const { page } of people) {
    const checkIn = page.getByRole("region", { name: "Check-in" });
    await checkIn.getByRole("button", { name: "Sun" }).click();
    await expect(checkIn).toContainText("Thank you, your answer has been counted.");
  }
  await expect(cy.page.getByRole("region", { name: "Check-in" })).toContainText("3 of 3 have answered.");

  await meetingBar(ann.page).getByRole("button", { name: "Go to “Health check”" }).click();
  const health = ben.page.getByRole("region", { name: "Health check" });
  const eating = health.getByRole("group", { name: "We eat well." });
  await eating.getByRole("radio", { name: "4 of 5" }).focus();
  await ben.page.keyboard.press("ArrowRight");
  await ben.page.keyboard.press("Space");
  await expect(eating.getByRole("radio", { name: "5 of 5" })).toBeChecked();
  await health.getByRole("group", { name: "We sleep well." }).getByRole("radio", { name: "2 of 5" }).check();
  await health.getByRole("button", { name: "Send my answers" }).click();
  await expect(health).toContainText("1 of 3 have answered. Fewer than 4 people can answer");
  await expect(health.getByRole("radio")).toHaveCount(0);

  await ann.api.send("POST", `${new URL(first).pathname}/actions`, { text: "Buy a plant" });
  await meetingBar(ann.page).getByRole("button", { name: "Go to “Close”" }).click();
  for (const { page } of [ann, cy]) {
    await expect(summary(page).getByRole("heading", { name: "Length" })).toBeVisible();
    await expect(summary(page)).toContainText(/Since .*\(\d minutes? so far\)/u);
  }
  const download = ann.page.waitForEvent("download");
  await summary(ann.page).getByRole("button", { name: "PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/u);
  const plan = (page: Page) => summary(page).getByRole("button", { name: "Plan the next one" });
  await expect(plan(cy.page)).toHaveCount(0);
  await expect(plan(ann.page)).toHaveAccessibleDescription(
    "Creates “Sprint 42” with the same sections and steps.",
  );
  await plan(ann.page).click();
  for (const { page } of [ann, cy])
    await expect(summary(page).getByRole("status").filter({ hasText: "Next: Sprint 42" })).toBeVisible();
  await expect(plan(ann.page)).toHaveCount(0);
  const open = summary(ann.page).getByRole("link", { name: "Open", exact: true });
  await expect(open).toBeFocused();
  const second = new URL((await open.getAttribute("href")) ?? "", first).href;
  await Promise.all(people.map(({ page }) => page.close()));

  await server.advanceClock(weekMs);
  const later = await openLater(ann, second);
  await expect(heading(later, "Sprint 42")).toBeVisible();
  await startMeeting(later);
  await expect(questionRow(later, "Buy a plant")).toBeVisible();
  await expect(stepsOf(later)).toHaveText([
    "Did we do it?",
    "Check-in",
    "Write",
    "Group",
    "Vote",
    "Discuss",
    "Health check",
    "Close",
  ]);
  await expect(meetingBar(later).locator('[aria-current="step"]')).toHaveText("Did we do it?");
});
