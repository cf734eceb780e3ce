import { expect, test } from "./support/fixtures.ts";

test("the widget asks three times for a puzzle that cannot be fetched, and then says so in the browser's language", async ({
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
  // The test moves the page's clock, so that it does not wait for the pauses between the tries.
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
