import { readTags } from "./xml.ts";

/** What a number format shows of a day and time; null for a plain number. */
interface TimeFormat {
  day: boolean;
  time: boolean;
  /** `[h]`: more than 24 hours. */
  elapsed: boolean;
}

/** The index is the style that a cell names. */
export type NumberFormats = readonly (TimeFormat | null)[];

/** The formats that Excel defines and a file does not. The East Asian ones show days, except 32 and 33. */
function builtInFormat(id: number): string {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36 && id !== 32 && id !== 33) || (id >= 50 && id <= 58))
    return "yyyy-mm-dd";
  if ((id >= 18 && id <= 21) || id === 32 || id === 33 || id === 45 || id === 47) return "h:mm";
  if (id === 22) return "yyyy-mm-dd h:mm";
  return id === 46 ? "[h]:mm" : "";
}

/** Excel's own limit. */
const maxFormatLength = 255;

function readFormat(given: string): TimeFormat | null {
  const code = given.slice(0, maxFormatLength);
  const elapsed = /\[[hms]+\]/iu.test(code);
  const letters = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/giu, "").split(";", 1)[0] ?? "";
  const day = /[yd]/iu.test(letters) || (/m/iu.test(letters) && !/[hs]/iu.test(letters));
  const time = /[hs]/iu.test(letters);
  return day || time ? { day, time, elapsed } : null;
}

export function readNumberFormats(styles: string): NumberFormats {
  const codes = new Map<number, string>();
  const formats: (TimeFormat | null)[] = [];
  let isInCellFormats = false;
  for (const { name, isEnd, attributes } of readTags(styles)) {
    if (name === "cellXfs") isInCellFormats = !isEnd;
    else if (name === "numFmt")
      codes.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
    else if (name === "xf" && !isEnd && isInCellFormats) {
      const id = Number(attributes.get("numFmtId") ?? 0);
      formats.push(readFormat(codes.get(id) ?? builtInFormat(id)));
    }
  }
  return formats;
}

const dayMs = 86_400_000;
const lastSerial = 2_958_466;
/** A number counts days from here; Excel also counts 29 February 1900, which did not exist. */
const epoch = Date.UTC(1899, 11, 30);
const days1904 = 1462;

/** A number as its cell shows it: `2026-12-01`, `14:30` or `2026-12-01 14:30`. */
export function showNumber(value: number, format: TimeFormat | null, has1904Dates: boolean): string {
  const serial = value + (has1904Dates ? days1904 : 0);
  if (format === null || !(value >= 0 && serial < lastSerial)) return String(value);
  const seconds = Math.round(value * 86_400);
  if (format.elapsed) return clockOf(seconds);
  const time = clockOf(seconds % 86_400);
  if (!format.day) return time;
  const moment = new Date(epoch + Math.round(serial * 86_400) * 1000 + (serial < 60 ? dayMs : 0));
  const day = moment.toISOString().slice(0, "2026-12-01".length);
  return format.time ? `${day} ${time}` : day;
}

function clockOf(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const rest = seconds % 60;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return rest === 0 ? clock : `${clock}:${two(rest)}`;
}
