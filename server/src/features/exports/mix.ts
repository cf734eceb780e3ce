function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** A colour between two, `share` of the second. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(a), channels(b)];
  return `#${from
    .map((value, i) =>
      Math.round(value + ((to[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
