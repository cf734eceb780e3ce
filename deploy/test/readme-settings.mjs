import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The names in the table of settings in the README. */
export const readmeSettings = new Set(
  [
    ...readFileSync(join(import.meta.dirname, "../../README.md"), "utf8").matchAll(
      /^\| (`[A-Z_]+`[^|]*) \|/gm,
    ),
  ].flatMap(([, names]) => names.match(/[A-Z_]{3,}/g)),
);
