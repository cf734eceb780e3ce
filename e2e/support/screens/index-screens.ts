import type { Page } from "@playwright/test";
import { button, heading, type Screen, type Translate } from "./screen.ts";
import type { SeededBoards } from "../seeds/seed-boards.ts";

/** Closes the dialog that is open on the index. */
async function closeNewBoard(page: Page, translate: Translate): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translate("common.cancel") })
    .click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/**
 * Opens the menu of a board that the visitor may rename. Which card is first changes while other tests visit
 * boards as the same user.
 */
async function openCardMenu(page: Page, { boards }: SeededBoards): Promise<void> {
  await page.locator(`[data-board="${boards.full}"] [aria-haspopup=menu]`).click();
}

/** A screen of the start page that its New Board dialog would cover. */
export const belowNewBoard = (name: string, open: Screen["open"]): Screen => ({
  name,
  user: "visitor",
  path: () => "/",
  async open(page, translate, seeded) {
    await closeNewBoard(page, translate);
    return open(page, translate, seeded);
  },
});

/**
 * The start page, and the dialogs and menus on it. Each needs a page load, after which the New Board dialog
 * is open.
 */
export const indexScreens: readonly Screen[] = [
  { name: "new-board", user: "visitor", path: () => "/", open: (page) => page.getByRole("dialog") },
  belowNewBoard("index", async (page) => {
    return heading(page);
  }),
  belowNewBoard("index-search", async (page, translate) => {
    await page.getByRole("searchbox").fill(translate("boards.mine"));
    return page.getByText(translate("boards.noneFoundHint"));
  }),
  belowNewBoard("board-card-menu", async (page, _, seeded) => {
    await openCardMenu(page, seeded);
    return page.getByRole("menu");
  }),
  belowNewBoard("rename-board", async (page, translate, seeded) => {
    await openCardMenu(page, seeded);
    await page.getByRole("menuitem", { name: translate("boards.rename") }).click();
    return page.getByRole("dialog");
  }),
  belowNewBoard("user-menu", async (page) => {
    await page.locator("header button[aria-haspopup=dialog]").last().click();
    return page.getByRole("dialog");
  }),
  belowNewBoard("feedback", async (page, translate) => {
    await button(page, translate("shell.leaveFeedback")).first().click();
    return page.getByRole("dialog");
  }),
  belowNewBoard("import-table", async (page) => {
    await chooseFile(
      page,
      "Раздел;Голоса;Карточка;Автор\nХорошо;3;Релиз вышел вовремя;Аня\nХорошо;1;Новые тесты быстрые;Олег\n" +
        'Плохо;2;"Сборка идёт слишком долго:\n20 минут на каждый коммит";Аня\n',
    );
    return page.getByRole("dialog");
  }),
  belowNewBoard("import-list", async (page) => {
    await chooseFile(
      page,
      "Went well:\n- The release was on time\n- New tests are fast\n- Tea\n- Cake\nTo improve:\n- The build takes 20 minutes\n",
    );
    return page.getByRole("dialog");
  }),
];

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: "Sprint 42.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
}
