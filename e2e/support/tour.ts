import { expect, type Locator, type Page } from "@playwright/test";
import { loadTranslation, type Locale, type MessageKey } from "@retro/contract/messages/catalogue";
import type { Stage } from "./stage.ts";

/** Gives a text of the catalogue in the tour's language. */
export type Say = (key: MessageKey, params?: Record<string, string | number>) => string;

/** Texts of one language by key, with their `:name` placeholders filled. */
export async function sayIn(locale: Locale): Promise<Say> {
  const texts = (await loadTranslation[locale]()) as Record<string, string>;
  return (key, params = {}) =>
    (texts[key] ?? key).replace(/:([a-z][A-Za-z]*)/g, (whole, name: string) => String(params[name] ?? whole));
}

/** One thing to look at: a screen, or a dialog on one. */
export interface Stop {
  name: string;
  who: "me" | "admin" | "stranger";
  path: (stage: Stage) => string;
  /** Opens what is to be seen and gives what must be visible then. */
  show: (page: Page, say: Say) => Locator | Promise<Locator>;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const ready = (page: Page) => page.getByRole("article").first();

/** On the index the dialog is open: away with it. */
async function closeNewBoard(page: Page, say: Say): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("common.cancel") })
    .click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

function onBoard(
  name: string,
  board: keyof Stage["boards"],
  open: (page: Page, say: Say) => Promise<unknown>,
  shown: (page: Page) => Locator = (page) => page.getByRole("dialog"),
): Stop {
  return {
    name,
    who: "me",
    path: ({ boards }) => `/boards/${boards[board]}`,
    async show(page, say) {
      await ready(page).waitFor();
      await open(page, say);
      return shown(page);
    },
  };
}
const menu = (page: Page) => page.getByRole("menu");
const pass = async () => undefined;

const boardStops: Stop[] = [
  {
    name: "board-empty",
    who: "me",
    path: ({ boards }) => `/boards/${boards.empty}`,
    show: (page) => page.getByRole("list", { name: /1/ }).locator("..").first(),
  },
  onBoard("board", "full", pass, ready),
  onBoard(
    "board-group-open",
    "full",
    (page) => page.locator(".group-toggle").first().click(),
    (page) => page.locator(".nested").first(),
  ),
  onBoard("board-hidden", "hidden", pass, ready),
  onBoard("board-facilitator", "led", pass, (page) => page.getByRole("timer")),
  onBoard("board-long-words", "long", pass, ready),
  onBoard("board-300", "big", pass, ready),
  onBoard("new-sticker", "full", (page, say) => button(page, say("stickers.add")).first().click()),
  onBoard("edit-sticker", "full", async (page) => {
    await ready(page).focus();
    await page.keyboard.press("Enter");
  }),
  onBoard(
    "sticker-menu",
    "full",
    (page, say) => button(page, say("stickers.menu")).first().click({ force: true }),
    menu,
  ),
  onBoard("move-sticker", "full", async (page, say) => {
    await button(page, say("stickers.menu")).first().click({ force: true });
    await page.getByRole("menuitem", { name: say("stickers.moveTo") }).click();
  }),
  onBoard("group-sticker", "full", async (page, say) => {
    await button(page, say("stickers.menu")).first().click({ force: true });
    await page.getByRole("menuitem", { name: say("stickers.groupWith") }).click();
  }),
  onBoard("edit-board", "full", (page, say) => button(page, say("board.settings")).click()),
  onBoard("section-menu", "full", (page, say) => button(page, say("sections.menu")).first().click(), menu),
  onBoard("edit-section", "full", async (page, say) => {
    await button(page, say("sections.menu")).first().click();
    await page.getByRole("menuitem", { name: say("sections.menuEdit") }).click();
  }),
  onBoard("delete-section", "full", async (page, say) => {
    await button(page, say("sections.menu")).first().click();
    await page.getByRole("menuitem", { name: say("sections.menuDelete") }).click();
  }),
  onBoard("download", "full", (page, say) => button(page, say("exports.menu")).click(), menu),
  onBoard("timer", "full", (page, say) => button(page, say("session.timer")).click()),
  onBoard("facilitator-mode", "full", (page, say) => button(page, say("session.facilitatorMode")).click()),
  onBoard(
    "facilitator-controls",
    "led",
    (page, say) => button(page, say("session.facilitatorControls")).click(),
    menu,
  ),
  onBoard("options", "led", async (page, say) => {
    await button(page, say("session.facilitatorControls")).click();
    await page.getByRole("menuitem", { name: say("session.options") }).click();
  }),
  onBoard("reset-votes", "led", async (page, say) => {
    await button(page, say("session.facilitatorControls")).click();
    await page.getByRole("menuitem", { name: say("session.resetVotes") }).click();
  }),
  onBoard("help", "full", (page) => page.keyboard.press("?")),
  onBoard("help-keyboard", "full", async (page, say) => {
    await page.keyboard.press("?");
    await page.getByRole("tab", { name: say("help.keyboard") }).click();
  }),
];

const shellStops: Stop[] = [
  { name: "new-board", who: "me", path: () => "/", show: (page) => page.getByRole("dialog") },
  {
    name: "index",
    who: "me",
    path: () => "/",
    async show(page, say) {
      await closeNewBoard(page, say);
      return heading(page);
    },
  },
  {
    name: "user-menu",
    who: "me",
    path: () => "/",
    async show(page, say) {
      await closeNewBoard(page, say);
      await page.locator("header button[aria-haspopup=dialog]").last().click();
      return page.getByRole("dialog");
    },
  },
  {
    name: "feedback",
    who: "me",
    path: () => "/",
    async show(page, say) {
      await closeNewBoard(page, say);
      await button(page, say("shell.leaveFeedback")).first().click();
      return page.getByRole("dialog");
    },
  },
  { name: "index-first-visit", who: "stranger", path: () => "/", show: (page) => page.getByRole("dialog") },
  {
    name: "auth-anonymous",
    who: "stranger",
    path: () => "/auth-anonymous",
    async show(page) {
      // With a session, or after the verification, the page would return to the remembered address at once.
      await page.context().clearCookies();
      await page.route("**/captcha/puzzle*", () => undefined);
      await page.goto("/auth-anonymous");
      return page.locator(".frc-captcha *").first();
    },
  },
  { name: "error", who: "stranger", path: () => "/no/such/page", show: heading },
  { name: "contact", who: "stranger", path: () => "/contact", show: heading },
  { name: "terms", who: "stranger", path: () => "/terms-of-use", show: heading },
  { name: "privacy", who: "stranger", path: () => "/privacy-policy", show: heading },
  { name: "release-notes", who: "stranger", path: () => "/release-notes", show: heading },
  { name: "unsubscribe", who: "stranger", path: () => "/unsubscribe", show: heading },
  { name: "admin-sign-in", who: "stranger", path: () => "/admin/sign-in", show: heading },
  { name: "admin-link-over", who: "stranger", path: () => "/admin/link#over", show: heading },
];

const list = (name: string): Stop => ({
  name: `admin-${name}`,
  who: "admin",
  path: () => `/admin/${name}`,
  show: (page) => page.getByRole("table"),
});
const row = (name: string): Stop => ({
  name: `admin-${name}-row`,
  who: "admin",
  path: () => `/admin/${name}`,
  async show(page) {
    await page.getByRole("table").getByRole("row").nth(1).getByRole("cell").first().click();
    return page.getByRole("dialog");
  },
});
const adminStops: Stop[] = [
  { name: "admin", who: "admin", path: () => "/admin", show: heading },
  ...["feedbacks", "boards", "log-events", "logs", "subscribers", "contacts"].map(list),
  row("feedbacks"),
  row("contacts"),
];

/** Every screen and dialog of the product. */
export const tour: readonly Stop[] = [...shellStops, ...boardStops, ...adminStops];

/** Goes to a stop and waits until nothing moves. */
export async function visit(page: Page, stop: Stop, stage: Stage, say: Say): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.goto(stop.path(stage));
  await (await stop.show(page, say)).waitFor();
  await settle(page);
}

/** As `visit`, but stays on a page that is open already: closes what the stop before opened. */
export async function visitNext(page: Page, stop: Stop, stage: Stage, say: Say): Promise<void> {
  if (new URL(page.url(), "http://nowhere").pathname !== stop.path(stage))
    return visit(page, stop, stage, say);
  const overlays = page.locator("[role=dialog], [role=menu]");
  await expect(async () => {
    if ((await overlays.count()) > 0) await page.keyboard.press("Escape");
    await expect(overlays).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  await (await stop.show(page, say)).waitFor();
  await settle(page);
}

/** Waits for fonts, pictures and the movements of what opens. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    // What has just come begins to move a frame later.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const loading = [...document.images].some((image) => !image.complete && image.loading !== "lazy");
    return !loading && document.getAnimations().every((animation) => animation.playState !== "running");
  });
}
