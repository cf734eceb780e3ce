import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

type Rule = { selector: string; tokens: [name: string, value: string, heading: string][] };

function readTokens(): Rule[] {
  const css = readFileSync(pathOf("web/src/theme/tokens.css"), "utf8");
  return Array.from(
    css.matchAll(/(?:^|\n)([^\n{}/*][^{}/*]*)\{([^}]*)\}/g),
    ([, selector = "", body = ""]) => {
      let heading = "";
      const tokens: Rule["tokens"] = [];
      for (const [, comment, name, value] of body.matchAll(/\/\* (.*?) \*\/|(--[\w-]+):\s*([^;]+);/g)) {
        if (comment !== undefined) heading = comment;
        else if (name !== undefined && value !== undefined)
          tokens.push([name, value.replaceAll(/\s+/g, " "), heading]);
      }
      return { selector: selector.trim(), tokens };
    },
  );
}

/** Writes docs/design.md from the file of tokens. */
export function writeDesignPage(): void {
  const rules = readTokens();
  const values = (selector: string) =>
    new Map(
      rules.find((rule) => rule.selector.endsWith(selector))?.tokens.map(([name, value]) => [name, value]),
    );
  const [light, dark] = [values('[data-theme="light"]'), values('[data-theme="dark"]')];
  const scale = rules.find((rule) => rule.selector === ":where(html)")?.tokens ?? [];
  const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;
  const code = (text = "") => (text === "" ? "" : `\`${text}\``);
  const headings = [...new Set(scale.map(([, , heading]) => heading))];
  const page = [
    "# Design",
    "The look of the product in one place. All values come from `web/src/theme/tokens.css`; `npm test -- rules`",
    "refuses a colour or a size in another style sheet, a token that does not exist and one that nothing uses.",
    "`npm run shots -- --docs` writes this page; [the tour](tour.md) has pictures of the running product.",
    "",
    "## States of a sticker",
    "Made from the running product: a state that is not here has no design.",
    "",
    "![The states of a sticker, light theme](pictures/states-light.webp)",
    "![The states of a sticker, dark theme](pictures/states-dark.webp)",
    "",
    "## States of the controls",
    "A press is one rule for all of them, in `web/src/theme/base.css`.",
    "",
    "![The states of the controls, light theme](pictures/control-states-light.webp)",
    "![The states of the controls, dark theme](pictures/control-states-dark.webp)",
    "",
    "## Controls",
    "A dialog with a fault and a disabled button, the options' switches, a menu, the chips of an action, a toast.",
    "",
    "![Controls, light theme](pictures/controls-light.webp)",
    "![Controls, dark theme](pictures/controls-dark.webp)",
    "",
    "## A board of 200 stickers",
    "On a laptop of 1440 and on a screen of 2560 pixels.",
    "",
    "![200 stickers at 1440 pixels, light theme](pictures/board-200-light.webp)",
    "![200 stickers at 2560 pixels, dark theme](pictures/board-200-dark.webp)",
    "",
    "## Colours of the themes",
    row("token", "light", "dark"),
    row("---", "---", "---"),
    ...[...light].map(([name, value]) => row(code(name), code(value), code(dark.get(name)))),
    ...headings.flatMap((heading) => [
      "",
      `## ${heading.split(/[:.,]/)[0]}`,
      heading,
      "",
      row("token", "value"),
      row("---", "---"),
      ...scale.filter((token) => token[2] === heading).map(([name, value]) => row(code(name), code(value))),
    ]),
  ];
  writeFileSync(pathOf("docs/design.md"), `${page.join("\n")}\n`);
}
