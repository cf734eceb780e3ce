import { ApiError } from "../../../api/client.ts";
import type { Translate } from "../../../i18n/useT.ts";

export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("import.failed");
  if (error.status === 413) return t("import.tooLarge");
  const fault = firstFault(error.errors, t);
  if (fault !== null) return fault;
  return error.status >= 500 ? t("import.failed") : error.message;
}

/** @param errors messages by place, as the server names it */
export function firstFault(errors: Record<string, string[]>, t: Translate): string | null {
  const [fault] = Object.entries(errors);
  return fault === undefined ? null : atPlace(fault[0], fault[1][0] ?? "", t);
}

const pathPattern =
  /^(?:line (?<line>\d+)|actions\.(?<action>\d+)|sections\.(?<section>\d+)(?:\.columns\.(?<column>\d+)(?:\.(?<sticker>\d+))?)?)(?:\.(?<key>.+))?$/;

/** @param field `line N` of a text, perhaps with its column, or a path in a JSON, which counts from 0 */
function atPlace(field: string, message: string, t: Translate): string {
  const { line, action, section, column, sticker, key } =
    pathPattern.exec(field)?.groups ?? pathOfOtherTool(field);
  const counted = (index: string | undefined) => (index === undefined ? null : { number: Number(index) + 1 });
  const parts = (
    [
      ["import.placeLine", line === undefined ? null : { number: line }],
      ["import.placeAction", counted(action)],
      ["import.placeSection", counted(section)],
      ["import.placeColumn", counted(column)],
      ["import.placeSticker", counted(sticker)],
      ["import.placeKey", key === undefined ? null : { key }],
    ] as const
  ).flatMap(([text, params]) => (params === null ? [] : [t(text, params)]));
  return parts.length === 0 ? message : t("import.faultAt", { place: parts.join(", "), message });
}

function pathOfOtherTool(field: string): Record<string, string> {
  return /\.\d/.test(field) ? { key: field } : {};
}
