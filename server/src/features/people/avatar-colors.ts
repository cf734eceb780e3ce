import { randomInt } from "node:crypto";

/** Background colours on which white initials read at 4.5:1, far enough apart to tell people by. */
export const avatarColors = [
  "#5e35b1",
  "#3949ab",
  "#1565c0",
  "#01679c",
  "#006978",
  "#00695c",
  "#2e7d32",
  "#527025",
  "#8a5a00",
  "#b03a0a",
  "#b71c1c",
  "#ad1457",
  "#8e24aa",
  "#6d4c41",
  "#546e7a",
] as const;

export function randomColor(): string {
  return avatarColors[randomInt(avatarColors.length)] ?? avatarColors[0];
}
