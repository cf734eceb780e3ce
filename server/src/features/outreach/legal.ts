import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type LegalDocument, type LegalPage, legalPages } from "@retro/contract/legal";
import { inLocale, type Locale, type Localized, locales } from "@retro/contract/messages/catalogue";
import { privacyPolicy } from "./legal/privacy-policy.ts";
import { releaseNotes } from "./legal/release-notes.ts";
import { termsOfUse } from "./legal/terms-of-use.ts";
import type { Retention, Settings } from "../../settings.ts";

function builtInPage(page: LegalPage, retention: Retention): Localized<string> {
  switch (page) {
    case "terms-of-use":
      return termsOfUse;
    case "privacy-policy":
      return privacyPolicy(retention);
    case "release-notes":
      return releaseNotes;
    default:
      return page satisfies never;
  }
}

export function isLegalPage(page: string): page is LegalPage {
  return (legalPages as readonly string[]).includes(page);
}

/** The operator's file replaces the built-in text in every language: that may promise something else [P5]. */
export async function readLegalPage(
  { legalDir: folder, retention }: Pick<Settings, "legalDir" | "retention">,
  page: LegalPage,
  locale: Locale,
): Promise<LegalDocument> {
  // Loaded with the first page: the parser takes 4 MB of memory.
  const { readMarkdown } = await import("./legal-markdown.ts");
  const preferred = [locale, ...locales.filter((other) => other !== locale)];
  for (const each of folder === null ? [] : preferred) {
    const source = await readOperatorFile(join(folder ?? "", `${page}.${each}.md`));
    if (source !== null) return readMarkdown(source);
  }
  return readMarkdown(inLocale(builtInPage(page, retention), locale));
}

/** Reads the file each time, so that an operator's change shows at once. */
async function readOperatorFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
