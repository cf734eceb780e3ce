import { sticker } from "./support/board-page.ts";
import { expect, createBoard, test } from "./support/fixtures.ts";
import { joinPresence } from "./support/presence-client.ts";
import { openSharedBoard } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

test("others see who edits a sticker, in that person's colour, until they stop or leave @core @nodes", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Touched", "Left alone"] });
  const slot = ben.page.locator("[data-sticker]", { has: sticker(ben.page, "Touched") }).first();
  const mark = slot.locator(".sticker-editor");
  await sticker(ann.page, "Touched").dblclick();
  await expect(mark).toHaveText("Ann");
  await expect(ben.page.locator(".sticker-editor")).toHaveCount(1);
  expect(await slot.evaluate((element) => element.style.getPropertyValue("--editor"))).toBe(
    ann.user.options.color,
  );
  await button(ann.page.getByRole("dialog", { name: "Edit Sticker" }), "Cancel").click();
  await expect(mark).toHaveCount(0);
  await sticker(ann.page, "Touched").dblclick();
  await expect(mark).toHaveText("Ann");
  await ann.page.close();
  await expect(mark).toHaveCount(0);
  await expect(ben.page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(1);
});

test("a new name and colour appear everywhere at once; an emptied name returns to the previous one", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["By Ann"] });
  await button(ann.page, "Ann").click();
  const menu = ann.page.getByRole("dialog", { name: "Your profile" });
  await menu.getByLabel("Name").fill("Anna King");
  await button(menu.getByRole("group", { name: "Background colour" }), "Teal").click();
  await ann.page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button(ann.page, "Anna King")).toBeVisible();
  const seen = ben.page.getByRole("list", { name: "People here" }).getByRole("img", { name: "Anna King" });
  await expect(seen).toBeVisible();
  await expect(seen.locator("span").first()).toHaveCSS("background-color", "rgb(0, 105, 120)");
  await expect(sticker(ben.page, "By Ann").getByRole("img", { name: "By Anna King" })).toHaveCSS(
    "background-color",
    "rgb(0, 105, 120)",
  );
  // Without "Avatar on stickers" it disappears from the stickers, not from the list.
  await button(ann.page, "Anna King").click();
  await menu.getByLabel("Name").fill("  ");
  await menu.getByLabel("Avatar on stickers").uncheck();
  await expect(menu.getByLabel("Name")).toHaveValue("Anna King");
  await ann.page.keyboard.press("Escape");
  await expect(sticker(ben.page, "By Ann").getByRole("img", { name: /^By/ })).toHaveCount(0);
  await expect(seen).toBeVisible();
});

test("ten of thirteen people are shown, then +3 with their names; a press on them lists everyone", async ({
  createPerson,
  browser,
  server,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann);
  const leave = await Promise.all(
    Array.from({ length: 12 }, (_, i) => joinPresence(browser, server.url, board.id, `Guest ${i + 1}`)),
  );
  await ann.page.goto(board.path);
  const here = ann.page.getByRole("list", { name: "People here" });
  await expect(here.getByRole("img")).toHaveCount(11);
  await expect(here.getByRole("img", { name: /^\+3: Guest/ })).toHaveText("+3");
  await here.getByText("+3").click();
  const everyone = ann.page.getByRole("dialog", { name: "Invite your team" }).getByRole("list");
  await expect(everyone.getByRole("listitem")).toHaveCount(13);
  await expect(everyone.getByRole("listitem").first()).toHaveText("Ann (you)");
  await expect(everyone.getByText("Guest 12", { exact: true })).toBeVisible();
  await ann.page.keyboard.press("Escape");
  await expect(everyone).toHaveCount(0);
  await Promise.all(leave.slice(0, 5).map((go) => go()));
  await expect(here.getByRole("img")).toHaveCount(8);
  await expect(here.getByText(/^\+/)).toHaveCount(0);
  await Promise.all(leave.slice(5).map((go) => go()));
});
