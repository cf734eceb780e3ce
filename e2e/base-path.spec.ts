import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { column, sticker, writeSticker } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { readStored } from "./support/device-storage.ts";
import { expect, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";

const admin = { email: "admin@example.com", password: "correct horse battery staple" };

const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, {
        BASE_PATH: "/retro",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ serviceWorkers: "allow" });

/** @returns the paths outside the product that the page asks for from now on */
function watchForeignPaths(page: Page): string[] {
  const found: string[] = [];
  const note = (address: string) => {
    const { protocol, pathname } = new URL(address);
    if (/^(?:http|ws)s?:$/.test(protocol) && !/^\/retro(?:\/|$)/.test(pathname)) found.push(pathname);
  };
  page.on("request", (request) => note(request.url()));
  page.on("websocket", (socket) => {
    note(socket.url());
    // A balancer may send everybody of a board to one server.
    if (new URL(socket.url()).searchParams.get("board") !== page.url().split("/").at(-1))
      found.push(socket.url());
  });
  return found;
}

test("below a path of the host: join, invite, write, see it live, export, reload without a network", async ({
  browser,
  contextOptions,
  server,
}) => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const contexts = await Promise.all(
    [1, 2].map(() => browser.newContext({ ...contextOptions, permissions })),
  );
  const [ann, ben] = (await Promise.all(contexts.map((each) => each.newPage()))) as [Page, Page];
  const foreign = [watchForeignPaths(ann), watchForeignPaths(ben)];

  await ann.goto(server.url);
  const dialog = ann.getByRole("dialog", { name: "New Board" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Below a path");
  await button(dialog, "Save").click();
  await expect(ann).toHaveURL(/\/retro\/boards\/[\w-]{22}$/);
  await button(ann, "Invite").click();
  await button(ann, "Copy").click();
  await expect(ann.getByText("Link copied")).toBeAttached();
  const link = await ann.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(ann.url());
  await ann.keyboard.press("Escape");

  await ben.goto(link);
  await expect(ben).toHaveTitle("Below a path");
  await writeSticker(ben, 0, "Slow builds");
  await expect(sticker(ann, "Slow builds")).toBeVisible();

  const downloading = ann.waitForEvent("download");
  await button(ann, "Download").click();
  await ann.getByRole("menuitem", { name: "Markdown", exact: true }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain("Slow builds");

  const scope = await ann.evaluate(() => navigator.serviceWorker.ready.then((worker) => worker.scope));
  expect(new URL(scope).pathname).toBe("/retro/");
  await ann.reload();
  await expectChunksFetched(ann, "Toasts", "Menus", "HelpDialog", "IndexScreen");
  await expect
    .poll(() => ann.evaluate(async () => (await (await caches.open("retro-assets-1/retro")).keys()).length))
    .toBeGreaterThan(20);
  // The device stores the board up to two seconds after a change.
  await expect.poll(() => readStored(ann, "boards")).toContain("Slow builds");
  await ann.context().setOffline(true);
  await ann.reload();
  await expect(sticker(ann, "Slow builds")).toBeVisible();
  await writeSticker(ann, 1, "Written on the train");
  await ann.context().setOffline(false);
  await expect(column(ben, 1).getByRole("article")).toHaveText(/Written on the train/);

  expect(foreign).toEqual([[], []]);
  await Promise.all(contexts.map((each) => each.close()));
});

test("below a path of the host: an administrator signs in, and unknown addresses stay below it", async ({
  page,
  server,
}) => {
  const foreign = watchForeignPaths(page);
  await page.goto(`${server.url}/admin`);
  await expect(page).toHaveURL(/\/retro\/admin\/sign-in$/);
  await page.getByRole("textbox", { name: "Email" }).fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await expect(page).toHaveURL(/\/retro\/admin$/);
  await page.goto(`${server.url}/no/such/page`);
  await expect(page).toHaveURL(/\/retro\/error\/404$/);
  await page.locator("main").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/retro\/(?:auth-anonymous)?$/);
  await page.goto(`${server.url}/api/docs`);
  // The heading comes from the document. The list of all calls below it takes a busy machine more than twenty
  // seconds.
  await expect(page.getByRole("heading", { level: 1, name: /^Retro/ })).toBeVisible();
  expect(foreign).toEqual([]);

  const address = `${server.url}/manifest.webmanifest`;
  const manifest = (await (await page.request.get(address)).json()) as { start_url: string; scope: string };
  for (const link of [manifest.start_url, manifest.scope])
    expect(new URL(link, address).pathname).toBe("/retro/");
});
