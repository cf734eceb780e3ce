import { expect, type Page } from "@playwright/test";
import { loadTranslation, type Locale } from "@retro/contract/messages/catalogue";
import { boardScreens } from "./board-screens.ts";
import { indexScreens } from "./index-screens.ts";
import { managementScreens } from "./management-screens.ts";
import { secretList } from "./secret-screens.ts";
import { openActionScreens } from "./open-action-screens.ts";
import { heading, type Screen, type Translate } from "./screen.ts";
import type { SeededBoards } from "../seeds/seed-boards.ts";

/** Texts of one language by key, with their `:name` placeholders filled. */
export async function loadTranslator(locale: Locale): Promise<Translate> {
  const texts = (await loadTranslation(locale)) as Record<string, string>;
  return (key, params = {}) =>
    (texts[key] ?? key).replace(/:([a-z][A-Za-z]*)/g, (whole, name: string) => String(params[name] ?? whole));
}

const shellScreens: Screen[] = [
  ...indexScreens,
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

/** The table, once it shows the rows that the page asked for. */
const loadedTable = (page: Page) => page.locator("table:has(tbody[aria-busy=false])");
const adminList = (name: string): Screen => ({
  name: `admin-${name}`,
  user: "admin",
  path: () => `/admin/${name}`,
  open: loadedTable,
});
const adminListRow = (name: string): Screen => ({
  name: `admin-${name}-row`,
  user: "admin",
  path: () => `/admin/${name}`,
  async open(page) {
    await loadedTable(page).getByRole("row").nth(1).getByRole("cell").first().click();
    return page.getByRole("dialog");
  },
});
const adminScreens: Screen[] = [
  { name: "admin", user: "admin", path: () => "/admin", open: heading },
  {
    name: "admin-health",
    user: "admin",
    path: () => "/admin/health",
    open: (page) => page.locator("#health-server"),
  },
  ...["feedbacks", "boards", "log-events", "logs", "subscribers", "contacts", "people"].map(adminList),
  adminListRow("feedbacks"),
  adminListRow("contacts"),
  { name: "admin-tokens", user: "admin", path: () => "/admin/tokens", open: secretList },
];

/** Every screen and dialog of the product. */
export const allScreens: readonly Screen[] = [
  ...shellScreens,
  ...managementScreens,
  ...boardScreens,
  ...openActionScreens,
  ...adminScreens,
];

/** Goes to a screen and waits until nothing moves. */
export async function openScreen(
  page: Page,
  screen: Screen,
  seeded: SeededBoards,
  translate: Translate,
): Promise<void> {
  page.setDefaultTimeout(30_000);
  const path = screen.path(seeded);
  // To go to the address of a space that is open would load nothing.
  if (page.url().endsWith(path) && path.includes("#")) await page.reload();
  else await page.goto(path);
  await (await screen.open(page, translate, seeded)).waitFor();
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
  const overlays = page.locator(
    "[role=dialog], [role=menu], .composer, .side-panel, .more[data-open] > .more-panel",
  );
  await expect(async () => {
    if ((await overlays.count()) > 0) await page.keyboard.press("Escape");
    await expect(overlays).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await (await screen.open(page, translate, seeded)).waitFor();
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
