import type { Browser, Page, TestInfo } from "@playwright/test";

/** The names of the attachments begin so; `scripts/test-report.mjs` prints them. */
const prefix = "page: ";

/**
 * Attaches what every open page shows (its accessibility tree) to a test that has failed: Playwright's own
 * report has one page only. Call it before the pages are closed.
 */
export async function attachPages(browser: Browser, test: TestInfo): Promise<void> {
  const failed = test.status !== test.expectedStatus;
  if (!failed || test.attachments.some(({ name }) => name.startsWith(prefix))) return;
  for (const page of browser.contexts().flatMap((context) => context.pages()))
    await test.attach(`${prefix}${page.url()}`, { body: await describe(page), contentType: "text/yaml" });
}

async function describe(page: Page): Promise<string> {
  try {
    return await page.locator("html").ariaSnapshot({ timeout: 5000 });
  } catch (error) {
    return `The page did not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}
