import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { texts } from "@retro/contract/messages/first-view/en";
import sharp from "sharp";
import { sticker } from "./support/board-page.ts";
import { addSticker, createBoard, signInAnonymously } from "./support/fixtures.ts";
import { waitForRendering } from "./support/screens/screens.ts";

const gap = 24;
const text = "Ask the platform team";

/** Dialog, fields, buttons, menu, switches, chips and toasts of the running product, side by side. */
export async function takeControls(browser: Browser, options: BrowserContextOptions): Promise<Buffer> {
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

async function pictureOf(page: Page, part: Locator): Promise<Buffer> {
  await part.waitFor();
  await waitForRendering(page);
  return part.screenshot();
}

/** Columns of pictures, on no ground. */
async function sideBySide(columns: readonly (readonly Buffer[])[]): Promise<Buffer> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [left, bottom] = [gap, 0];
  for (const pictures of columns) {
    let [top, widest] = [gap, 0];
    for (const input of pictures) {
      const { width, height } = await sharp(input).metadata();
      placed.push({ input, left, top });
      top += height + gap;
      widest = Math.max(widest, width);
    }
    left += widest + gap;
    bottom = Math.max(bottom, top);
  }
  const background = { r: 128, g: 128, b: 128, alpha: 0.12 };
  return sharp({ create: { width: left, height: bottom, channels: 4, background } })
    .composite(placed)
    .png()
    .toBuffer();
}
