import { fetchLaterTexts, startI18n } from "../i18n/i18n.ts";

/** Fetches all texts in the browser's language, as the page has them when a later part of it is there. */
export async function startTexts(): Promise<void> {
  await startI18n();
  await fetchLaterTexts();
}
