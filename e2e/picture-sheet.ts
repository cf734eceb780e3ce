import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions } from "@playwright/test";
import { type ControlRow, controlStates } from "./control-states.ts";

/** A part of the product with its shape, so that what is behind its corners is cut away. */
export type PartPicture = { picture: Buffer; radius: string };

const scale = 1.5;
const font = readFileSync(
  createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
);
const grounds = { light: "#f6f5fa; color: #1d1b24", dark: "#131217; color: #eae8f0" };

/** A row for each control, a column for each state. */
export function stateTable(rows: readonly ControlRow[]): string {
  const head = ["", ...controlStates].map((state) => `<th>${state}</th>`).join("");
  const cell = (picture: Buffer | undefined) => `<td>${picture === undefined ? "" : image(picture)}</td>`;
  return `<table><tr>${head}</tr>${rows
    .map(
      ({ name, pictures }) =>
        `<tr><th>${name}</th>${controlStates.map((state) => cell(pictures[state])).join("")}</tr>`,
    )
    .join("")}</table>`;
}

export function sideBySide(columns: readonly (readonly PartPicture[])[]): string {
  return `<div class="columns">${columns
    .map((parts) => `<div>${parts.map(({ picture, radius }) => image(picture, radius)).join("")}</div>`)
    .join("")}</div>`;
}

/** A picture of these contents on the ground of the theme's pages. */
export async function takeSheet(
  browser: Browser,
  { colorScheme }: BrowserContextOptions,
  contents: string,
): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: scale, viewport: { width: 2400, height: 800 } });
  await page.setContent(`<!doctype html><style>
@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString("base64")}) }
body { margin: 0; width: max-content; padding: 16px; font: 12px/16px Inter; background: ${grounds[colorScheme === "dark" ? "dark" : "light"]} }
table { border-spacing: 8px 4px }
th { font-weight: 600; text-align: start; padding-inline: 4px 8px }
img { display: block; zoom: ${1 / scale} }
.columns { display: flex; gap: 24px }
.columns > div { display: grid; gap: 24px; align-content: start }
</style>${contents}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.locator("body").screenshot();
  await page.close();
  return picture;
}

function image(picture: Buffer, radius = "0"): string {
  const address = `data:image/png;base64,${picture.toString("base64")}`;
  return `<img src="${address}" style="border-radius: calc(${radius} * ${scale})">`;
}
