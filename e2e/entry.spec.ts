import { expect, makeBoard, test } from "./support/fixtures.ts";

test("a stranger asks for a board, passes the captcha by waiting, and lands on that very board @engines", async ({
  browser,
  person,
  server,
}) => {
  const host = await person({ name: "Host" });
  const board = await makeBoard(host, "Ретро спринта 42");
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(board.path);
  await expect(page).toHaveURL(new RegExp(`${board.path}$`), { timeout: 30_000 });
  await expect(page).toHaveTitle(/Ретро спринта 42/);
  await context.close();
});

test("unknown addresses lead to error 404, which leads home", async ({ person }) => {
  const { page } = await person();
  await page.goto("/no/such/page");
  await expect(page).toHaveURL(/\/error\/404$/);
  await expect(page.getByRole("heading", { name: "Error 404" })).toBeVisible();
});
