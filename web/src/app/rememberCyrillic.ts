import { remember } from "../device/deviceMemory.ts";

/** The next page then fetches the Cyrillic face with the first files (index.html). */
export function rememberCyrillic(): void {
  if (!import.meta.env.PROD) return;
  const used = document.fonts.check('1em "Inter Variable"', "я");
  remember("retro.cyrillic", used ? "1" : "");
}
