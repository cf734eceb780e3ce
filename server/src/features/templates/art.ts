import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../settings.ts";

const folder = join(root, "server/template-pictures");
/** Read once: a picture never changes while the server runs. `own` is for all own templates. */
const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/**
 * The picture of a built-in template as an SVG document: `<key>.svg` for the light theme, `<key>.dark.svg`
 * for the dark one (the app's theme may differ from the system's, so the file does not ask the system). Null
 * for any other name.
 */
export function templateArt(img: string): string | null {
  return pictures.get(img) ?? null;
}
