import type { Page } from "@playwright/test";
import { createBoard, expect, test } from "./support/fixtures.ts";

const newBoard = (page: Page) => page.getByRole("dialog", { name: "New Board" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const board = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true });
const boardMenu = (page: Page, title: string) => page.getByRole("button", { name: `Menu for “${title}”` });

const rowOf = (page: Page, title: string) => page.locator(".space-board").filter({ hasText: title });

/** Makes a space on the start page. @returns its address */
async function createSpace(page: Page, name: string): Promise<string> {
  await page.goto("/");
  await newBoard(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New space" }).click();
  await page.getByRole("textbox", { name: "Name of the team" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(heading(page, name)).toBeVisible();
  return page.url();
}

async function createBoardInSpace(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "New Board" }).click();
  await newBoard(page).getByRole("textbox", { name: "Title" }).fill(title);
  await newBoard(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
}

test("[G1, G2, G3] a team makes a space, fills it and replaces its link, and everyone sees it happen @core", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({ name: "Ben" });
  await createBoard(ann, "Sprint 41");
  const address = await createSpace(ann.page, "Platform");
  await expect(ann.page.getByText("No boards in this space yet")).toBeVisible();
  await ben.page.goto(address);
  await expect(heading(ben.page, "Platform")).toBeVisible();

  await createBoardInSpace(ann.page, "Sprint 42");
  await expect(board(ben.page, "Sprint 42")).toBeVisible();
  await ann.page.goto("/");
  await newBoard(ann.page).getByRole("button", { name: "Cancel" }).click();
  await boardMenu(ann.page, "Sprint 41").click();
  await ann.page.getByRole("menuitem", { name: "Move to a space" }).click();
  const move = ann.page.getByRole("dialog", { name: "Move “Sprint 41” to a space" });
  await expect(move.getByRole("radio", { name: "Platform" })).toBeChecked();
  await move.getByRole("button", { name: "Move" }).click();
  await expect(ann.page.getByText("“Sprint 41” is now in “Platform”")).toBeVisible();
  await expect(board(ben.page, "Sprint 41")).toBeVisible();

  await ann.page.getByRole("link", { name: "Platform" }).click();
  await boardMenu(ann.page, "Sprint 41").click();
  await ann.page.getByRole("menuitem", { name: "Take out of this space" }).click();
  await expect(board(ben.page, "Sprint 41")).toHaveCount(0);

  // A click on the name renames the space, by keyboard too.
  await ann.page.getByRole("button", { name: "Rename “Platform”" }).press("Enter");
  await ann.page.getByRole("textbox", { name: "Name of the team" }).fill("Platform team");
  await ann.page.keyboard.press("Enter");
  await expect(heading(ben.page, "Platform team")).toBeVisible();

  await ann.page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = ann.page.getByRole("dialog", { name: "Link to this space" });
  await expect(link.getByRole("textbox", { name: "Link to this space" })).toHaveValue(address);
  await link.getByRole("button", { name: "Replace the link" }).click();
  await ann.page
    .getByRole("dialog", { name: "Replace the link?" })
    .getByRole("button", { name: "Replace the link" })
    .click();
  // Attack: Ben's page was open, and he has the old link.
  await expect(heading(ben.page, "This link does not open a space")).toBeVisible();
  await expect(ann.page).not.toHaveURL(address);
  await expect(board(ann.page, "Sprint 42")).toBeVisible();
  await ben.page.goto("/");
  await expect(newBoard(ben.page)).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Platform team" })).toHaveCount(0);
});

test("a board's menu stays where it opened while somebody adds a board above it", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({ name: "Ben" });
  const address = await createSpace(ann.page, "Platform");
  await createBoardInSpace(ann.page, "Sprint 41");
  await ann.page.goto(address);
  await ben.page.goto(address);
  await boardMenu(ann.page, "Sprint 41").click();
  const entry = ann.page.getByRole("menuitem", { name: "Archive" });
  const [entryBefore, rowBefore] = await Promise.all(
    [entry, rowOf(ann.page, "Sprint 41")].map((each) => each.boundingBox()),
  );
  await createBoardInSpace(ben.page, "Sprint 42");
  // The page below the menu is hidden from the accessibility tree.
  await expect(rowOf(ann.page, "Sprint 42")).toBeVisible();
  expect(await rowOf(ann.page, "Sprint 41").boundingBox()).not.toEqual(rowBefore);
  expect(await entry.boundingBox()).toEqual(entryBefore);
});

test("a space fits a phone", async ({ createPerson }) => {
  const { page } = await createPerson({ name: "Ann" });
  await page.setViewportSize({ width: 360, height: 740 });
  const address = await createSpace(page, "A team with a name that needs two lines on a phone");
  await createBoardInSpace(page, "Sprint 42");
  await page.goto(address);
  await expect(board(page, "Sprint 42")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("img", { name: "QR code with the link to this space" })).toBeVisible();
});

test("[G12] the key of a space is in no address that a browser sends", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const address = await createSpace(ann.page, "Platform");
  const key = new URL(address).hash.slice(1);
  expect(key).toHaveLength(22);
  const ben = await createPerson({ name: "Ben" });
  const sent: string[] = [];
  ben.page.on("request", (request) => sent.push(request.url()));
  await ben.page.goto(`${address.replace("#", "#(")}).`);
  await expect(heading(ben.page, "Platform")).toBeVisible();
  expect(ben.page.url()).toBe(address);
  // The fragment is an address here: the link to the content does not replace it.
  await ben.page.keyboard.press("Tab");
  await ben.page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(ben.page.locator("#main")).toBeFocused();
  await createBoardInSpace(ben.page, "Sprint 42");
  await ben.page.goBack();
  await expect(board(ben.page, "Sprint 42")).toBeVisible();
  expect(sent.filter((url) => url.includes(key))).toEqual([]);
});
