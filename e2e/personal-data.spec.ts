import { readFile } from "node:fs/promises";
import { sticker } from "./support/board-page.ts";
import { expect, createBoard, test } from "./support/fixtures.ts";
import type { Person } from "./support/fixtures.ts";
import { openSharedBoard } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

test.use({ serviceWorkers: "allow", idle: true });

const openMenu = async ({ page, user }: Person) => {
  await button(page, user.name).click();
  return page.getByRole("dialog", { name: "Your profile" });
};

test("a visitor downloads what is stored about them, by keyboard", async ({ createPerson }) => {
  const { ann } = await openSharedBoard(createPerson, { 0: ["By Ann"] });
  await button(ann.page, "Ann").focus();
  await ann.page.keyboard.press("Enter");
  const menu = ann.page.getByRole("dialog", { name: "Your profile" });
  const item = button(menu, "Download my data");
  await item.focus();
  const started = ann.page.waitForEvent("download");
  await ann.page.keyboard.press("Enter");
  const download = await started;
  expect(download.suggestedFilename()).toBe("retro-my-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as {
    user: { id: string };
    stickers: { text: string }[];
  };
  expect(data.user.id).toBe(ann.user.id);
  expect(data.stickers.map(({ text }) => text)).toEqual(["By Ann"]);
  await expect(menu).toBeVisible();
});

test("a visitor deletes their data: the author disappears for others, the browser keeps nothing, and a new visitor can sign in @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["By Ann"] });
  await expect(sticker(ben.page, "By Ann").getByRole("img", { name: "By Ann" })).toBeVisible();
  await ann.page.evaluate(() => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("retro.timer-sound", "on");
    localStorage.setItem("of-another-product", "stays");
    indexedDB.open("retro-something");
  });
  const menu = await openMenu(ann);
  await button(menu, "Delete my data").click();
  const dialog = ann.page.getByRole("dialog", { name: "Delete my data?" });
  await expect(dialog).toContainText("your stickers on boards that others have used");
  await ann.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await button(await openMenu(ann), "Delete my data").click();
  await button(dialog, "Delete my data").focus();
  await ann.page.keyboard.press("Enter");

  await expect(ann.page.getByRole("heading", { name: "Your data has been deleted" })).toBeVisible();
  await expect.poll(() => ann.page.evaluate(() => Object.keys(localStorage))).toEqual(["of-another-product"]);
  await expect
    .poll(() =>
      ann.page.evaluate(async () => [
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...(await caches.keys()),
        ...Object.keys(sessionStorage).filter((key) => key !== "retro.erased"),
      ]),
    )
    .toEqual([]);
  expect((await ann.context.cookies()).map(({ name }) => name)).not.toContain("retro_session");
  await expect(sticker(ben.page, "By Ann").getByRole("img", { name: /^By/ })).toHaveCount(0);
  await expect(ben.page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(1);

  await ann.page.getByRole("link", { name: "Start again" }).click();
  await ann.page.waitForURL("**/auth-anonymous");
});

test("the page that confirms the deletion redirects other users to the index", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann);
  await ann.page.goto("/data-deleted");
  await ann.page.waitForURL("/");
  await ann.page.goto(board.path);
  await expect(button(ann.page, "Ann")).toBeVisible();
});
