import { AxeBuilder } from "@axe-core/playwright";
import { locales } from "@retro/contract/messages/catalogue";
import { expect, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { setStage, stageAdmin } from "./support/stage.ts";
import { sayIn, tour, visit } from "./support/tour.ts";

// A server of its own: the stage needs an administrator.
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, stageAdmin);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ trace: "off", screenshot: "off" });

// Three hundred stickers are the same screen once more, of which only what is in sight is laid out.
const stops = tour.filter(({ name }) => name !== "board-300");
const overlay = "[role=dialog], [role=menu]";
// Material hangs menus at the end of the page, outside of its landmarks, as the ARIA practices allow.
const elsewhere = ["region"];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// What only hides on a wide screen is looked at on a phone.
const screens = {
  light: { width: 1280, height: 800 },
  dark: { width: 390, height: 844 },
} as const;

for (const locale of locales)
  for (const theme of ["light", "dark"] as const)
    test(`axe finds nothing on any screen or dialog, ${locale}, ${theme}`, async ({
      browser,
      server,
      contextOptions,
    }) => {
      test.setTimeout(240_000);
      const stage = await setStage(browser, server.url, contextOptions, locale);
      const say = await sayIn(locale);
      const found: string[] = [];
      for (const who of ["me", "admin", "stranger"] as const) {
        const context = await browser.newContext({
          ...contextOptions,
          baseURL: server.url,
          locale,
          colorScheme: theme,
          reducedMotion: "reduce",
          viewport: screens[theme],
          ...(who !== "stranger" && { storageState: await stage[who].context.storageState() }),
        });
        const page = await context.newPage();
        for (const stop of stops.filter((each) => each.who === who)) {
          await visit(page, stop, stage, say).catch((error: Error) =>
            found.push(`${stop.name}: ${error.message}`),
          );
          const axe = new AxeBuilder({ page }).withTags(rules).disableRules(elsewhere);
          // What lies below a dialog or menu has a stop of its own.
          if (await page.locator(overlay).first().isVisible()) axe.include(overlay);
          const { violations } = await axe.analyze();
          for (const { id, help, nodes } of violations)
            found.push(
              `${stop.name}: ${id}: ${help}: ${nodes
                .slice(0, 3)
                .map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message ?? ""})`)
                .join(" | ")}`,
            );
        }
        await context.close();
      }
      await stage.close();
      expect(found).toEqual([]);
    });
