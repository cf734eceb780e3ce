import type { Page } from "@playwright/test";
import { belowNewBoard } from "./index-screens.ts";
import { button, heading, type Screen, type Translate } from "./screen.ts";
import { secretScreens } from "./secret-screens.ts";
import type { SeededBoards } from "../seeds/seed-boards.ts";

const spacePath = ({ spaces }: SeededBoards) => `/spaces#${spaces.space}`;
const firstRow = (page: Page) => page.locator(".space-board").first();
/** The oldest board is the locked one. */
const openRowMenu = (page: Page) => page.locator(".space-board [aria-haspopup=menu]").last().click();

/** A screen of the page of a space. */
function onSpace(
  name: string,
  open: (page: Page, translate: Translate) => Promise<unknown>,
  shown = "[role=dialog]",
): Screen {
  return {
    name,
    user: "visitor",
    path: spacePath,
    async open(page, translate) {
      await firstRow(page).waitFor();
      await open(page, translate);
      return page.locator(shown);
    },
  };
}

function onIndex(
  name: string,
  open: (page: Page, translate: Translate) => Promise<unknown>,
  shown = ".board-card",
): Screen {
  return belowNewBoard(name, async (page, translate) => {
    await open(page, translate);
    return page.locator(shown).first();
  });
}

/** Opens the settings of the locked board. */
async function openLockedSettings(page: Page, translate: Translate): Promise<void> {
  await page.locator(".locked-notice").waitFor();
  const settings = button(page, translate("board.settings"));
  if (!(await settings.isVisible())) await button(page, translate("common.more")).click();
  await settings.click();
}

/** The page of a space, boards that are closed or locked, and the shelves. Each needs a page load. */
export const managementScreens: readonly Screen[] = [
  ...secretScreens,
  onSpace("space", async () => undefined, ".space-home"),
  onSpace(
    "space-shelves",
    async (page) => {
      for (const shelf of await page.locator(".space-shelf > button").all()) await shelf.click();
      await page.locator(".space-shelf .space-board").nth(2).waitFor();
    },
    ".space-home",
  ),
  onSpace("space-search", (page) => page.getByRole("searchbox").fill("4 42 3"), ".space-search .empty-state"),
  onSpace("space-search-results", (page) => page.getByRole("searchbox").fill("1"), ".space-search .hits"),
  onSpace("space-save-template", (page, translate) => button(page, translate("spaceTemplates.save")).click()),
  onSpace("space-board-menu", openRowMenu, "[role=menu]"),
  onSpace("space-link", (page, translate) => button(page, translate("spaces.linkButton")).click()),
  onSpace("space-tracker", async (page, translate) => {
    await button(page, translate("tracker.title")).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox")
      .first()
      .fill("https://tracker.example/new?title={title}");
  }),
  onSpace("move-to-space", async (page, translate) => {
    // The list of known spaces is in the browser: this one has opened the other space before.
    await page.evaluate((text) => {
      const known = JSON.parse(localStorage.getItem("retro.spaces") ?? "[]") as object[];
      localStorage.setItem("retro.spaces", JSON.stringify([...known, { key: "A".repeat(22), name: text }]));
    }, translate("spaces.heading"));
    await page.reload();
    await openRowMenu(page);
    await page.getByRole("menuitem", { name: translate("spaces.move") }).click();
    await page.getByRole("radio").first().waitFor();
  }),
  onIndex("new-space", (page, translate) => button(page, translate("spaces.new")).click(), "[role=dialog]"),
  onIndex("my-archive", (page, translate) => button(page, translate("manage.shelfArchived")).click()),
  onIndex("my-bin", async (page, translate) => {
    await button(page, translate("manage.shelfBin")).click();
    await page.getByRole("heading", { name: translate("manage.shelfBin"), level: 1 }).waitFor();
  }),
  {
    name: "board-locked",
    user: "visitor",
    path: ({ spaces }) => `/boards/${spaces.locked}`,
    open: (page) => page.locator(".locked-notice"),
  },
  {
    name: "board-locked-settings",
    user: "visitor",
    path: ({ spaces }) => `/boards/${spaces.locked}`,
    async open(page, translate) {
      await openLockedSettings(page, translate);
      return page.getByRole("dialog");
    },
  },
  {
    name: "set-passphrase",
    user: "visitor",
    path: ({ spaces }) => `/boards/${spaces.locked}`,
    async open(page, translate) {
      await openLockedSettings(page, translate);
      await button(page, translate("manage.passphraseChange")).click();
      return page.getByRole("dialog", { name: translate("manage.passphraseTitle") });
    },
  },
  {
    name: "board-passphrase",
    user: "visitor",
    path: ({ spaces }) => `/boards/${spaces.guarded}`,
    open: heading,
  },
  { name: "board-in-bin", user: "visitor", path: ({ spaces }) => `/boards/${spaces.binned}`, open: heading },
];
