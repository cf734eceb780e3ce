import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { type Person, createApiClient, expect, createBoard, test as base } from "./support/fixtures.ts";
import { solveCaptcha } from "./support/captcha-solver.ts";
import { observeShifts } from "./support/layout-shifts.ts";
import { type RunningServer, startServer } from "./support/server.ts";

const email = "admin@example.com";
const password = "correct horse battery staple";

// Starts another server: these tests need an administrator.
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** Signs an administrator in through the API. */
async function openAdminPage(
  browser: Browser,
  server: RunningServer,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: server.url });
  const answer = await createApiClient(context).send("POST", "/users/sign-in", {
    email,
    password,
    solution: await solveCaptcha(context.request),
  });
  expect(answer.status()).toBe(200);
  return context.newPage();
}

/** A picture that the browser draws. */
async function takeScreenshot(person: Person): Promise<Buffer> {
  await person.page.goto("/error/404");
  return person.page.screenshot();
}

async function sendFeedback(person: Person, name: string, comment: string, files: Buffer[] = []) {
  await person.api.get("/config");
  const token = (await person.context.cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value ?? "";
  const form = new FormData();
  form.set("name", name);
  form.set("comment", comment);
  form.set("agree", "true");
  for (const [index, file] of files.entries())
    form.append("attachments[]", new File([new Uint8Array(file)], `${index}.png`, { type: "image/png" }));
  const answer = await person.context.request.post("/api/v1/feedback", {
    headers: { "x-xsrf-token": token },
    multipart: form,
  });
  expect(answer.status()).toBe(201);
}

test("the sign-in refuses a wrong password with a fresh verification, then lets in; signing out leads back @core", async ({
  page,
}) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
  const form = page.getByRole("form", { name: "Retro Admin" });
  expect((await form.boundingBox())?.width).toBeCloseTo(300, 0);
  const signIn = page.getByRole("button", { name: "Sign in" });
  await signIn.click();
  await expect(page.getByText("Email field is required.")).toBeVisible();
  await expect(page.getByText("Password field is required.")).toBeVisible();
  await expect(signIn).toBeDisabled();
  await page.getByRole("textbox", { name: "Email" }).fill("admin");
  await expect(page.getByText("Email can be valid Email address.")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill("wrong");
  await expect(page.getByText("I am human")).toBeVisible({ timeout: 30_000 });
  await signIn.click();
  await expect(page.getByText("Wrong email or password")).toBeVisible();
  await expect(page.getByText("I am human")).toBeVisible({ timeout: 30_000 });

  await page.getByLabel("Password").fill(password);
  await signIn.click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await expect(page).toHaveTitle("Retro Admin");

  await page.getByRole("button", { name: "Fullscreen" }).click();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await page.getByRole("button", { name: "Exit fullscreen" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
  await page.goto("/admin/feedbacks");
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
});

test("Health shows the server, the database and live updates, and says when the server stops answering", async ({
  browser,
  server,
  contextOptions,
}) => {
  const page = await openAdminPage(browser, server, contextOptions);
  await page.clock.install();
  await page.goto("/admin");
  await page.getByRole("link", { name: "Health" }).first().click();
  await expect(page).toHaveURL(/\/admin\/health$/);
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  const figure = (name: string) =>
    page.getByRole("definition").and(page.locator(`dt:text-is("${name}") + dd`));
  await expect(figure("Engine")).toHaveText(/SQLite|PostgreSQL/);
  await expect(figure("Answers within")).toHaveText(/ms$/);
  await expect(figure("Bus between servers")).toHaveText("not needed: one server");
  await expect(page.getByText("Everything works")).toBeVisible();

  await page.route("**/api/v1/admin/health", (route) => route.abort());
  await page.clock.runFor(10_000);
  await expect(page.getByText("The server does not answer")).toBeVisible();
  await expect(page.getByText(/These figures are from/)).toBeVisible();
  await expect(figure("Engine")).toHaveText(/SQLite|PostgreSQL/);
  await expect(page.getByText("Everything works")).toBeHidden();
  await page.unroute("**/api/v1/admin/health");
  await page.clock.runFor(10_000);
  await expect(page.getByText("Everything works")).toBeVisible();
});

test("the index draws the last 30 days and ends another session, and the chart is a table too", async ({
  browser,
  server,
  contextOptions,
  createPerson,
}) => {
  const anna = await createPerson({ name: "Anna" });
  await createBoard(anna);
  const other = await openAdminPage(browser, server, contextOptions);
  await other.goto("/admin");
  await expect(other.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  const page = await openAdminPage(browser, server, contextOptions);
  await page.goto("/admin");
  await expect(page.getByRole("img", { name: /^Boards, .*in total/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Stickers, / })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Active people, / })).toBeVisible();
  await page.getByText("As a table").click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(31);

  const sessions = page.getByRole("region", { name: "Your sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This session" })).toBeVisible();
  const before = await sessions.count();
  await sessions
    .filter({ hasNotText: "This session" })
    .first()
    .getByRole("button", { name: /^End the session/ })
    .click();
  await expect(sessions).toHaveCount(before - 1);
  await other.getByRole("link", { name: "Feedbacks" }).click();
  await expect(other).toHaveURL(/\/admin\/sign-in$/);
  await other.context().close();
  await page.context().close();
});

test("feedbacks: 100 characters and an ellipsis, the full comment by click and by Enter, pictures that enlarge", async ({
  browser,
  server,
  contextOptions,
  createPerson,
}) => {
  const anna = await createPerson({ name: "Anna" });
  const long = `${"😀".repeat(100)} and the end of it`;
  // Whoever is no administrator gets error 404.
  await anna.page.goto("/admin/feedbacks");
  await expect(anna.page).toHaveURL(/\/error\/404$/);
  await sendFeedback(anna, "Long", long, [await takeScreenshot(anna)]);
  const page = await openAdminPage(browser, server, contextOptions);
  await page.goto("/admin/feedbacks?q=long");
  await expect(page.getByRole("heading", { level: 1, name: "Feedbacks" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Comment"]);
  const row = page.getByRole("row").filter({ hasText: "Long" }).first();
  await expect(row.getByRole("cell").nth(1)).toHaveText(`${"😀".repeat(100)}…`);

  await row.getByRole("cell").nth(1).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog).toContainText("and the end of it");
  const box = await dialog.boundingBox();
  expect(box?.width).toBeCloseTo(900, 0);
  const thumbnail = dialog.getByRole("button", { name: "Attachment 1 of 1" });
  expect((await thumbnail.boundingBox())?.width).toBeCloseTo(200, 0);
  await thumbnail.click();
  const whole = page.getByRole("dialog", { name: "Attachment 1 of 1" }).getByRole("img");
  await expect(whole).toBeVisible();
  // Until the picture is loaded, its description has its place.
  await expect.poll(async () => (await whole.boundingBox())?.width).toBeGreaterThan(400);
  await page.keyboard.press("Escape");
  await expect(whole).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await row.getByRole("button", { name: "Long" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.context().close();
});

test("the lists have the headings and columns of the specification; contacts open in full", async ({
  browser,
  server,
  contextOptions,
  createPerson,
}) => {
  const maria = await createPerson({ name: "Maria" });
  await createBoard(maria, "Quarter review");
  await maria.api.send("POST", "/logger", { event: 100 });
  const { request } = maria.context;
  await maria.api.send("POST", "/subscribers", {
    email: "reader@example.com",
    solution: await solveCaptcha(request),
  });
  await maria.api.send("POST", "/contacts", {
    email: "maria@example.com",
    name: "Maria",
    inquiry: "Question",
    subject: "Timer",
    message: `${"word ".repeat(40)}the last word`,
    solution: await solveCaptcha(request),
  });
  const page = await openAdminPage(browser, server, contextOptions);
  await page.goto("/admin");
  const lists = [
    { link: "Feedbacks", heading: "Feedbacks", columns: ["Name", "Comment"] },
    { link: "Boards", heading: "Boards", columns: ["Name", "Sections", "Stickers"] },
    { link: "Log Events", heading: "Log Events", columns: ["ID", "Title", "Function", "Object"] },
    { link: "Logs", heading: "Log Events", columns: ["User", "Event", "Function", "Object"] },
    { link: "Subscribers", heading: "Subscribers", columns: ["Email"] },
    { link: "Contacts", heading: "Contacts", columns: ["Email, name", "Inquiry", "Subject", "Message"] },
  ];
  await sendFeedback(maria, "Maria", "Short");
  for (const { link, heading, columns } of lists) {
    await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(columns);
  }
  const row = page.getByRole("row").filter({ hasText: "maria@example.com" }).first();
  await expect(row).not.toContainText("the last word");
  await expect(row.getByRole("cell").last()).toContainText("…");
  await row.click();
  await expect(page.getByRole("dialog", { name: "Message" })).toContainText("the last word");
  await page.context().close();
});

test("the drawer of a phone opens by a button and closes with a choice; feedback can be left there too", async ({
  browser,
  server,
  contextOptions,
}) => {
  const page = await openAdminPage(browser, server, {
    ...contextOptions,
    viewport: { width: 390, height: 844 },
  });
  await page.goto("/admin");
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Logs" }).click();
  await expect(page).toHaveURL(/\/admin\/logs$/);
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.getByRole("link", { name: /^Retro Admin/ }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole("button", { name: "Leave Feedback" }).click();
  await expect(page.getByRole("dialog", { name: "Leave Feedback" })).toBeVisible();
  await page.context().close();
});

test("the one-time link sets a password and signs in, once", async ({ browser, server, contextOptions }) => {
  const cli = fileURLToPath(new URL("../server/dist/admin-cli.js", import.meta.url));
  const path = execFileSync(process.execPath, [cli, "link", email], {
    env: server.env,
    encoding: "utf8",
  }).trim();
  expect(path).toMatch(/^\/admin\/link#[\w-]{43}$/);
  const context = await browser.newContext({ ...contextOptions, baseURL: server.url });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  const first = page.getByLabel("New password", { exact: true });
  const second = page.getByLabel("Repeat the password");
  const button = page.getByRole("button", { name: "Set password" });
  await first.fill("short");
  await second.fill("different");
  await button.click();
  await expect(page.getByText("Use at least 12 characters")).toBeVisible();
  await first.fill("password1234");
  await button.click();
  await expect(page.getByText("The passwords do not match")).toBeVisible();
  await second.fill("password1234");
  await button.click();
  await expect(page.getByText("This password is easy to guess")).toBeVisible();
  // The tests after this one sign in with the same password.
  await first.fill(password);
  await second.fill(password);
  await button.click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();

  await page.goto("/");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
  await context.close();
});

test("an administrators' list moves nothing while it appears", async ({
  browser,
  server,
  contextOptions,
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  for (const title of ["One", "Two", "Three"]) await createBoard(ann, title);
  const page = await openAdminPage(browser, server, contextOptions);
  const shifts = await observeShifts(page);
  for (const [path, ready] of [
    ["/admin/boards", page.getByRole("cell", { name: "Three" })],
    ["/admin", page.getByRole("heading", { name: "Your sessions" })],
  ] as const) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    expect([path, (await shifts()) < 0.05]).toEqual([path, true]);
  }
  await page.context().close();
});
