import type { Locator, Page } from "@playwright/test";
import { expect, type Person } from "./fixtures.ts";

export const newBoard = (page: Page): Locator => page.getByRole("dialog", { name: "New Board" });
/** A board in a list, by its title. */
export const boardLink = (page: Page, title: string): Locator =>
  page.getByRole("link", { name: title, exact: true });
export const boardMenu = (page: Page, title: string): Locator =>
  page.getByRole("button", { name: `Menu for “${title}”` });
export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { name, level: 1, exact: true });

/** Opens My boards as a page load, and closes the dialog that is open on it. */
export async function openMyBoards(page: Page): Promise<void> {
  await page.goto("/");
  await newBoard(page).getByRole("button", { name: "Cancel" }).click();
  await expect(newBoard(page)).toHaveCount(0);
}

/** Chooses from the menu of a board in a list. @param item the beginning of the entry */
export async function chooseFromBoardMenu(page: Page, title: string, item: string): Promise<void> {
  await boardMenu(page, title).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).click();
}

/** Makes a space through the API. @returns its key and the path of its page */
export async function createSpace(person: Person, name: string): Promise<{ key: string; path: string }> {
  const answer = await person.api.send("POST", "/spaces", { name });
  const { key } = ((await answer.json()) as { data: { key: string } }).data;
  return { key, path: `/spaces#${key}` };
}

/** The board's JSON file, without the time of the export. @throws when the export is refused */
export async function exportBoard(person: Person, boardId: string): Promise<unknown> {
  const answer = await person.context.request.get(`/web/boards/${boardId}/export-json`);
  if (!answer.ok()) throw new Error(`export: ${answer.status()} ${await answer.text()}`);
  const file = (await answer.json()) as Record<string, unknown>;
  return { ...file, exported_at: null };
}

/**
 * What the server answers to an attack on a board: its export, its stickers and its channel. @returns the
 * statuses
 */
export async function attackBoard({ api, context }: Person, boardId: string): Promise<number[]> {
  // Gives the CSRF token.
  await api.get("/config");
  const token = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const answers = [
    await context.request.get(`/web/boards/${boardId}/export-json`),
    await context.request.get(`/api/v1/boards/${boardId}/items`),
    await context.request.post("/broadcasting/auth", {
      headers: { "x-xsrf-token": token },
      form: { socket_id: "1.1", channel_name: `presence-boards.${boardId}` },
    }),
  ];
  return answers.map((answer) => answer.status());
}
