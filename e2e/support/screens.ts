import { expect, type Locator, type Page } from "@playwright/test";
import { loadTranslation, type Locale, type MessageKey } from "@retro/contract/messages/catalogue";
import type { SeededBoards } from "./seed-boards.ts";

/** Gives a text of the catalogue in the tour's language. */
export type Translate = (key: MessageKey, params?: Record<string, string | number>) => string;

/** Texts of one language by key, with their `:name` placeholders filled. */
export async function loadTranslator(locale: Locale): Promise<Translate> {
  const texts = (await loadTranslation[locale]()) as Record<string, string>;
  return (key, params = {}) =>
    (texts[key] ?? key).replace(/:([a-z][A-Za-z]*)/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A screen, or a dialog on a screen. */
export interface Screen {
  name: string;
  user: "visitor" | "admin" | "signedOut";
  path: (seeded: SeededBoards) => string;
  /** Opens the screen or dialog. @returns what must be visible then */
  open: (page: Page, translate: Translate) => Locator | Promise<Locator>;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const firstSticker = (page: Page) => page.getByRole("article").first();

/** Closes the dialog that is open on the index. */
async function closeNewBoard(page: Page, translate: Translate): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translate("common.cancel") })
    .click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

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
const nothingToOpen = async () => undefined;

const boardScreens: Screen[] = [
  {
    name: "board-empty",
    user: "visitor",
    path: ({ boards }) => `/boards/${boards.empty}`,
    open: (page) => page.getByRole("list", { name: /1/ }).locator("..").first(),
  },
  onBoard("board", "full", nothingToOpen, firstSticker),
  onBoard(
    "board-group-open",
    "full",
    (page) => page.locator(".group-toggle").first().click(),
    (page) => page.locator(".nested").first(),
  ),
  onBoard("board-hidden", "hiddenContent", nothingToOpen, firstSticker),
  onBoard("board-facilitator", "facilitated", nothingToOpen, (page) => page.getByRole("timer")),
  onBoard("board-long-words", "longWords", nothingToOpen, firstSticker),
  onBoard("board-300", "stickers300", nothingToOpen, firstSticker),
  onBoard("new-sticker", "full", (page, translate) =>
    button(page, translate("stickers.add")).first().click(),
  ),
  onBoard("edit-sticker", "full", async (page) => {
    await firstSticker(page).focus();
    await page.keyboard.press("Enter");
  }),
  onBoard(
    "sticker-menu",
    "full",
    (page, translate) => button(page, translate("stickers.menu")).first().click({ force: true }),
    menu,
  ),
  onBoard("move-sticker", "full", async (page, translate) => {
    await button(page, translate("stickers.menu")).first().click({ force: true });
    await page.getByRole("menuitem", { name: translate("stickers.moveTo") }).click();
  }),
  onBoard("group-sticker", "full", async (page, translate) => {
    await button(page, translate("stickers.menu")).first().click({ force: true });
    await page.getByRole("menuitem", { name: translate("stickers.groupWith") }).click();
  }),
  onBoard("edit-board", "full", (page, translate) => button(page, translate("board.settings")).click()),
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
  onBoard("download", "full", (page, translate) => button(page, translate("exports.menu")).click(), menu),
  onBoard("timer", "full", (page, translate) => button(page, translate("session.timer")).click()),
  onBoard("facilitator-mode", "full", (page, translate) =>
    button(page, translate("session.facilitatorMode")).click(),
  ),
  onBoard(
    "facilitator-controls",
    "facilitated",
    (page, translate) => button(page, translate("session.facilitatorControls")).click(),
    menu,
  ),
  onBoard("options", "facilitated", async (page, translate) => {
    await button(page, translate("session.facilitatorControls")).click();
    await page.getByRole("menuitem", { name: translate("session.options") }).click();
  }),
  onBoard("reset-votes", "facilitated", async (page, translate) => {
    await button(page, translate("session.facilitatorControls")).click();
    await page.getByRole("menuitem", { name: translate("session.resetVotes") }).click();
  }),
  onBoard("help", "full", (page) => page.keyboard.press("?")),
  onBoard("help-keyboard", "full", async (page, translate) => {
    await page.keyboard.press("?");
    await page.getByRole("tab", { name: translate("help.keyboard") }).click();
  }),
];

const shellScreens: Screen[] = [
  { name: "new-board", user: "visitor", path: () => "/", open: (page) => page.getByRole("dialog") },
  {
    name: "index",
    user: "visitor",
    path: () => "/",
    async open(page, translate) {
      await closeNewBoard(page, translate);
      return heading(page);
    },
  },
  {
    name: "user-menu",
    user: "visitor",
    path: () => "/",
    async open(page, translate) {
      await closeNewBoard(page, translate);
      await page.locator("header button[aria-haspopup=dialog]").last().click();
      return page.getByRole("dialog");
    },
  },
  {
    name: "feedback",
    user: "visitor",
    path: () => "/",
    async open(page, translate) {
      await closeNewBoard(page, translate);
      await button(page, translate("shell.leaveFeedback")).first().click();
      return page.getByRole("dialog");
    },
  },
  { name: "index-first-visit", user: "signedOut", path: () => "/", open: (page) => page.getByRole("dialog") },
  {
    name: "auth-anonymous",
    user: "signedOut",
    path: () => "/auth-anonymous",
    async open(page) {
      // With a session, or after the verification, the page would return to the remembered address at once.
      await page.context().clearCookies();
      await page.route("**/captcha/puzzle*", () => undefined);
      await page.goto("/auth-anonymous");
      return page.locator(".frc-captcha *").first();
    },
  },
  { name: "error", user: "signedOut", path: () => "/no/such/page", open: heading },
  { name: "contact", user: "signedOut", path: () => "/contact", open: heading },
  { name: "terms", user: "signedOut", path: () => "/terms-of-use", open: heading },
  { name: "privacy", user: "signedOut", path: () => "/privacy-policy", open: heading },
  { name: "release-notes", user: "signedOut", path: () => "/release-notes", open: heading },
  { name: "unsubscribe", user: "signedOut", path: () => "/unsubscribe", open: heading },
  { name: "admin-sign-in", user: "signedOut", path: () => "/admin/sign-in", open: heading },
  { name: "admin-link-over", user: "signedOut", path: () => "/admin/link#over", open: heading },
];

const adminList = (name: string): Screen => ({
  name: `admin-${name}`,
  user: "admin",
  path: () => `/admin/${name}`,
  open: (page) => page.getByRole("table"),
});
const adminListRow = (name: string): Screen => ({
  name: `admin-${name}-row`,
  user: "admin",
  path: () => `/admin/${name}`,
  async open(page) {
    await page.getByRole("table").getByRole("row").nth(1).getByRole("cell").first().click();
    return page.getByRole("dialog");
  },
});
const adminScreens: Screen[] = [
  { name: "admin", user: "admin", path: () => "/admin", open: heading },
  ...["feedbacks", "boards", "log-events", "logs", "subscribers", "contacts"].map(adminList),
  adminListRow("feedbacks"),
  adminListRow("contacts"),
];

/** Every screen and dialog of the product. */
export const allScreens: readonly Screen[] = [...shellScreens, ...boardScreens, ...adminScreens];

/** Goes to a screen and waits until nothing moves. */
export async function openScreen(
  page: Page,
  screen: Screen,
  seeded: SeededBoards,
  translate: Translate,
): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.goto(screen.path(seeded));
  await (await screen.open(page, translate)).waitFor();
  await waitForRendering(page);
}

/** As `visit`, but keeps a page that is already open: closes what the previous screen opened. */
export async function openNextScreen(
  page: Page,
  screen: Screen,
  seeded: SeededBoards,
  translate: Translate,
): Promise<void> {
  if (new URL(page.url(), "http://nowhere").pathname !== screen.path(seeded))
    return openScreen(page, screen, seeded, translate);
  const overlays = page.locator("[role=dialog], [role=menu]");
  await expect(async () => {
    if ((await overlays.count()) > 0) await page.keyboard.press("Escape");
    await expect(overlays).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  await (await screen.open(page, translate)).waitFor();
  await waitForRendering(page);
}

/** Waits for fonts, pictures and animations. */
export async function waitForRendering(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    // An animation begins a frame after its element appears.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const loading = [...document.images].some((image) => !image.complete && image.loading !== "lazy");
    return !loading && document.getAnimations().every((animation) => animation.playState !== "running");
  });
}
