import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const read = (page) => readFileSync(join(root, page), "utf8");

/** The blocks of commands of a page, without their comments. */
export function blocks(page) {
  return [...read(page).matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, indent, text]) =>
    text
      .split("\n")
      .map((line) => line.slice(indent.length).replace(/ +# .*$/, ""))
      .join("\n")
      .trim(),
  );
}

/** The commands that a page names in its text, for operators to run. */
export function commands(page) {
  const programs =
    /^(?:[A-Z_]+=\S* )*(?:buildah|cp|docker|helm|kubectl|ln|node|npm|retro|sed|systemctl|tar) /;
  const text = read(page).replaceAll(/^( *)```[^]*?^\1```$/gm, "");
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, text]) => text.replaceAll(/\s+/g, " "))
    .filter((text) => programs.test(text));
}

/** The only block or command of a page that begins with these words, or consists of them. */
export function recipe(page, words) {
  const all = [...new Set([...blocks(page), ...commands(page)])];
  const found = all.filter((text) => (all.includes(words) ? text === words : text.startsWith(words)));
  if (found.length !== 1) throw new Error(`${page} has ${found.length} recipes that begin with: ${words}`);
  return found[0];
}
