import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Waits until the page has fetched all its chunks with what they import, so that it can show them without a
 * network.
 * @param chunkNames chunks that must be among them, by the start of their file names
 */
export async function expectChunksFetched(page: Page, ...chunkNames: readonly string[]): Promise<void> {
  // The file of a chunk may be there before the files that it imports.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("chunks-prefetched").length), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  await expect
    .poll(
      () =>
        page.evaluate(() =>
          performance
            .getEntriesByType("resource")
            .map(({ name }) => /\/assets\/(\w+)-[^/]*\.js$/.exec(name)?.[1] ?? ""),
        ),
      { timeout: 30_000 },
    )
    .toEqual(expect.arrayContaining([...chunkNames]));
}
