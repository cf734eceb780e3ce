import { expect, type Locator, type Page } from "@playwright/test";
import { toastButton } from "../board-page.ts";
import { button, firstSticker, type Screen, type Translate } from "./screen.ts";
import type { SeededBoards } from "../seeds/seed-boards.ts";

function onBoard(
  name: string,
  board: keyof SeededBoards["boards"],
  openDialog: (page: Page, translate: Translate) => Promise<unknown>,
  findShown: (page: Page) => Locator = (page) => page.getByRole("dialog"),
): Screen {
  return {
    name,
    user: "visitor",
    path: ({ boards }) => `/boards/${boards[board]}`,
    async open(page, translate) {
      await firstSticker(page).waitFor();
      await openDialog(page, translate);
      return findShown(page);
    },
  };
}
const menu = (page: Page) => page.getByRole("menu");
/** Presses a button in the board's header, which a phone has in a panel. */
async function pressInHeader(
  page: Page,
  translate: Translate,
  name: string,
  press = (target: Locator) => target.click(),
): Promise<void> {
  const target = page.getByRole("button", { name, exact: true, includeHidden: true });
  await target.waitFor({ state: "attached" });
  if (!(await target.isVisible())) await button(page, translate("common.more")).click();
  await press(target);
}
/** Opens the composer by the plus of a column, which the mouse may not reach, or by the bar of a phone. */
async function pressAdd(page: Page, translate: Translate): Promise<void> {
  const plus = button(page, translate("stickers.addToColumn", { column: 1 })).first();
  const title = await page.locator(".board-section h2").first().textContent();
  const bar = button(page, translate("sections.addTo", { title: title ?? "" }));
  await plus.or(bar).first().press("Enter");
}
/** By key: the tooltip of the control that was used before may cover the button. */
async function openResults(page: Page, translate: Translate): Promise<void> {
  await pressInHeader(page, translate, translate("results.title"), (target) => target.press("Enter"));
}
async function openActions(page: Page, translate: Translate): Promise<void> {
  const name = new RegExp(`^${translate("actions.title")}`);
  const target = page.locator(".actions-button").and(page.getByRole("button", { name, includeHidden: true }));
  await target.waitFor({ state: "attached" });
  if (!(await target.isVisible())) await button(page, translate("common.more")).click();
  await target.press("Enter");
}
const nothingToOpen = async () => undefined;
/**
 * Waits for the number of voters of both people on the board: the chips beside it have the room that it
 * leaves.
 */
const awaitVoters = (page: Page) => page.locator('[data-short$=" 2"]').waitFor({ state: "attached" });

/** The board and its dialogs. */
export const boardScreens: Screen[] = [
  {
    name: "board-empty",
    user: "visitor",
    path: ({ boards }) => `/boards/${boards.empty}`,
    async open(page) {
      await page.locator(".board-section:first-child .empty-section").waitFor();
      return page.locator(".first-steps");
    },
  },
  {
    name: "board-first-visit",
    user: "signedOut",
    path: ({ boards }) => `/boards/${boards.empty}`,
    async open(page, translate) {
      // The screen of the captcha keeps its puzzle away: without one, the visitor gets no session.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.reload();
      return page.getByRole("textbox", { name: translate("user.yourName") });
    },
  },
  onBoard("board", "full", nothingToOpen, firstSticker),
  onBoard(
    "board-group-open",
    "full",
    (page) => page.locator(".group-toggle").first().click(),
    (page) => page.locator(".nested").first(),
  ),
  onBoard("board-hidden", "hiddenContent", nothingToOpen, firstSticker),
  onBoard("board-facilitator", "facilitated", awaitVoters, (page) => page.getByRole("timer")),
  onBoard("board-long-words", "longWords", nothingToOpen, firstSticker),
  onBoard("board-300", "stickers300", nothingToOpen, firstSticker),
  onBoard("invite", "full", (page, translate) => button(page, translate("invite.button")).click()),
  onBoard("new-sticker", "full", (page, translate) =>
    button(page, translate("stickers.add")).first().click(),
  ),
  onBoard(
    "composer",
    "full",
    async (page, translate) => {
      // Leaves a draft in the first column, then pastes a list into the second.
      await pressAdd(page, translate);
      await page.keyboard.type(translate("help.expandMouse"));
      await page.keyboard.press("Tab");
      await page.keyboard.insertText(`${translate("help.theme")}\n${translate("help.zoom")}`);
    },
    (page) => page.locator(".composer"),
  ),
  onBoard("edit-sticker", "full", (page) => firstSticker(page).press("Enter")),
  onBoard(
    "sticker-menu",
    "full",
    (page, translate) => button(page, translate("stickers.menu")).first().press("Enter"),
    menu,
  ),
  onBoard("move-sticker", "full", async (page, translate) => {
    await button(page, translate("stickers.menu")).first().press("Enter");
    await page.getByRole("menuitem", { name: translate("stickers.moveTo") }).click();
  }),
  onBoard("group-sticker", "full", async (page, translate) => {
    await button(page, translate("stickers.menu")).first().press("Enter");
    await page.getByRole("menuitem", { name: translate("stickers.groupWith") }).click();
  }),
  onBoard(
    "board-more",
    "facilitated",
    async (page, translate) => {
      await page.getByRole("timer").waitFor();
      const more = button(page, translate("common.more"));
      if (await more.isVisible()) await more.click();
    },
    firstSticker,
  ),
  onBoard("edit-board", "full", (page, translate) =>
    pressInHeader(page, translate, translate("board.settings")),
  ),
  onBoard(
    "section-menu",
    "full",
    (page, translate) => button(page, translate("sections.menu")).first().click(),
    menu,
  ),
  onBoard("edit-section", "full", async (page, translate) => {
    await button(page, translate("sections.menu")).first().click();
    await page.getByRole("menuitem", { name: translate("sections.menuEdit") }).click();
  }),
  onBoard("delete-section", "full", async (page, translate) => {
    await button(page, translate("sections.menu")).first().click();
    await page.getByRole("menuitem", { name: translate("sections.menuDelete") }).click();
  }),
  onBoard(
    "download",
    "full",
    (page, translate) => pressInHeader(page, translate, translate("exports.menu")),
    menu,
  ),
  onBoard("results", "full", openResults, (page) => page.locator(".result").first()),
  onBoard("results-hidden", "hiddenContent", openResults, (page) => page.locator(".side-panel")),
  {
    name: "results-empty",
    user: "visitor",
    path: ({ boards }) => `/boards/${boards.empty}`,
    async open(page, translate) {
      await openResults(page, translate);
      return page.locator(".side-panel");
    },
  },
  onBoard("actions", "full", openActions, (page) => page.locator(".action").last()),
  onBoard(
    "actions-edit",
    "full",
    async (page, translate) => {
      await openActions(page, translate);
      await page.locator(".action-text").nth(1).click();
    },
    (page) => page.locator(".action .action-form"),
  ),
  onBoard(
    "actions-from-sticker",
    "full",
    async (page, translate) => {
      await button(page, translate("stickers.menu")).first().press("Enter");
      await page.getByRole("menuitem", { name: translate("actions.make") }).click();
    },
    (page) => page.locator(".actions-note"),
  ),
  onBoard("actions-hidden", "hiddenContent", openActions, (page) => page.locator(".action em")),
  onBoard(
    "action-link",
    "full",
    async (page, translate) => {
      await openActions(page, translate);
      await button(page, translate("actions.link")).first().click();
      await page.getByRole("textbox", { name: translate("actions.link") }).fill("tracker.example");
    },
    (page) => page.locator(".action-link-fault"),
  ),
  {
    name: "actions-empty",
    user: "visitor",
    path: ({ boards }) => `/boards/${boards.empty}`,
    async open(page, translate) {
      await openActions(page, translate);
      return page.locator(".section-actions");
    },
  },
  onBoard("timer", "full", (page, translate) => button(page, translate("session.timer")).click()),
  onBoard("facilitator-mode", "full", (page, translate) =>
    pressInHeader(page, translate, translate("session.facilitatorMode")),
  ),
  onBoard("meeting-start", "full", async (page, translate) => {
    await pressInHeader(page, translate, translate("meeting.start"));
    await page.locator(".step-rows").waitFor();
  }),
  onBoard(
    "facilitator-controls",
    "facilitated",
    async (page, translate) => {
      await awaitVoters(page);
      await pressInHeader(page, translate, translate("session.facilitatorControls"));
    },
    menu,
  ),
  onBoard("options", "facilitated", async (page, translate) => {
    await pressInHeader(page, translate, translate("session.facilitatorControls"));
    await page.getByRole("menuitem", { name: translate("session.options") }).click();
  }),
  onBoard("reset-votes", "facilitated", async (page, translate) => {
    await pressInHeader(page, translate, translate("session.facilitatorControls"));
    await page.getByRole("menuitem", { name: translate("session.resetVotes") }).click();
  }),
  {
    ...onBoard(
      "undo-toast",
      "full",
      async (page) => {
        await firstSticker(page).focus();
        await page.keyboard.press("Delete");
      },
      (page) => page.locator(".toasts .notistack-MuiContent").first(),
    ),
    close: (page, translate) => toastButton(page, translate("stickers.undo")).click(),
  },
  {
    ...onBoard(
      "unsaved-changes",
      "full",
      async (page, translate) => {
        const json = { message: translate("error.stickers_locked"), code: "stickers_locked" };
        await page.route("**/api/v1/boards/*/items", (route) => route.fulfill({ status: 403, json }), {
          times: 1,
        });
        await button(page, translate("stickers.add")).first().click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox").first().fill(translate("help.theme"));
        await dialog.getByRole("button", { name: translate("common.save"), exact: true }).click();
        await dialog.getByRole("alert").waitFor();
        await dialog.getByRole("button", { name: translate("common.cancel"), exact: true }).click();
      },
      (page) => page.locator(".unsaved-changes li"),
    ),
    close: (page, translate) => button(page, translate("stickers.discard")).click(),
  },
  {
    ...onBoard(
      "section-focus",
      "full",
      async (page, translate) => {
        // A phone shows each section at its full width.
        const focus = button(page, translate("sections.focus")).first();
        if (await focus.isVisible()) await focus.click();
      },
      firstSticker,
    ),
    close: async (page, translate) => {
      const showAll = button(page, translate("sections.showAll"));
      if (await showAll.isVisible()) await showAll.click();
    },
  },
  {
    ...onBoard(
      "fullscreen",
      "facilitated",
      (page, translate) => button(page, translate("shell.fullscreen")).click(),
      (page) => page.locator(".fullscreen-dock"),
    ),
    close: (page, translate) => button(page, translate("shell.exitFullscreen")).click(),
  },
  onBoard("help", "full", pressHelp),
  onBoard("help-keyboard", "full", async (page, translate) => {
    await pressHelp(page);
    await page.getByRole("tab", { name: translate("help.keyboard") }).click();
  }),
];

/** Opens the help. Right after a dialog or typing a single key does nothing. */
async function pressHelp(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 1000 });
  }).toPass();
}
