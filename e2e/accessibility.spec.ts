import type { Page } from "@playwright/test";
import { type Locale, locales } from "@retro/contract/messages/catalogue";
import axe from "axe-core";
import { chromiumUserAgent } from "./support/browser-options.ts";
import { createBoard, expect, preventIdle, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { indexScreens } from "./support/screens/index-screens.ts";
import { managementScreens } from "./support/screens/management-screens.ts";
import { button, type Screen } from "./support/screens/screen.ts";
import { seedBoards, type SeededBoards, adminEnv } from "./support/seeds/seed-boards.ts";
import {
  allScreens,
  loadTranslator,
  openNextScreen,
  openScreen,
  waitForRendering,
} from "./support/screens/screens.ts";

// Starts another server than the other specs, because the seeded server needs an administrator. All tests
// share it and its boards.
const test = base.extend<object, { server: RunningServer; seeded: SeededBoards }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, adminEnv);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  seeded: [
    async ({ browser, server }, use) => {
      const seeded = await seedBoards(
        browser,
        server.url,
        { userAgent: chromiumUserAgent, locale: "ru" },
        "ru",
        { big300: true },
      );
      await use(seeded);
      await seeded.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.describe.configure({ mode: "default" });
test.use({ screenshot: "off" });

const indexNames = new Set(indexScreens.map(({ name }) => name));
/** Boards of a space, closed boards and the shelves. */
const managementNames = new Set(managementScreens.map(({ name }) => name));
const visitorScreens = allScreens.filter(({ user }) => user === "visitor");
const longBoardScreens = visitorScreens.filter(({ name }) => name === "board-300");
const boardScreens = visitorScreens.filter(
  ({ name }) => !indexNames.has(name) && !managementNames.has(name) && name !== "board-300",
);
const screenGroups = Object.entries({
  "start page": visitorScreens.filter(({ name }) => indexNames.has(name)),
  "spaces and management": managementScreens,
  board: boardScreens,
  "signed out": allScreens.filter(({ user }) => user === "signedOut"),
  admin: allScreens.filter(({ user }) => user === "admin"),
});

const overlay = "[role=dialog], [role=menu]";
const axeOptions: axe.RunOptions = {
  resultTypes: ["violations"],
  // Fetches every style sheet again, for a rule that is off.
  preload: false,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Material puts menus at the end of the page, outside its landmarks; the ARIA practices allow this.
  rules: { region: { enabled: false } },
};
// A phone shows parts that a wide screen hides. The viewport is as high as the board, so that the fixed
// footer covers nothing.
const [wide, phone] = [
  { width: 1280, height: 1800 },
  { width: 390, height: 3000 },
];
/** The rules that a theme can change. */
const colorRules: axe.RunOptions = { ...axeOptions, runOnly: ["color-contrast", "link-in-text-block"] };
// A language changes only texts. Russian texts are longer, so the phone has them.
const variants: Record<Locale, Omit<Variant, "locale">> = {
  en: { themes: ["light", "dark"], ...wide },
  ru: { themes: ["light"], ...phone },
};
/** Screens that are another layout on a phone. */
const phoneGroups = new Set(["start page", "board"]);
// Higher than three hundred stickers on a phone. A section that was never visible has an estimated height
// (`content-visibility`): axe would then find its stickers below the end of the section, under the footer,
// where no user sees them.
const longHeight = 45_000;

interface Variant {
  locale: Locale;
  themes: readonly ["light" | "dark", ...("light" | "dark")[]];
  width: number;
  height: number;
}

function testScreens(
  groupName: string,
  group: readonly Screen[],
  { locale, themes, width, height }: Variant,
): void {
  test(`axe finds nothing: ${groupName}, ${locale}, ${themes.join(" and ")}, ${width}`, async ({
    browser,
    server,
    seeded,
  }) => {
    test.setTimeout(300_000);
    const translate = await loadTranslator(locale);
    const who = group[0]?.user ?? "signedOut";
    const context = await browser.newContext({
      userAgent: chromiumUserAgent,
      baseURL: server.url,
      locale,
      colorScheme: themes[0],
      reducedMotion: "reduce",
      viewport: { width, height },
      ...(who !== "signedOut" && { storageState: await seeded[who].context.storageState() }),
    });
    await preventIdle(context);
    const page = await context.newPage();
    let theme = themes[0];
    // Sorted by address, so that stops on the same page load it only once.
    for (const screen of group.toSorted((a, b) => (a.path(seeded) < b.path(seeded) ? -1 : 1)))
      await test.step(screen.name, async () => {
        if (screen.user === "signedOut" || indexNames.has(screen.name) || managementNames.has(screen.name))
          await openScreen(page, screen, seeded, translate);
        else await openNextScreen(page, screen, seeded, translate);
        expect.soft(await findViolations(page), `${screen.name}, ${theme}`).toEqual([]);
        // The next screen opens in the theme that this one ends in.
        for (const other of themes.filter((one) => one !== theme)) {
          theme = other;
          await switchTheme(page, theme);
          expect.soft(await findViolations(page, colorRules), `${screen.name}, ${theme}`).toEqual([]);
        }
        await screen.close?.(page, translate);
      });
    await context.close();
  });
}

for (const locale of locales)
  for (const [groupName, group] of screenGroups)
    if (locale === "en" || phoneGroups.has(groupName))
      testScreens(groupName, group, { locale, ...variants[locale] });

test("axe finds nothing: Time is up in fullscreen, ru, dark, 768", async ({ createPerson }) => {
  const fay = await createPerson({
    context: { locale: "ru", colorScheme: "dark", viewport: { width: 768, height: 1024 } },
  });
  const board = await createBoard(fay);
  const translate = await loadTranslator("ru");
  await fay.page.goto(board.path);
  await button(fay.page, translate("shell.fullscreen")).click();
  await fay.api.send("POST", `/boards/${board.id}/timers`, { count_time: 1 });
  await expect(fay.page.getByRole("timer")).toHaveText(translate("session.timeIsUp"));
  await waitForRendering(fay.page);
  expect(await findViolations(fay.page)).toEqual([]);
});

test("axe finds nothing: a board of 300 stickers", async ({ browser, server, seeded }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({
    userAgent: chromiumUserAgent,
    baseURL: server.url,
    locale: "en",
    colorScheme: "dark",
    reducedMotion: "reduce",
    viewport: { width: phone.width, height: longHeight },
    storageState: await seeded.visitor.context.storageState(),
  });
  await preventIdle(context);
  const page = await context.newPage();
  for (const screen of longBoardScreens) await openScreen(page, screen, seeded, await loadTranslator("en"));
  await expect(page.getByRole("article")).toHaveCount(300);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(longHeight);
  expect(await findViolations(page)).toEqual([]);
  await context.close();
});

/** Shows the open screen in the system's other theme: opening it again takes longer than axe. */
async function switchTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  // A transition that one element inherits from another takes more frames than a wait can know of: axe would
  // read colours of both themes.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await waitForRendering(page);
}

/**
 * What axe finds on the page, or only in the dialog or menu that is open on it: another screen checks the
 * page below.
 */
async function findViolations(page: Page, options = axeOptions): Promise<string[]> {
  const isOverlay = await page.locator(overlay).first().isVisible();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([context, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context ?? document, options),
    [isOverlay ? overlay : null, options] as const,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message ?? ""})`)
        .join(" | ")}`,
  );
}
