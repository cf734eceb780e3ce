import type { Translate } from "../../../i18n/useT.ts";

/** @param names null: withheld */
export function writersText(t: Translate, names: readonly (string | null)[]): string {
  const known = names.filter((name) => name !== null);
  const [first, second] = known;
  if (first === undefined) return t("composer.someoneWrites");
  if (names.length === 1) return t("composer.writes", { name: first });
  if (names.length === 2 && second !== undefined) return t("composer.twoWrite", { first, second });
  return t("composer.moreWrite", { name: first, count: names.length - 1 });
}
