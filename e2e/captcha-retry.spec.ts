import { expect, test } from "./support/fixtures.ts";

test("a puzzle that cannot be fetched is asked for again after 1 s and after 4 s, in the browser's language", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: "de-DE", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.clock.install();
  const tries: number[] = [];
  await page.route("**/captcha/puzzle?*", async (route) => {
    tries.push(await page.evaluate(() => Date.now()));
    await route.abort();
  });
  await page.goto("/auth-anonymous");
  await expect(page.getByText("Verbindungsproblem mit", { exact: false })).toBeVisible({ timeout: 20_000 });
  expect(tries).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = tries;
  // Pages' timers are never early, and a fourth try or a pause of another length would not fit these.
  expect(second - first).toBeGreaterThanOrEqual(990);
  expect(third - second).toBeGreaterThanOrEqual(3990);
  await context.close();
});
