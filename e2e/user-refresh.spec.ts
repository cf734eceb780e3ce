import { limits } from "@retro/contract/limits";
import { expect, createBoard, test } from "./support/fixtures.ts";

test("the current user is fetched on entering the main layout, on entering it again, and every hour", async ({
  createPerson,
}) => {
  const ann = await createPerson();
  const board = await createBoard(ann);
  const { page } = ann;
  await page.clock.install();
  let fetches = 0;
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/api/v1/users/auth")) fetches += 1;
  });
  await page.goto(board.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprint 42");
  await expect.poll(() => fetches).toBe(1);

  await page.clock.fastForward(60_000);
  await page.evaluate(() => {
    history.pushState(null, "", "/error/404");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("heading", { name: "Error 404" })).toBeVisible();
  await page.goBack();
  await expect.poll(() => fetches).toBe(2);

  await page.clock.fastForward(limits.userRefreshMs + 1000);
  await expect.poll(() => fetches).toBe(3);
});
