import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { texts } from "@retro/contract/messages/first-view/en";
import { type PartPicture, sideBySide } from "./picture-sheet.ts";
import { sticker } from "./support/board-page.ts";
import { addSticker, createBoard, signInAnonymously } from "./support/fixtures.ts";
import { waitForRendering } from "./support/screens/screens.ts";

const text = "Ask the platform team";

/** Dialog, switches, menu, the field of an action and a toast of the running product, side by side. */
export async function takeControls(browser: Browser, options: BrowserContextOptions): Promise<string> {
  const host = await signInAnonymously(await browser.newContext(options), { name: "Maria Petrova" });
  const { id, path, columns } = await createBoard(host, "Controls", "Start / Stop / Continue");
  await addSticker(host, id, columns[0], text);
  const { page } = host;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");

  await page.goto("/");
  await dialog.getByLabel("Title").fill(" ");
  await dialog.getByLabel("Description").fill("What the last two weeks were like");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).hover();
  const form = await pictureOf(page, dialog);

  await page.goto(path);
  await button("Facilitator Mode").click();
  await dialog.getByRole("button", { name: "Become facilitator" }).click();
  await button("Facilitator Controls").click();
  await page.getByRole("menuitem", { name: "Options", exact: true }).click();
  await dialog.getByRole("switch", { name: "Show sticker dates", exact: true }).check();
  await page.mouse.move(0, 0);
  const switches = await pictureOf(page, page.getByRole("dialog", { name: "Options" }));
  await button("Close").click();

  await sticker(page, text).getByRole("button", { name: "Menu" }).press("Enter");
  await page.getByRole("menuitem").nth(1).hover();
  const menu = await pictureOf(page, page.getByRole("menu"));
  await page.keyboard.press("Escape");

  await button("Actions").click();
  await page.getByRole("textbox", { name: "Action" }).fill(text);
  const action = await pictureOf(page, page.locator(".action-form").first());

  const json = { message: texts["error.stickers_locked"], code: "stickers_locked" };
  await page.route("**/vote", (route) => route.fulfill({ status: 403, json }));
  await sticker(page, text).getByRole("button", { name: /^Vote/ }).press("Enter");
  const toast = await pictureOf(page, page.locator(".toasts [role=alert]").first());
  await host.context.close();
  return sideBySide([[form], [switches], [menu, action, toast]]);
}

async function pictureOf(page: Page, part: Locator): Promise<PartPicture> {
  await part.waitFor();
  await waitForRendering(page);
  const radius = await part.evaluate((element) => getComputedStyle(element).borderRadius);
  return { picture: await part.screenshot(), radius };
}
