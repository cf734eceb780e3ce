import type { Page } from "@playwright/test";
import { locales } from "@retro/contract/messages/catalogue";
import axe from "axe-core";
import { userAgent } from "./support/browser.ts";
import { expect, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { setStage, type Stage, stageAdmin } from "./support/stage.ts";
import { sayIn, tour, visit, visitNext } from "./support/tour.ts";

// Starts another server than the other specs, because the stage needs an administrator. All tests share it and its stage.
const test = base.extend<object, { server: RunningServer; stage: Stage }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, stageAdmin);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  stage: [
    async ({ browser, server }, use) => {
      const stage = await setStage(browser, server.url, { userAgent, locale: "ru" }, "ru", { big300: true });
      await use(stage);
      await stage.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.describe.configure({ mode: "default" });
test.use({ screenshot: "off" });

const onIndex = new Set(["new-board", "index", "user-menu", "feedback"]);
const mine = tour.filter(({ who }) => who === "me");
const onLong = mine.filter(({ name }) => name === "board-300");
const onBoard = mine.filter((stop) => !onIndex.has(stop.name) && !onLong.includes(stop));
const walks = Object.entries({
  "start page": mine.filter(({ name }) => onIndex.has(name)),
  board: onBoard,
  door: tour.filter(({ who }) => who === "stranger"),
  admin: tour.filter(({ who }) => who === "admin"),
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
// A phone shows parts that a wide screen hides. The viewport is as high as the board, so that the fixed footer covers nothing.
const [wide, phone] = [
  { width: 1280, height: 1800 },
  { width: 390, height: 3000 },
];
// A language changes only texts. Russian texts are longer, so the phone is enough for them.
const screens = {
  en: [
    { colorScheme: "light", ...wide },
    { colorScheme: "dark", ...phone },
  ],
  ru: [{ colorScheme: "light", ...phone }],
} as const;
// Higher than three hundred stickers on a phone. A section that was never visible has an estimated height (`content-visibility`): axe would
// then find its stickers below the end of the section, under the footer, where no user sees them.
const longHeight = 45_000;

for (const locale of locales)
  for (const { colorScheme, width, height } of screens[locale])
    for (const [walk, along] of walks)
      test(`axe finds nothing: ${walk}, ${locale}, ${colorScheme}, ${width}`, async ({
        browser,
        server,
        stage,
      }) => {
        test.setTimeout(300_000);
        const say = await sayIn(locale);
        const who = along[0]?.who ?? "stranger";
        const context = await browser.newContext({
          userAgent,
          baseURL: server.url,
          locale,
          colorScheme,
          reducedMotion: "reduce",
          viewport: { width, height },
          ...(who !== "stranger" && { storageState: await stage[who].context.storageState() }),
        });
        const page = await context.newPage();
        // Sorted by address, so that stops on the same page load it only once.
        for (const stop of along.toSorted((a, b) => (a.path(stage) < b.path(stage) ? -1 : 1))) {
          if (stop.who === "stranger" || onIndex.has(stop.name)) await visit(page, stop, stage, say);
          else await visitNext(page, stop, stage, say);
          expect.soft(await faults(page), stop.name).toEqual([]);
        }
        await context.close();
      });

for (const { colorScheme, width } of screens.en)
  test(`axe finds nothing: a board of 300 stickers, ${colorScheme}`, async ({ browser, server, stage }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({
      userAgent,
      baseURL: server.url,
      locale: "en",
      colorScheme,
      reducedMotion: "reduce",
      viewport: { width, height: longHeight },
      storageState: await stage.me.context.storageState(),
    });
    const page = await context.newPage();
    for (const stop of onLong) await visit(page, stop, stage, await sayIn("en"));
    await expect(page.getByRole("article")).toHaveCount(300);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(longHeight);
    expect(await faults(page)).toEqual([]);
    await context.close();
  });

/** What axe finds on the page, or only in the dialog or menu that is open on it: another stop checks the page below. */
async function faults(page: Page): Promise<string[]> {
  const isOverlay = await page.locator(overlay).first().isVisible();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([context, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context ?? document, options),
    [isOverlay ? overlay : null, axeOptions] as const,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message ?? ""})`)
        .join(" | ")}`,
  );
}
