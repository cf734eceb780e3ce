import * as z from "zod/mini";
import { cleanLine, cleanText, hasForbiddenCharacters } from "./clean-text.ts";

/** The length of a text in code points, not UTF-16 units (spec 11.4). */
export function textLength(value: string): number {
  let n = 0;
  for (const _ of value) n += 1;
  return n;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** ASCII, and the letters of Latin and Cyrillic script: none of them joins another one. */
const lettersAlone = /^[ -~\u00c0-\u024f\u0400-\u0481\u048a-\u052f]*$/;

/** The characters as a reader sees them: a letter with its marks is one. Cut texts between these only. */
export function graphemesOf(value: string): string[] {
  // The segmenter takes 0.1 ms for a word, and a board has thousands of authors' initials.
  if (lettersAlone.test(value)) return value.split("");
  return Array.from(graphemes.segment(value), ({ segment }) => segment);
}

/** At most `max` code points, cut between the characters that a reader sees. */
export function cutText(value: string, max: number): string {
  let cut = "";
  let length = 0;
  for (const { segment } of graphemes.segment(value)) {
    length += textLength(segment);
    if (length > max) break;
    cut += segment;
  }
  return cut;
}

interface TextOptions {
  max: number;
  multiline?: boolean;
  required?: string;
  /** Catalogue key of the "too long" message; its placeholder is `:max`. */
  tooLong?: string;
}

/**
 * A schema for a text that a user writes: cleaned [W1], counted in code points, without NUL and unpaired
 * surrogates (spec 11.4).
 * @returns a schema whose issues have keys of the message catalogue as messages
 */
export function text(options: TextOptions) {
  const tooLong = options.tooLong ?? "validation.maxAllowed";
  return z.string({ error: () => options.required ?? "validation.required" }).check(
    z.overwrite(options.multiline === true ? cleanText : cleanLine),
    z.superRefine((value, ctx) => {
      const add = (key: string, params: Record<string, string | number> = {}) =>
        ctx.addIssue({ code: "custom", message: key, params, input: value });
      if (options.required !== undefined && value === "") add(options.required);
      else if (hasForbiddenCharacters(value)) add("validation.forbiddenCharacters");
      else if (textLength(value) > options.max) add(tooLong, { max: options.max });
    }),
  );
}

/** Any length: the command checks it. Refuses only what no database stores (spec 11.4). */
export const storableText = z
  .string({ error: "validation.required" })
  .check(z.refine((value) => !hasForbiddenCharacters(value), { error: "validation.forbiddenCharacters" }));

const plausibleEmail = /^[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\]+\.[^\s@"<>(),;:\\.]{2,}$/u;
/** Could add headers to an e-mail (RFC 6068), end a line, or start a formula in a spreadsheet [X2]. */
const dangerousCharacters = /^[=+\-@]|[?&#%]|\p{C}/u;

/** Tells whether an e-mail address has the form `name@host.tld` and at most 255 characters. */
export function isPlausibleEmail(value: string): boolean {
  return value.length <= 255 && plausibleEmail.test(value);
}

/** Plausible, and harmless in a `mailto:` link, an e-mail and a spreadsheet. */
export function isEmail(value: string): boolean {
  return isPlausibleEmail(value) && !dangerousCharacters.test(value);
}

/** Trimmed (spec 5.3, 5.12). `required` and `invalid` are message keys; `accepts` is `isEmail` by default. */
export function emailText(options: {
  required: string;
  invalid: string;
  accepts?: (value: string) => boolean;
}) {
  const accepts = options.accepts ?? isEmail;
  return z.string({ error: () => options.required }).check(
    // Not cleaned: an address with a control character is refused.
    z.trim(),
    z.superRefine((value, ctx) => {
      if (value === "") ctx.addIssue({ code: "custom", message: options.required, params: {}, input: value });
      else if (hasForbiddenCharacters(value) || !accepts(value))
        ctx.addIssue({ code: "custom", message: options.invalid, params: {}, input: value });
    }),
  );
}
