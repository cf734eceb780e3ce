import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { button, meetingBar, onlyWatch, startMeeting } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Person, testWithClock as test } from "./support/fixtures.ts";

const weekMs = 7 * 24 * 3_600_000;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const topic = (page: Page) => page.getByRole("region", { name: "Topic" });
const vote = (page: Page, text: string) => sticker(page, text).getByRole("button", { name: /^Vote\b/ });
const review = (page: Page) => page.getByRole("region", { name: "Did we do it?" });

/** A board of the space, with its id. */
async function boardInSpace(by: Person, space: string, title: string) {
  const board = await createBoard(by, title, "Start / Stop / Continue");
  await by.api.send("PUT", `${space}/boards/${board.id}`);
  return board;
}

test("a whole meeting of eight browsers, two of them phones and one a wall, and the next one a week later [F1] [F5] [F6] [F8] [F9] [V10] @engines @nodes", async ({
  createPerson,
  server,
}) => {
  test.setTimeout(240_000);
  const [fay, ann, ben, wall, ...others] = [
    await createPerson({ name: "Fay" }),
    await createPerson({ name: "Ann", context: phone }),
    await createPerson({ name: "Ben", context: phone }),
    await createPerson({ name: "Wall", context: { viewport: { width: 2560, height: 1440 } } }),
    ...(await Promise.all(["Cid", "Dee", "Eve", "Fox"].map((name) => createPerson({ name })))),
  ] as [Person, Person, Person, Person, ...Person[]];
  const all = [fay, ann, ben, wall, ...others];
  const team = all.filter((person) => person !== wall);
  const onAll = (check: (page: Page) => Promise<void>, pages = all.map(({ page }) => page)) =>
    Promise.all(pages.map(check));
  const answer = await fay.api.send("POST", "/spaces", { name: "Platform" });
  const { key } = ((await answer.json()) as { data: { key: string } }).data;
  const space = `/spaces/${key}`;
  const board = await boardInSpace(fay, space, "Sprint 42");
  await fay.page.goto(`/spaces#${key}`);
  await expect(fay.page.getByRole("link", { name: "Sprint 42" })).toBeVisible();
  await onAll(async (page) => void (await page.goto(board.path)));

  // Write: everybody alone; the wall shows the board, and nobody waits for it.
  await startMeeting(fay.page);
  await onAll((page) => expect(meetingBar(page)).toContainText("Write"));
  await onlyWatch(wall.page, "Wall");
  const ids = await Promise.all(
    team.map(async (person, i) => (await addSticker(person, board.id, board.columns[0], `Text ${i}`)).id),
  );
  await onAll((page) => expect(page.getByRole("article")).toHaveCount(team.length));
  await expect(sticker(ann.page, "Text 1")).toBeVisible();
  await expect(sticker(wall.page, "Text")).toHaveCount(0);
  for (const { page } of [ann, ben, ...others]) await button(meetingBar(page), "I’m done").click();
  await onAll((page) => expect(meetingBar(page)).toContainText("6 of 7 done"));

  await button(meetingBar(fay.page), "Next: Group").click();
  await onAll((page) => expect(meetingBar(page)).toContainText("Group"));
  await ann.api.send("PUT", `/boards/${board.id}/sort`, {
    item_id: ids[1],
    parent_id: ids[0],
    position: 0,
  });
  await onAll((page) => expect(page.getByRole("button", { name: /^2 grouped/ })).toBeVisible());

  // Vote: two of the three votes from elsewhere, the third with a finger or a mouse.
  await button(meetingBar(fay.page), "Next: Vote").click();
  await onAll((page) => expect(meetingBar(page)).toContainText("0 of 7 have used all votes · 21 left"));
  for (const person of team)
    for (const id of [ids[2], ids[3]])
      expect((await person.api.send("POST", `/boards/${board.id}/items/${id}/vote`)).status()).toBe(200);
  for (const person of [ann, ben]) await vote(person.page, "Text 4").tap();
  await vote(others[0]!.page, "Text 4").click();
  await onAll((page) => expect(meetingBar(page)).toContainText("3 of 7 have used all votes · 4 left"));

  // Discuss: one topic for all, and an action that comes from it.
  await button(meetingBar(fay.page), "Next: Discuss").click();
  await onAll((page) => expect(topic(page).getByRole("heading", { level: 2 })).toHaveText(/^Text [23]$/));
  const first = await topic(fay.page).getByRole("heading", { level: 2 }).textContent();
  await onAll((page) => expect(topic(page).getByRole("heading", { level: 2 })).toHaveText(first ?? ""));
  const field = topic(others[1]!.page).getByRole("textbox", { name: "Action", exact: true });
  await field.fill("Cache the builds");
  await field.press("Enter");
  await onAll((page) => expect(topic(page).getByText("Cache the builds")).toBeVisible());
  await button(meetingBar(fay.page), "Next topic").click();
  await onAll((page) => expect(topic(page).getByRole("heading", { level: 2 })).not.toHaveText(first ?? ""));
  await button(meetingBar(fay.page), "Next topic").click();
  await onAll((page) => expect(topic(page).getByRole("heading", { level: 2 })).toHaveText("Text 4"));

  await button(meetingBar(fay.page), "Next: Close").click();
  for (const { page } of [fay, ann, ben, wall]) {
    const summary = page.getByRole("region", { name: "Close" });
    await expect(summary).toContainText("Text 4");
    await expect(summary).toContainText("Cache the builds");
  }
  await button(meetingBar(fay.page), "End the meeting").click();
  await button(fay.page.getByRole("dialog", { name: "End the meeting" }), "End the meeting").click();
  await onAll((page) => expect(page.locator(".meeting-bar")).toHaveCount(0));
  await onAll((page) => page.close());

  // A week later the meeting begins with what the team promised.
  await server.advanceClock(weekMs);
  const next = await boardInSpace(fay, space, "Sprint 43");
  await fay.api.send("POST", `/boards/${next.id}/meeting`, {});
  const pages = await Promise.all(
    all.map(async ({ context }) => {
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + weekMs });
      await page.goto(next.path);
      return page;
    }),
  );
  const [led] = pages as [Page];
  await onAll((page) => expect(review(page).getByRole("listitem")).toContainText("Cache the builds"), pages);
  await button(review(led), "Done: Cache the builds").click();
  await onAll((page) => expect(review(page)).toContainText("1 of 1 closed"), pages);
  await button(meetingBar(led), "Next: Write").click();
  await onAll((page) => expect(meetingBar(page)).toContainText("Write"), pages);
  await onAll((page) => expect(review(page)).toHaveCount(0), pages);
});
