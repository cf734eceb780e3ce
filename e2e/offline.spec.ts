import { expect, test } from "./support/fixtures.ts";

test("the app is installable, and without a connection a page tells the truth in both languages", async ({
  person,
  server,
}) => {
  const ann = await person();
  await ann.page.goto("/");
  const manifest = await ann.context.request.get(`${server.url}/manifest.webmanifest`);
  expect(((await manifest.json()) as { icons: unknown[] }).icons.length).toBeGreaterThan(2);
  await ann.page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.active !== null));
  await ann.context.setOffline(true);
  await ann.page.goto("/boards/any");
  await expect(ann.page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(ann.page.getByRole("heading", { name: "Нет соединения" })).toBeVisible();
  await ann.context.setOffline(false);
});
