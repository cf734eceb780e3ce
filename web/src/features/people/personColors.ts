import type { PaletteKey } from "@retro/contract/palette";

/** Darker than the sticker colours of these names: all have a contrast of 4.5:1 with white initials. */
export const personColors: ReadonlyArray<{ key: PaletteKey; value: string }> = [
  { key: "yellow", value: "#8a5a00" },
  { key: "orange", value: "#b03a0a" },
  { key: "red", value: "#b71c1c" },
  { key: "pink", value: "#ad1457" },
  { key: "plum", value: "#8e24aa" },
  { key: "purple", value: "#5e35b1" },
  { key: "indigo", value: "#3949ab" },
  { key: "blue", value: "#1565c0" },
  { key: "teal", value: "#006978" },
  { key: "green", value: "#2e7d32" },
  { key: "lime", value: "#527025" },
  { key: "grey", value: "#546e7a" },
];
