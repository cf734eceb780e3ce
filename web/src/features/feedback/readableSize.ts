export function readableSize(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1000
      ? [bytes, "byte"]
      : bytes < 1_000_000
        ? [bytes / 1000, "kilobyte"]
        : [bytes / 1_000_000, "megabyte"];
  const maximumFractionDigits = value < 10 && unit !== "byte" ? 1 : 0;
  // 1,999,999 bytes are below the limit of 2 MB: never round them up to it.
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    maximumFractionDigits: unit === "megabyte" ? 2 : maximumFractionDigits,
    roundingMode: "floor",
  }).format(value);
}
