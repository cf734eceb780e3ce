import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../settings.ts";

const folder = join(root, "server/template-pictures");
/** Read once: a picture never changes while the server runs. `own` is for all own templates. */
const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** `<key>.svg` and `<key>.dark.svg`: the app's theme may differ from the system's. Null for other names. */
export function templateArt(img: string): string | null {
  return pictures.get(img) ?? null;
}
