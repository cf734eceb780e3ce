import type { Page } from "@playwright/test";

/**
 * Reads a store of the database that the page keeps on the device. @returns its rows as JSON text; empty
 * before the page has made it
 */
export const readStored = (page: Page, store: "boards" | "outbox") =>
  page.evaluate(async (name) => {
    // Do not open a database before the page has made it: this would create an empty one, and the page would
    // wait for it.
    const made = await indexedDB.databases();
    if (!made.some((database) => database.name === "retro")) return "";
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open("retro");
      opening.addEventListener("error", () => reject(opening.error ?? new Error("no database")));
      opening.addEventListener("success", () => {
        const all = opening.result.transaction(name).objectStore(name).getAll();
        all.addEventListener("success", () => {
          opening.result.close();
          resolve(JSON.stringify(all.result));
        });
      });
    });
  }, store);
