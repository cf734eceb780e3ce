import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { composer, column, sticker } from "./support/board-page.ts";
import { chromiumArgs, chromiumUserAgent } from "./support/browser-options.ts";
import { createDemoBoard, type DemoBoard, demoTexts } from "./support/seeds/demo-board.ts";
import { dragTo, drop, startDrag } from "./support/pointer.ts";
import { Recording } from "./support/recording.ts";
import { waitForRendering } from "./support/screens/screens.ts";
import { takeControls } from "./control-pictures.ts";
import { takeControlStates } from "./control-states.ts";
import { stateTable, takeSheet } from "./picture-sheet.ts";
import { signInAnonymously } from "./support/fixtures.ts";
import { createLargeBoard } from "./support/seeds/seed-boards.ts";
import { takeStates } from "./state-pictures.ts";
import { startServer } from "./support/server.ts";
import { themes, waitForRest } from "./support/screens/take-screenshots.ts";

/*
 * npm run shots -- --docs: takes the pictures of the README and of docs/, and the animation of a short retro, in
 * both themes; with the word "states" only those of docs/design.md. Look at them before you commit them.
 */
const folder = fileURLToPath(new URL("../docs/pictures", import.meta.url));
const desktop = { width: 1280, height: 760 };
const phone = { width: 390, height: 844 };

mkdirSync(folder, { recursive: true });
const server = await startServer("sqlite", {});
const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
try {
  for (const theme of themes) {
    if (!process.argv.includes("states")) await takePictures(browser, theme);
    await takeStates(browser, { ...optionsOf(theme), viewport: desktop, deviceScaleFactor: 1.5 }, (page) =>
      save(page, `states-${theme}`),
    );
    await takeControlSheets(theme);
    await takeLargeBoard(theme);
    console.log(theme);
  }
} finally {
  await browser.close();
  await server.stop();
}

function optionsOf(theme: (typeof themes)[number]) {
  return { userAgent: chromiumUserAgent, locale: "en", colorScheme: theme, baseURL: server.url };
}

async function takePictures(chromiumBrowser: Browser, theme: (typeof themes)[number]): Promise<void> {
  const options = optionsOf(theme);
  const demo = await createDemoBoard(chromiumBrowser, {
    ...options,
    viewport: desktop,
    deviceScaleFactor: 1.5,
  });
  const { page } = demo.viewer;
  await page.getByRole("article").nth(7).waitFor();
  const recording = new Recording(page);
  await playRetro(page, demo, recording);
  writeFileSync(join(folder, `retro-${theme}.webp`), await recording.encode());
  await page.mouse.move(0, 0);
  await save(page, `results-${theme}`);
  await page.getByRole("button", { name: "Results" }).click();
  await page.locator(".side-panel").waitFor({ state: "hidden" });
  await save(page, `board-${theme}`);

  const context = await chromiumBrowser.newContext({
    ...options,
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    storageState: await demo.viewer.context.storageState(),
  });
  const small = await context.newPage();
  await small.goto(demo.path);
  await sticker(small, demoTexts.first).waitFor();
  await save(small, `phone-${theme}`);
  await context.close();
  await demo.close();
}

/** A retro in ten seconds: hidden writing, reveal, a group, votes, the results. */
async function playRetro(page: Page, demo: DemoBoard, recording: Recording): Promise<void> {
  await waitForRendering(page);
  await recording.frame(1200);
  await column(page, 0).getByRole("article").last().hover();
  await page.locator(".add-tile").first().click();
  await composer(page).waitFor();
  for (const part of demoTexts.typed.match(/.{1,4}/g) ?? []) {
    await page.keyboard.type(part);
    await recording.frame(90);
  }
  await page.keyboard.press("Enter");
  await sticker(page, demoTexts.typed).waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await waitForRendering(page);
  await recording.frame(900);

  await demo.reveal();
  for (let i = 0; i < 8; i += 1) await recording.frame(70);
  await waitForRendering(page);
  await recording.frame(1000);

  const target = sticker(page, demoTexts.first);
  await startDrag(page, sticker(page, demoTexts.similar));
  const [from, to] = [await sticker(page, demoTexts.similar).boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("the stickers of the drag are not on screen");
  for (let i = 1; i <= 8; i += 1) {
    const at = (a: number, b: number) => a + ((b - a) * i) / 8;
    await page.mouse.move(
      at(from.x + from.width / 2, to.x + to.width / 2),
      at(from.y + from.height / 2, to.y + to.height / 2),
    );
    await recording.frame(60);
  }
  await dragTo(page, target, [0.5, 0.5]);
  await recording.frame(500);
  await drop(page);
  await page.getByRole("button", { name: /^2 grouped/ }).waitFor();
  await page.mouse.move(0, 0);
  await waitForRendering(page);
  await recording.frame(900);

  for (const vote of demo.votes) {
    await vote();
    await waitForRendering(page);
    await recording.frame(160);
  }
  await recording.frame(700);
  await page.getByRole("button", { name: "Results" }).click();
  await page.locator(".side-panel").getByText(demoTexts.first).first().waitFor();
  await waitForRendering(page);
  await recording.frame(2600);
}

async function takeControlSheets(theme: (typeof themes)[number]): Promise<void> {
  const options = { ...optionsOf(theme), viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 };
  const sheets = {
    "control-states": stateTable(await takeControlStates(browser, options)),
    controls: await takeControls(browser, options),
  };
  for (const [name, contents] of Object.entries(sheets))
    await write(await takeSheet(browser, options, contents), `${name}-${theme}`);
}

/** 200 stickers on a laptop in the light theme, on a large screen in the dark one. */
async function takeLargeBoard(theme: (typeof themes)[number]): Promise<void> {
  const host = await signInAnonymously(await browser.newContext(optionsOf(theme)), { name: "Maria Petrova" });
  const id = await createLargeBoard(host, 200);
  const [width, height] = theme === "light" ? [1440, 900] : [2560, 1440];
  await host.page.setViewportSize({ width, height });
  await host.page.goto(`/boards/${id}`);
  await host.page.getByRole("article").nth(40).waitFor();
  await save(host.page, `board-200-${theme}`);
  await host.context.close();
}

async function save(page: Page, name: string): Promise<void> {
  await waitForRest(page);
  await write(await page.screenshot(), name);
}

async function write(picture: Buffer, name: string): Promise<void> {
  const file = await sharp(picture).webp({ quality: 82, effort: 6 }).toBuffer();
  writeFileSync(join(folder, `${name}.webp`), file);
}
