import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { aptInstall, isRoot } from "./apt.mjs";
import { capture, PlainError, root, run, toolPath } from "../process.mjs";
import { nodeEnvironment } from "./node-runtime.mjs";

const shell = "chromium-headless-shell";
const executableNames = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "chrome.exe",
];
const knownPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "/snap/bin/chromium",
];

/** `CHROMIUM_PATH`, an installed one, Playwright's own, else Debian's package when root. */
export async function findChromium(node) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new PlainError(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  const found = findInstalled() ?? (await findPlaywrightBrowser(node, "chromium"));
  if (found) return found;
  const env = nodeEnvironment(node);
  console.log("No Chromium or Chrome found; bringing Playwright's own.");
  await run(node, [toolPath("@playwright/test", "playwright"), "install", "chromium"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 180_000,
  });
  const brought = await findPlaywrightBrowser(node, "chromium");
  if (brought && (await canStart(brought))) return brought;
  if (isRoot()) {
    await aptInstall(["chromium", "fonts-noto-color-emoji"]);
    const debian = findInstalled();
    if (debian) return debian;
  }
  throw new PlainError("The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.");
}

/** The headless shell is the same engine for less than half of the CPU: it draws no toolbar. */
export async function findHeadlessShell(node) {
  const named = process.env.HEADLESS_SHELL_PATH;
  if (named) {
    if (!existsSync(named)) throw new PlainError(`HEADLESS_SHELL_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (process.env.CHROMIUM_PATH) return undefined;
  const found = findOnPath(shell) ?? (await playwrightsShell(node));
  if (found) return found;
  if (isRoot() && existsSync("/etc/debian_version")) {
    try {
      await aptInstall([shell]);
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      console.log(error.message);
    }
  }
  const brought = findOnPath(shell);
  if (!brought)
    console.log(
      `The browser tests take twice as long without ${shell}: install it, or name it in HEADLESS_SHELL_PATH.`,
    );
  return brought;
}

/** The browsers besides Chromium, for the core tests; nothing is installed. */
export async function findOtherBrowsers(node) {
  const firefox = process.env.FIREFOX_PATH || findOnPath("firefox-esr") || findOnPath("firefox");
  const webkit = await findPlaywrightBrowser(node, "webkit");
  if (!firefox)
    console.log("Firefox is not tested: none is installed. Install firefox-esr, or set FIREFOX_PATH.");
  if (!webkit) console.log("WebKit is not tested: npx playwright install webkit brings it.");
  return { ...(firefox && { FIREFOX_PATH: firefox }), ...(webkit && { WEBKIT_PATH: webkit }) };
}

/** Installs pdftotext and pdftoppm (poppler), which the tests of exported files use. */
export async function findPoppler() {
  if (findOnPath("pdftotext") && findOnPath("pdftoppm")) return;
  if (isRoot()) await aptInstall(["poppler-utils"]);
  else console.log("pdftotext is missing (poppler-utils): what an exported PDF shows is not looked at.");
}

/** LibreOffice, in which tests open exported files, is too large to be installed here. */
export function findLibreOffice() {
  if (findOnPath("soffice")) return;
  console.log("soffice is missing (libreoffice-calc): no exported table is opened in a spreadsheet.");
}

function findInstalled() {
  return executableNames.map(findOnPath).find(Boolean) ?? knownPaths.find((place) => existsSync(place));
}

function findOnPath(name) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

async function findPlaywrightBrowser(node, name) {
  const ask = `import { ${name} } from "@playwright/test"; console.log(${name}.executablePath());`;
  const { code, output } = await capture(node, ["--input-type=module", "-e", ask], {
    cwd: join(root, "e2e"),
  });
  const path = output.trim();
  return code === 0 && existsSync(path) ? path : undefined;
}

/** Playwright installs its headless shell together with its Chromium, in a folder beside it. */
async function playwrightsShell(node) {
  const chromium = await findPlaywrightBrowser(node, "chromium");
  if (!chromium) return undefined;
  const browsers = dirname(dirname(dirname(chromium)));
  const programs = ["headless_shell", "chrome-headless-shell", "chrome-headless-shell.exe"];
  return readdirSync(browsers)
    .filter((folder) => folder.startsWith("chromium_headless_shell-"))
    .flatMap((folder) => readdirSync(join(browsers, folder)).map((inner) => join(browsers, folder, inner)))
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find((path) => existsSync(path));
}

/** Playwright's Chromium may lack system libraries: finds out before the tests. */
async function canStart(path) {
  return (await capture(path, ["--version"])).code === 0;
}
