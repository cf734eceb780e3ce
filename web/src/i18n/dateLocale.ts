const found = new Map<string, string>();

/**
 * For dates and times: the language of the texts, with the region of the browser. English in Britain has
 * 7 Aug 2026 and 24 hours, in the United States Aug 7, 2026 and AM or PM.
 */
export function dateLocale(locale: string): string {
  const key = [locale, ...navigator.languages].join();
  let tag = found.get(key);
  if (tag === undefined) found.set(key, (tag = withRegion(locale)));
  return tag;
}

function withRegion(locale: string): string {
  const languages = [...navigator.languages, navigator.language].flatMap((tag) => localeOf(tag) ?? []);
  const { region } = languages.find(({ language }) => language === locale) ?? languages[0] ?? {};
  return region === undefined ? locale : `${locale}-${region}`;
}

/** Some systems give browsers a name that is no language, such as C: null. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
