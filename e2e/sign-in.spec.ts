import type { Page } from "@playwright/test";
import type { User } from "@retro/contract/users";
import { composer, sticker, writeSticker } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";
import { createBoard, expect, test as base } from "./support/fixtures.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { freePort, type SignInProvider, startSignInProvider } from "./support/sign-in-provider.ts";

interface Running {
  server: RunningServer;
  provider: SignInProvider;
}

const test = base.extend<object, Running & { running: Running }>({
  running: [
    async ({ engine }, provide) => {
      const provider = await startSignInProvider(`http://localhost:${await freePort()}`);
      const server = await startServer(engine, provider.env);
      await provide({ server, provider });
      await server.stop();
      await provider.stop();
    },
    { scope: "worker" },
  ],
  server: [({ running }, provide) => provide(running.server), { scope: "worker" }],
  provider: [({ running }, provide) => provide(running.provider), { scope: "worker" }],
});

// The last test stops the provider.
test.describe.configure({ mode: "default" });

test("[I1] a guest who has written signs in from a board, is asked, is back there under the provider's name with all that was theirs, and signs out", async ({
  createPerson,
  provider,
}) => {
  provider.person = { sub: "ann", name: "Ann Provided" };
  const { page, ...guest } = await createPerson({ name: "Guest" });
  const board = await createBoard({ page, ...guest }, "Sprint 42");
  await page.goto(board.path);
  await writeSticker(page, 0, "Written as a guest");
  await button(page, "Guest").click();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(page.getByText("Your 1 sticker on 1 board will carry the name “Ann Provided”")).toBeVisible();
  await button(page, "Sign in and take them with me").click();

  await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  await expect(button(page, "Ann Provided")).toBeVisible();
  await expect(sticker(page, "Written as a guest")).toBeVisible();
  const { id, role } = await guest.api.get<User>("/users/auth");
  expect([id, role]).toEqual([guest.user.id, "member"]);

  await button(page, "Ann Provided").click();
  await page.getByRole("link", { name: "Sign out" }).click();
  // The provider asks whether its own session shall end, too.
  await page.getByRole("button", { name: /sign me out/i }).click();
  await expect(page.getByText("You are signed out")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with Example" })).toBeVisible();
});

test("[I1] a guest who leaves their stickers to the guest is the person, and the stickers carry no name of theirs", async ({
  createPerson,
  provider,
}) => {
  provider.person = { sub: "smith", name: "Real Name Smith" };
  const host = await createPerson({ name: "Host" });
  const board = await createBoard(host, "Critical");
  const { page } = await createPerson({ name: "Anonymous Fox" });
  await page.goto(board.path);
  await writeSticker(page, 0, "Critical words");
  await button(page, "Anonymous Fox").click();
  await button(page, "Sign in with Example").click();
  await button(page, "Sign in and leave them with the guest").click();
  await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  await expect(button(page, "Real Name Smith")).toBeVisible();
  await host.page.goto(board.path);
  await expect(sticker(host.page, "Critical words")).toBeVisible();
  await expect(sticker(host.page, "Critical words")).not.toContainText("Smith");
});

test("[I8] whoever signs in after somebody else gets none of their spaces, also not on a page that is still open", async ({
  browser,
  provider,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const signIn = async (page: Page, name: string) => {
    provider.person = { sub: name, name };
    await page.getByRole("button", { name: "Sign in with Example" }).click();
    // Who has no board is offered one.
    await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
    await expect(button(page, name)).toBeVisible();
  };
  const space = await context.newPage();
  await space.goto("/");
  await signIn(space, "Alice");
  await button(space, "New space").click();
  await space.getByRole("textbox", { name: "Name" }).fill("Alice's secret");
  await space.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(space.getByRole("heading", { name: "Alice's secret" })).toBeVisible();

  // The session ends without a word to the pages, as with a proxy that names another person.
  await context.clearCookies();
  const next = await context.newPage();
  await next.goto("/auth-anonymous");
  await signIn(next, "Mallory");
  await expect(space).toHaveURL(`${server.url}/`);
  await expect(space.getByRole("dialog", { name: "New Board" })).toBeVisible();
  await expect(space.getByText("Alice's secret")).toHaveCount(0);
  await expect(next.getByText("Alice's secret")).toHaveCount(0);
  expect(await next.evaluate(() => localStorage.getItem("retro.spaces"))).toBeNull();

  await context.clearCookies();
  await next.goto("/auth-anonymous");
  await signIn(next, "Alice");
  await expect(next.getByRole("link", { name: "Alice's secret" })).toBeVisible();
  await context.close();
});

test("[Y6] what a guest had begun to write is with the person as whom they sign in, known from another browser, and not with whoever signs in next", async ({
  browser,
  createPerson,
  provider,
  server,
}) => {
  provider.person = { sub: "cleo", name: "Cleo" };
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const known = await elsewhere.newPage();
  await known.goto("/auth-anonymous");
  await known.getByRole("button", { name: "Sign in with Example" }).click();
  // Who has no board is offered one.
  await expect(known.getByRole("dialog", { name: "New Board" })).toBeVisible();
  await elsewhere.close();

  const { page, context, ...guest } = await createPerson({ name: "Guest" });
  const left = await createBoard({ page, context, ...guest }, "Not opened again");
  const board = await createBoard({ page, context, ...guest }, "Sprint 42");
  const field = (on: Page, column = 1) =>
    on.getByRole("button", { name: `New sticker in column ${column}` }).first();
  const write = async (text: string, column = 1) => {
    await field(page, column).click();
    await composer(page).fill(text);
    await page.keyboard.press("Escape");
  };
  for (const { path } of [left, board]) {
    await page.goto(path);
    await write("Half a thought");
  }
  await button(page, "Guest").click();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(button(page, "Cleo")).toBeVisible();
  await expect(field(page)).toContainText("Half a thought");

  const signInAgain = async (on: Page, name: string, path: string) => {
    provider.person = { sub: name.toLowerCase(), name };
    await context.clearCookies();
    await on.goto("/auth-anonymous");
    await on.getByRole("button", { name: "Sign in with Example" }).click();
    await on.waitForURL(`${server.url}/`);
    await on.goto(path);
    await expect(button(on, name)).toBeVisible();
  };
  await signInAgain(page, "Mallory", left.path);
  await write("Of another person", 2);
  await page.reload();
  // All texts of closed pages come back at once.
  await expect(field(page, 2)).toContainText("Of another person");
  await expect(field(page)).not.toContainText("Half a thought");

  await page.close();
  const next = await context.newPage();
  await signInAgain(next, "Cleo", board.path);
  await expect(field(next)).toContainText("Half a thought");
});

test("[I5] whom the provider refuses reads why, and goes on to the board as a guest", async ({
  browser,
  createPerson,
  provider,
  server,
}) => {
  provider.person = null;
  const board = await createBoard(await createPerson({ name: "Host" }), "Open to guests");
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(board.path);
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(page.getByText("Example did not let you in")).toBeVisible();
  await button(page, "Continue as a guest").click();
  await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  await expect(page).toHaveTitle(/Open to guests/);
  await context.close();
});

test("[I5] a provider that is away disturbs neither a guest nor whoever has signed in", async ({
  browser,
  createPerson,
  provider,
  server,
}) => {
  provider.person = { sub: "ben", name: "Ben Provided" };
  const { page, ...ben } = await createPerson({ name: "Ben" });
  const board = await createBoard({ page, ...ben }, "Still there");
  await page.goto(board.path);
  await button(page, "Ben").click();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(button(page, "Ben Provided")).toBeVisible();

  // The server does not know it from before, either.
  await server.restart("SIGTERM", { whileDown: () => provider.stop() });
  await page.reload();
  await writeSticker(page, 0, "Written without the provider");
  await expect(button(page, "Ben Provided")).toBeVisible();

  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await other.goto(board.path);
  await other.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(other.getByText("Example cannot be reached right now")).toBeVisible();
  await button(other, "Continue as a guest").click();
  await expect(sticker(other, "Written without the provider")).toBeVisible();
  await context.close();
});
