import { openNewSticker, sticker } from "./support/board-page.ts";
import { expect, createBoard, test } from "./support/fixtures.ts";
import { solveCaptcha } from "./support/captcha-solver.ts";

test("a visitor without a session opens a board's address, passes the captcha by waiting, and gets to that board @core", async ({
  browser,
  createPerson,
  server,
}) => {
  const host = await createPerson({ name: "Host" });
  const board = await createBoard(host, "Ретро спринта 42");
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(board.path);
  await expect(page).toHaveURL(new RegExp(`${board.path}$`), { timeout: 30_000 });
  await expect(page).toHaveTitle(/Ретро спринта 42/);
  await context.close();
});

test("a visitor whose check fails is no longer told that there is nothing to do", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.route("**/captcha/puzzle*", (route) => route.fulfill({ status: 403, json: { errors: [] } }));
  await page.goto("/auth-anonymous");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(page.getByText("There is nothing for you to do.")).toBeHidden();
  await context.close();
});

test("a visitor whose browser makes no worker, or whose page may have none, passes the captcha all the same", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const without = await context.newPage();
  await without.addInitScript(() => Reflect.deleteProperty(window, "Worker"));
  await without.goto("/auth-anonymous");
  await expect(without).toHaveURL(new RegExp("/$"), { timeout: 30_000 });
  await context.clearCookies();

  const forbidden = await context.newPage();
  await forbidden.route("**/auth-anonymous", async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"] ?? "";
    const strict = policy.replace("worker-src 'self' blob:", "worker-src 'none'");
    expect(strict).not.toBe(policy);
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": strict },
    });
  });
  await forbidden.goto("/auth-anonymous");
  await expect(forbidden).toHaveURL(new RegExp("/$"), { timeout: 30_000 });
  await context.close();
});

test("a browser that is too old for the app is told so in both languages, and another one sees nothing of it", async ({
  browser,
  server,
}) => {
  for (const [lacks, isOld] of [
    ["isWellFormed", true],
    ["Segmenter", true],
    ["checkVisibility", false],
    ["canParse", false],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.addInitScript((name) => {
      for (const owner of [String.prototype, Intl, Element.prototype, URL])
        Reflect.deleteProperty(owner, name);
    }, lacks);
    await page.goto("/auth-anonymous");
    await expect(page.getByText("This browser is too old for Retro.")).toBeVisible({ visible: isOld });
    await expect(page.getByText("Этот браузер слишком старый для Retro.")).toBeVisible({ visible: isOld });
    if (!isOld) await expect(page).toHaveURL(new RegExp("/$"), { timeout: 30_000 });
    await context.close();
  }
});

test("a link that brings the punctuation of its sentence opens the board, under its clean address", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann, "Sprint 42");
  const { page } = ann;
  const endings = [
    ".",
    ").",
    ",",
    ">",
    "%3E",
    "»",
    "”",
    "*",
    "_",
    "\u200B",
    "\u00A0",
    "%20",
    "&amp;utm_source=mail",
    "/",
    "/)",
  ];
  for (const ending of [...endings, "。详情"]) {
    await page.goto(`${board.path}${ending}`);
    await expect(page.getByRole("heading", { name: "Sprint 42" }), ending).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  }
  await page.goto(`/boards/%20${board.id}`);
  await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  await page.goto(`${board.path}/items`);
  await expect(page).toHaveURL(/\/error\/404$/);
  await page.goto(`${board.path}x`);
  await expect(page).toHaveURL(/\/error\/404$/);
});

test("/auth-anonymous leads back without a captcha while there is a session: after Forward, and when opened again", async ({
  browser,
  createPerson,
  server,
}) => {
  const host = await createPerson({ name: "Host" });
  const board = await createBoard(host);
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  // The page comes back by itself, perhaps soon.
  const entered = page.waitForURL(/\/auth-anonymous$/, { waitUntil: "commit" });
  await page.goto(board.path);
  await entered;
  await expect(page).toHaveURL(new RegExp(`${board.path}$`), { timeout: 30_000 });
  await expect(page.getByRole("article").or(page.getByRole("region")).first()).toBeVisible();
  const user = async () => (await (await page.request.get("/api/v1/users/auth")).json()) as unknown;
  const before = await user();

  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`${board.path}$`));
  await page.goto("/auth-anonymous");
  await expect(page).toHaveURL(new RegExp("/$"));
  expect(await user()).toEqual(before);
  expect(calls).not.toContain("/api/v1/captcha/puzzle");
  expect(calls).not.toContain("/api/v1/users/anonymous");
  await context.close();
});

test("a tab keeps working after another tab has signed out and signed in again", async ({ createPerson }) => {
  const { page, context, api } = await createPerson();
  const token = async () => (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN");
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "New Board" });
  await expect(dialog).toBeVisible();
  const old = await token();
  if (old === undefined) throw new Error("no CSRF cookie");
  await api.send("POST", "/users/sign-out");
  const entered = await api.send("POST", "/users/anonymous", {
    solution: await solveCaptcha(context.request),
  });
  expect(entered.status()).toBe(201);
  // The worst moment: this tab has already read the token of the ended session.
  await context.addCookies([old]);
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/v1/boards") && response.request().method() === "POST")
      statuses.push(response.status());
  });
  await dialog.getByRole("textbox", { name: "Title" }).fill("After the change");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveTitle(/After the change/);
  expect(statuses).toEqual([419, 201]);
});

test("a text that is saved after the session has ended is offered to whoever goes on in the tab, and reaches the board when they say so [Y6]", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const board = await createBoard(ann, "Sprint 42");
  const { page, context } = ann;
  await page.goto(board.path);
  await expect(page).toHaveTitle(/Sprint 42/);
  const dialog = await openNewSticker(page, 0);
  await dialog.getByRole("textbox").first().fill("Typed too late");
  await context.clearCookies({ name: "retro_session" });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: /Draft Typed too late/ }).click({ timeout: 30_000 });
  await page.getByRole("textbox", { name: /New sticker/ }).press("Enter");
  await expect(sticker(page, "Typed too late")).toBeVisible();
  await expect(page.locator("[data-save-state]")).toHaveCount(0);
});
