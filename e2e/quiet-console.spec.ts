import type { Page } from "@playwright/test";
import { sticker, writeSticker } from "./support/board-page.ts";
import { becomeFacilitator, button, setOptionSwitch } from "./support/facilitation.ts";
import { createBoard, expect, test } from "./support/fixtures.ts";

/** What a browser logs as an error or a warning, and the requests that are answered with a refusal. */
function listenForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400)
      faults.push(`${answer.request().method()} ${answer.url()} ${answer.status()}`);
  });
  return faults;
}

test("a retro makes no request that is refused and logs no error: hide, reveal, vote, leave, move into a space", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const { page } = ann;
  const faults = listenForFaults(page);
  const board = await createBoard(ann);
  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  await button(page, "New space").click();
  await page.getByRole("textbox", { name: "Name of the team" }).fill("Platform");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Platform", level: 1 })).toBeVisible();

  await page.goto(board.path);
  await writeSticker(page, 0, "one");
  await page.keyboard.press("Escape");
  await becomeFacilitator(page);
  await setOptionSwitch(page, "Hide content", true);
  await setOptionSwitch(page, "Hide content", false);
  await sticker(page, "one").getByRole("button", { name: /^Vote/ }).click();
  await expect(page.locator("[data-short='1 of 1']")).toBeAttached();
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole("link", { name: /^Retro/ }).click();
    await expect(page.getByRole("heading", { name: "My boards" })).toBeVisible();
    await page.goBack();
    await sticker(page, "one").waitFor();
  }
  expect(faults).toEqual([]);
});

test("a guest's first visit makes one request that is refused: whether they have a session", async ({
  browser,
  createPerson,
  server,
}) => {
  const board = await createBoard(await createPerson({ name: "Host" }), "Sprint 42");
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const faults = listenForFaults(page);
  await page.goto(board.path);
  await expect(page).toHaveTitle(/Sprint 42/);
  const asked = `GET ${server.url}/api/v1/users/auth 401`;
  expect(faults.toSorted()).toEqual([expect.stringMatching(/^Failed to load resource.* 401 /), asked]);
  await context.close();
});
