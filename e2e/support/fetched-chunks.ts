import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits until the page has fetched chunks, named by the start of their file names, so that it can show them without a network. */
export async function expectChunksFetched(page: Page, ...chunkNames: readonly string[]): Promise<void> {
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
