import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The names in the tables of docs/settings.md. */
export const documentedSettings = new Set(
  [
    ...readFileSync(join(import.meta.dirname, "../../docs/settings.md"), "utf8").matchAll(
      /^\| (`[A-Z_]+`[^|]*) \|/gm,
    ),
  ].flatMap(([, names]) => names.match(/[A-Z_]{3,}/g)),
);
