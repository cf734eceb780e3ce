import { expect, test } from "./support/fixtures.ts";

test("a puzzle that cannot be fetched is asked for three times, and then the browser's language says so", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: "de-DE", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.clock.install();
  let tries = 0;
  await page.route("**/captcha/puzzle?*", async (route) => {
    tries += 1;
    await route.abort();
  });
  await page.goto("/auth-anonymous");
  const failed = page.getByText("Verbindungsproblem mit", { exact: false });
  // The page's clock runs on, so that nobody waits for the pauses between the tries.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return failed.isVisible();
    })
    .toBe(true);
  expect(tries).toBe(3);
  await page.clock.runFor(60_000);
  expect(tries).toBe(3);
  await context.close();
});
