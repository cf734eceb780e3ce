/**
 * `tz=Europe%2FMoscow`, or UTC where the system names no zone: then browsers give nothing, or a name that is
 * none, for which the server would refuse the file.
 */
export function zoneQuery(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `tz=${isZone(timeZone) ? encodeURIComponent(timeZone) : "UTC"}`;
}

function isZone(timeZone: string | undefined): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone });
    return timeZone !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
