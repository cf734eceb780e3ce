import { fieldError } from "../../../http/errors/app-error.ts";

/** Spreadsheets write `2026-12-31` as `31.12.2026`; `12/31/2026` has two readings and stays. */
export function yearFirst(cell: string): string {
  return cell
    .trim()
    .replace(/^(\d\d?)\.(\d\d?)\.(\d{4})(?!\d)/u, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
    );
}

export function parseTime(cell: string, field: string): string | undefined {
  const text = yearFirst(cell);
  if (text === "") return undefined;
  const [, day, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/u.exec(text) ?? [];
  const parsed = Date.parse(`${day}T${time}${zone}`);
  if (Number.isNaN(parsed)) throw fieldError(field, "validation.date");
  return new Date(parsed).toISOString();
}
