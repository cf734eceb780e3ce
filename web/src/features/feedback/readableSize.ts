/** A file's size as people read it: kilobytes of a thousand, megabytes from a million. */
export function readableSize(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1000
      ? [bytes, "byte"]
      : bytes < 1_000_000
        ? [bytes / 1000, "kilobyte"]
        : [bytes / 1_000_000, "megabyte"];
  const maximumFractionDigits = value < 10 && unit !== "byte" ? 1 : 0;
  // 1 999 999 bytes are less than the 2 MB that are too much: never rounded up to it.
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    maximumFractionDigits: unit === "megabyte" ? 2 : maximumFractionDigits,
    roundingMode: "floor",
  }).format(value);
}
