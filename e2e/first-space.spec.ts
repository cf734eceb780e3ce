import { createBoard, expect, test } from "./support/fixtures.ts";
import {
  boardLink,
  boardMenu,
  chooseFromBoardMenu,
  createSpace,
  openMyBoards,
} from "./support/management.ts";

test("[G3, G4] a facilitator asks the creator before a board moves into a space; My boards tells the creator, who takes it out", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({ name: "Ben" });
  const board = await createBoard(ann, "Sprint 42");
  const space = await createSpace(ben, "Platform");
  await ben.page.goto(space.path);
  await expect(ben.page.getByText("No boards in this space yet")).toBeVisible();
  await ann.page.goto(board.path);
  await ben.page.goto(board.path);
  await expect(ann.page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();
  const move = async () => {
    await openMyBoards(ben.page);
    await chooseFromBoardMenu(ben.page, "Sprint 42", "Move to a space");
    await ben.page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  };
  await move();
  await expect(ben.page.getByText("Only the person who made this board can move it")).toBeVisible();

  await ben.api.send("POST", `/boards/${board.id}/facilitators`);
  await move();
  await expect(ben.page.getByText("The person who made this board has been asked.")).toBeVisible();
  const asked = ann.page.getByRole("dialog", { name: "Move this board to a space?" });
  await expect(asked).toContainText(
    "Ben is facilitating this board and wants to move it to the space “Platform”.",
  );
  await ben.page.goto(board.path);
  // The answer is sent once, on the last of the three channels that a page joins.
  await expect(ben.page.getByText("Live", { exact: true })).toBeAttached();
  await asked.getByRole("button", { name: "Agree" }).click();
  await expect(ben.page.getByText("It is now in “Platform”")).toBeVisible();
  await expect(asked).toHaveCount(0);

  await openMyBoards(ann.page);
  const mark = ann.page.locator(".card-about").getByText("In a space whose link you do not have");
  await expect(mark).toBeVisible();
  await boardMenu(ann.page, "Sprint 42").click();
  await expect(ann.page.getByRole("menuitem", { name: "Take out of its space" })).toBeVisible();
  await ann.page.getByRole("menuitem", { name: "Take out of its space" }).click();
  await expect(ann.page.getByText("“Sprint 42” is no longer in a space")).toBeVisible();
  await expect(mark).toHaveCount(0);
  await ben.page.goto(space.path);
  await expect(ben.page.getByText("No boards in this space yet")).toBeVisible();
});

test("[G15, M5] boards that left with the old link are taken back in one press, and a stranger's passphrase says that the board has left", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const eve = await createPerson({ name: "Eve" });
  const { key } = await createSpace(ann, "Platform");
  const own = await createSpace(eve, "Mine");
  for (const title of ["Sprint 41", "Sprint 42"]) {
    const board = await createBoard(ann, title);
    await ann.api.send("PUT", `/spaces/${key}/boards/${board.id}`);
    await eve.api.send("PUT", `/spaces/${own.key}/boards/${board.id}`, { leaving: key });
  }
  const kept = await createBoard(ann, "Sprint 43");
  await ann.api.send("PUT", `/spaces/${key}/boards/${kept.id}`);
  const link = (await (await ann.api.send("PUT", `/spaces/${key}/link`)).json()) as { data: { key: string } };
  await ann.page.goto(`/spaces#${link.data.key}`);
  await expect(
    ann.page.getByText("2 boards were taken out of this space before its link was replaced"),
  ).toBeVisible();
  await ann.page.getByRole("button", { name: "Take back" }).click();
  await expect(ann.page.getByText("2 boards are back")).toBeVisible();
  for (const title of ["Sprint 41", "Sprint 42", "Sprint 43"])
    await expect(boardLink(ann.page, title)).toBeVisible();
  await expect(ann.page.getByRole("button", { name: "Take back" })).toHaveCount(0);

  await eve.page.goto(kept.path);
  await expect(eve.page.getByRole("heading", { name: "Sprint 43" })).toBeVisible();
  await openMyBoards(eve.page);
  await chooseFromBoardMenu(eve.page, "Sprint 43", "Set a passphrase");
  const dialog = eve.page.getByRole("dialog", { name: "Passphrase of the board" });
  await dialog.getByLabel("Passphrase").fill("horse battery staple");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(eve.page.getByText("it was taken out of that space first")).toBeVisible();
});

test("New Board names the team: its space is made with the board [G1]", async ({ createPerson }) => {
  const { page } = await createPerson({ name: "Ann" });
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "New Board" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Sprint 42");
  await dialog.getByRole("combobox", { name: "Team" }).selectOption("New team…");
  await dialog.getByRole("textbox", { name: "Name of the team" }).fill("Payments");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sprint 42" })).toBeVisible();
  await page.getByRole("link", { name: "Payments" }).click();
  await expect(page.getByRole("link", { name: "Sprint 42" })).toBeVisible();
});

test("“Plan the next one” asks once for the team of a board that has none; everybody in the meeting then sees the next board, which asks about the open actions [F11]", async ({
  createPerson,
}) => {
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(ann, "Sprint 42");
  await ann.api.send("POST", `/boards/${board.id}/actions`, { text: "Call Bob" });
  await ann.api.send("POST", `/boards/${board.id}/meeting`, {
    steps: ["review", "close"].map((kind) => ({ id: kind, kind, minutes: null })),
  });
  await ann.api.send("PUT", `/boards/${board.id}/meeting`, { step: "close" });
  for (const { page } of [ann, ben]) await page.goto(board.path);
  await ann.page.getByRole("button", { name: "Plan the next one" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Plan the next one" });
  await dialog.getByRole("textbox", { name: "Name of the team" }).fill("Payments");
  await dialog.getByRole("button", { name: "Create" }).click();
  for (const { page } of [ann, ben])
    await expect(page.getByRole("status").filter({ hasText: "Next: Sprint 43" })).toBeVisible();
  await ann.page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(ann.page.getByRole("heading", { name: "Sprint 43" })).toBeVisible();
  await expect(ann.page.getByRole("link", { name: "Payments" })).toBeVisible();
  const next = new URL(ann.page.url()).pathname;
  await ann.api.send("POST", `${next}/meeting`, {});
  await expect(ann.page.getByRole("region", { name: "Did we do it?" })).toContainText("Call Bob");
});
