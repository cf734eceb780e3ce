import type { Page } from "@playwright/test";
import { addSticker, createBoard, expect, type Person, test } from "./support/fixtures.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search in this space" });
const results = (page: Page) => page.getByRole("search").getByRole("listitem");
const status = (page: Page) => page.getByRole("search").getByRole("status");
const newBoard = (page: Page) => page.getByRole("dialog", { name: "New Board" });

/** A space with a board of the person. @returns the key of the space, and the board */
async function spaceWithBoard(person: Person, title: string) {
  const answer = await person.api.send("POST", "/spaces", { name: "Platform" });
  const { key } = ((await answer.json()) as { data: { key: string } }).data;
  const board = await createBoard(person, title, "Sailboat");
  await person.api.send("PUT", `/spaces/${key}/boards/${board.id}`);
  return { key, board };
}

test("[G8] a member finds a sticker of any board by words in any case and order, and opens its board @core", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({ name: "Ben" });
  const { key, board } = await spaceWithBoard(ann, "Спринт 42");
  await addSticker(ann, board.id, board.columns[0], "Ускорить релиз платформы");
  await addSticker(ann, board.id, board.columns[1], "Release notes are late");
  await ben.page.goto(`/spaces#${key}`);
  await search(ben.page).fill("ПЛАТФОРМ ускор");
  await expect(results(ben.page)).toHaveCount(1);
  await expect(results(ben.page)).toContainText("Ускорить релиз платформы");
  await expect(results(ben.page).locator("mark")).toHaveText(["Ускорить", "платформы"]);
  await expect(status(ben.page)).toHaveText("1 result");

  await search(ben.page).fill("nothing like this");
  await expect(status(ben.page)).toHaveText("Nothing found");
  await search(ben.page).press("Escape");
  await expect(search(ben.page)).toHaveValue("");
  await expect(status(ben.page)).toHaveText("");

  await search(ben.page).fill("спринт");
  await expect(results(ben.page)).toHaveCount(1);
  await ben.page.keyboard.press("Tab");
  await expect(results(ben.page).getByRole("link", { name: "Спринт 42" })).toBeFocused();
  await ben.page.keyboard.press("Enter");
  await expect(ben.page.getByRole("heading", { name: "Спринт 42", level: 1 })).toBeVisible();
});

test("[G8] a search that fails says so, keeps the words and works again; a late answer to earlier words is not shown", async ({
  createPerson,
}) => {
  const { page, ...ann } = await createPerson({ name: "Ann" });
  const { key, board } = await spaceWithBoard({ page, ...ann }, "Sprint 42");
  await addSticker({ page, ...ann }, board.id, board.columns[0], "Tea");
  await page.goto(`/spaces#${key}`);
  await page.route("**/search?q=tea", (route) => route.fulfill({ status: 503, body: "<html>" }));
  await search(page).fill("tea");
  await expect(page.getByText("The search did not work")).toBeVisible();
  await page.unroute("**/search?q=tea");
  await page.getByRole("search").getByRole("button", { name: "Try again" }).click();
  await expect(results(page)).toHaveCount(1);
  await expect(search(page)).toHaveValue("tea");

  let answer = () => Promise.resolve();
  const held = new Promise<void>((resolve) => {
    void page.route("**/search?q=te", (route) => {
      answer = () => route.continue();
      resolve();
    });
  });
  await search(page).fill("te");
  await held;
  await search(page).fill("coffee");
  await expect(status(page)).toHaveText("Nothing found");
  await answer().catch(() => undefined);
  await expect(results(page)).toHaveCount(0);
});

test("[G10] a member saves a template from a board; another starts a board with it, renames and deletes it", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const ben = await createPerson({ name: "Ben" });
  const { key } = await spaceWithBoard(ann, "Sprint 42");
  await ben.page.goto(`/spaces#${key}`);
  await ann.page.goto(`/spaces#${key}`);
  await ann.page.getByRole("button", { name: "Save a template" }).click();
  const save = ann.page.getByRole("dialog", { name: "Save a template for the space" });
  await expect(save.getByRole("textbox", { name: "Name of the template" })).toHaveValue("Sprint 42");
  await save.getByRole("textbox", { name: "Name of the template" }).fill("Our boat");
  await save.getByRole("button", { name: "Save", exact: true }).click();
  const templates = ben.page.getByRole("region", { name: "Templates of this space" });
  await expect(templates.getByText("Our boat")).toBeVisible();

  await ben.page.getByRole("button", { name: "New Board" }).click();
  await newBoard(ben.page).getByRole("textbox", { name: "Title" }).fill("Sprint 43");
  await newBoard(ben.page).getByRole("radio", { name: "Our boat" }).click();
  await newBoard(ben.page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(ben.page.getByRole("heading", { name: "Sprint 43", level: 1 })).toBeVisible();
  await ben.page.goto(`/spaces#${key}`);
  await ben.page.getByRole("button", { name: "New Board" }).click();
  await expect(newBoard(ben.page).getByRole("radio", { name: "Our boat" })).toBeChecked();
  await newBoard(ben.page).getByRole("button", { name: "Cancel" }).click();

  await templates.getByRole("button", { name: "Rename the template “Our boat”" }).click();
  const rename = ben.page.getByRole("dialog", { name: "Rename the template" });
  await rename.getByRole("textbox", { name: "Name of the template" }).fill("Boat");
  await rename.getByRole("button", { name: "Save", exact: true }).click();
  const hers = ann.page.getByRole("region", { name: "Templates of this space" });
  await expect(hers.getByText("Boat", { exact: true })).toBeVisible();
  await templates.getByRole("button", { name: "Delete the template “Boat”" }).click();
  await ben.page
    .getByRole("dialog", { name: "Delete the template “Boat”?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(templates.getByText("Boat", { exact: true })).toHaveCount(0);
  await expect(hers.getByText("Boat", { exact: true })).toHaveCount(0);
});
