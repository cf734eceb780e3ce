import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { button, meetingBar, startMeeting } from "./support/facilitation.ts";
import { openSharedBoard } from "./support/shared-board.ts";

const counter = (page: Page, text: string) => sticker(page, text).getByRole("group", { name: /^Vote:/ });
const add = (page: Page, text: string) => counter(page, text).getByRole("button", { name: /^Add a vote/ });
const take = (page: Page, text: string) =>
  counter(page, text).getByRole("button", { name: /^Take a vote back/ });
const results = (page: Page) => page.getByRole("complementary", { name: "Results" });

test("two people vote in a round with two votes on a sticker, race, close it, vote again in one section, and compare both results [V8] [V9] @core", async ({
  createPerson,
}) => {
  test.setTimeout(120_000);
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo"], 3: ["Charlie"] });
  await ann.api.send("POST", `/boards/${board.id}/facilitators`);
  await button(ann.page, "Facilitator Controls").click();
  await ann.page.getByRole("menuitem", { name: "Options" }).click();
  const options = ann.page.getByRole("region", { name: "Voting rounds" });
  const dialog = ann.page.getByRole("dialog", { name: "New voting round" });

  await button(options, "New round…").click();
  await dialog.getByLabel("Name (optional)").fill("Causes");
  await dialog.getByLabel("Most votes per sticker").fill("2");
  await dialog.getByLabel("Conceal the counts until the round ends").check();
  await button(dialog, "Open the round").click();
  await expect(dialog).toBeHidden();
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "Set by the facilitator" })).toContainText("Round 1: Causes");
  await expect(ben.page.getByText("3 votes left").first()).toBeVisible();

  for (const { page } of [ann, ben]) await expect(add(page, "Alpha")).toBeVisible();

  // Both vote at the same time, Ben by keyboard.
  await sticker(ben.page, "Alpha").focus();
  await Promise.all([
    ben.page.keyboard.press("v").then(() => ben.page.keyboard.press("v")),
    add(ann.page, "Alpha").click(),
  ]);
  await expect(counter(ben.page, "Alpha")).toHaveAccessibleName("Vote: 2 of 2 yours");
  await expect(add(ben.page, "Alpha")).toBeDisabled();
  await add(ben.page, "Charlie").click();
  await expect(add(ben.page, "Bravo")).toHaveAccessibleName(/You have no votes left/);
  await take(ben.page, "Charlie").click();
  await add(ben.page, "Bravo").click();
  await expect(counter(ann.page, "Alpha")).toHaveAccessibleName("Vote: 3 votes, 1 of 2 yours");
  await expect(sticker(ann.page, "Bravo")).toContainText("1");
  await button(ben.page, "Results").click();
  await expect(results(ben.page)).toContainText("Vote counts are concealed");

  await button(options, "End the round").click();
  await button(ann.page.getByRole("dialog", { name: "End the round" }), "End the round").click();
  await expect(results(ben.page).getByRole("listitem").first()).toContainText("Alpha");
  await expect(results(ben.page).getByRole("listitem").first()).toContainText("3 votes");
  await expect(results(ben.page).getByLabel("Results of")).toHaveValue("1");

  await button(options, "New round…").click();
  await dialog.getByLabel("In chosen sections").check();
  await expect(button(dialog, "Open the round")).toBeDisabled();
  await dialog.getByRole("group", { name: "In chosen sections" }).getByRole("checkbox").nth(1).check();
  await dialog.getByLabel("Conceal the counts until the round ends").uncheck();
  await button(dialog, "Open the round").click();
  await expect(dialog).toBeHidden();
  const vote = (page: Page, text: string) => sticker(page, text).getByRole("button", { name: /^Vote\b/ });
  await expect(vote(ben.page, "Alpha")).toHaveAccessibleName(/not part of this voting round/);
  await vote(ben.page, "Charlie").click();
  await expect(vote(ann.page, "Charlie")).toHaveAccessibleName("Vote: 1 vote");

  // Both results, in one panel.
  const shown = results(ben.page).getByLabel("Results of");
  await expect(shown).toHaveValue("2");
  await expect(results(ben.page).getByRole("listitem").first()).toContainText("Charlie");
  await shown.selectOption("Round 1: Causes");
  await expect(results(ben.page).getByRole("listitem").first()).toContainText("Alpha");
  await expect(results(ben.page).getByRole("listitem")).toHaveCount(2);
});

test("the step Vote opens and closes a round; Discuss follows it, and topics and summary name it [V8] [F6] [Q1]", async ({
  createPerson,
}) => {
  test.setTimeout(120_000);
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Alpha", "Bravo"] });
  const choose = async (name: string) => {
    await button(meetingBar(ann.page), "More for the meeting").click();
    await ann.page.getByRole("menuitem", { name }).click();
  };
  await startMeeting(ann.page);
  await button(meetingBar(ann.page), "Go to “Vote”").click();
  await choose("New round…");
  const dialog = ann.page.getByRole("dialog", { name: "New voting round" });
  await dialog.getByLabel("Name (optional)").fill("Causes");
  await button(dialog, "Open the round").click();
  await expect(meetingBar(ben.page)).toContainText("Round 1: Causes");
  const left = ann.page.locator(".votes-used");
  await expect(left).toContainText("left");
  const before = (await left.textContent()) ?? "";
  await sticker(ben.page, "Bravo")
    .getByRole("button", { name: /^Vote\b/ })
    .click();
  await expect(left).not.toHaveText(before);
  await choose("End the round");
  await button(ann.page.getByRole("dialog", { name: "End the round" }), "End the round").click();
  await expect(meetingBar(ben.page)).not.toContainText("Round 1: Causes");

  await button(meetingBar(ann.page), "Next: Discuss").click();
  for (const { page } of [ann, ben]) {
    const topic = page.getByRole("region", { name: "Topic" });
    await expect(topic.getByRole("heading", { level: 2 })).toHaveText("Bravo");
    await expect(topic).toContainText("Round 1: Causes");
  }
  await button(meetingBar(ann.page), "Next: Close").click();
  const summary = ben.page.getByRole("region", { name: "Close" });
  await expect(summary.getByRole("heading", { name: "Topics by votes · Round 1: Causes" })).toBeVisible();
  await expect(summary).toContainText("1 vote");
});
