import type { Locator, Page } from "@playwright/test";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { SeededBoards } from "../seeds/seed-boards.ts";

/** Gives a text of the catalogue in the tour's language. */
export type Translate = (key: MessageKey, params?: Record<string, string | number>) => string;

/** A screen, or a dialog on a screen. */
export interface Screen {
  name: string;
  user: "visitor" | "admin" | "signedOut";
  path: (seeded: SeededBoards) => string;
  /** Opens the screen or dialog. @returns what must be visible then */
  open: (page: Page, translate: Translate, seeded: SeededBoards) => Locator | Promise<Locator>;
  /** Ends what neither a reload nor Escape ends. */
  close?: (page: Page, translate: Translate) => Promise<unknown>;
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const firstSticker = (page: Page) => page.getByRole("article").first();
