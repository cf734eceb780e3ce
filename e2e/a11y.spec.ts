import { AxeBuilder } from "@axe-core/playwright";
import { type Locale, locales } from "@retro/contract/messages/catalogue";
import { userAgent } from "./support/browser.ts";
import { expect, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { setStage, type Stage, stageAdmin } from "./support/stage.ts";
import { sayIn, tour, visit } from "./support/tour.ts";

// A server of its own, for the stage needs an administrator; the stage is set once a language.
const test = base.extend<object, { server: RunningServer; stageIn: (locale: Locale) => Promise<Stage> }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, stageAdmin);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  stageIn: [
    async ({ browser, server }, use) => {
      const stages = new Map<Locale, Promise<Stage>>();
      await use((locale) => {
        const stage =
          stages.get(locale) ??
          setStage(browser, server.url, { userAgent, locale }, locale, { big300: true });
        stages.set(locale, stage);
        return stage;
      });
      for (const stage of stages.values()) await (await stage).close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.use({ trace: "off", screenshot: "off" });

const onIndex = new Set(["new-board", "index", "user-menu", "feedback"]);
const mine = tour.filter(({ who }) => who === "me");
const long = "board of 300";
const onLong = mine.filter(({ name }) => name === "board-300");
const onBoard = mine.filter((stop) => !onIndex.has(stop.name) && !onLong.includes(stop));
const walks = Object.entries({
  "start page": mine.filter(({ name }) => onIndex.has(name)),
  board: onBoard.slice(0, 12),
  [long]: onLong,
  "board's other dialogs": onBoard.slice(12),
  door: tour.filter(({ who }) => who === "stranger"),
  admin: tour.filter(({ who }) => who === "admin"),
});

const overlay = "[role=dialog], [role=menu]";
// Material hangs menus at the end of the page, outside of its landmarks, as the ARIA practices allow.
const elsewhere = ["region"];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// What only hides on a wide screen is looked at on a phone. As high as the board, so that nothing lies under the footer, which stays in place.
const screens = {
  light: { width: 1280, height: 1800 },
  dark: { width: 390, height: 3000 },
} as const;
// Higher than three hundred stickers on a phone: a section that was never in sight has a guessed height (`content-visibility`), and axe, which
// asks where its stickers are, finds them past the section's end, under the footer, where nobody can ever see them.
const longHeight = 45_000;

for (const locale of locales)
  for (const theme of ["light", "dark"] as const)
    for (const [walk, along] of walks)
      test(`axe finds nothing: ${walk}, ${locale}, ${theme}`, async ({ browser, server, stageIn }) => {
        test.setTimeout(300_000);
        const stage = await stageIn(locale);
        const say = await sayIn(locale);
        const who = along[0]?.who ?? "stranger";
        const context = await browser.newContext({
          userAgent,
          baseURL: server.url,
          locale,
          colorScheme: theme,
          reducedMotion: "reduce",
          viewport: { ...screens[theme], ...(walk === long && { height: longHeight }) },
          ...(who !== "stranger" && { storageState: await stage[who].context.storageState() }),
        });
        const page = await context.newPage();
        for (const stop of along) {
          await visit(page, stop, stage, say);
          if (walk === long) {
            await expect(page.getByRole("article")).toHaveCount(300);
            expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(longHeight);
          }
          const axe = new AxeBuilder({ page })
            .options({ resultTypes: ["violations"] })
            .withTags(rules)
            .disableRules(elsewhere);
          // What lies below a dialog or menu has a stop of its own.
          if (await page.locator(overlay).first().isVisible()) axe.include(overlay);
          const { violations } = await axe.analyze();
          const found = violations.map(
            ({ id, help, nodes }) =>
              `${id}: ${help}: ${nodes
                .slice(0, 3)
                .map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message ?? ""})`)
                .join(" | ")}`,
          );
          expect.soft(found, stop.name).toEqual([]);
        }
        await context.close();
      });
