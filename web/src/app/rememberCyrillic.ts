import { remember } from "../ui/device/deviceMemory.ts";

/**
 * Remembers whether the page has shown Cyrillic text: the next page then fetches its face with the first
 * files (index.html).
 */
export function rememberCyrillic(): void {
  if (!import.meta.env.PROD) return;
  const used = document.fonts.check('1em "Inter Variable"', "я");
  remember("retro.cyrillic", used ? "1" : "");
}
