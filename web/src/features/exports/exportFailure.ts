import { ApiError } from "../../api/client.ts";
import type { Translate } from "../../i18n/useT.ts";

export function failureText(error: unknown, otherwise: string, t: Translate): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 429) return t("exports.busy");
  if (error.status === 413) return t("exports.tooLarge");
  const [field] = Object.values(error.errors);
  return field?.[0] ?? (error.status >= 500 ? otherwise : error.message);
}
