import * as z from "zod/mini";

/**
 * Length as a person counts it: code points, not UTF-16 units.
 */
export function textLength(value: string): number {
  let n = 0;
  for (const _ of value) n += 1;
  return n;
}

/** True when the text holds NUL or an unpaired surrogate: no engine stores those faithfully. */
export function hasForbiddenCharacters(value: string): boolean {
  return value.includes("\u0000") || !value.isWellFormed();
}

/**
 * A message of an issue: a catalogue key, with the parameters that stand beside it in `params`.
 * Both faces translate it (server: `Accept-Language`; browser: the chosen language).
 */
export function issue(key: string, params?: Record<string, string | number>) {
  return { message: key, params: params ?? {} };
}

interface TextOptions {
  max: number;
  /** Catalogue key of the "required" message; absent: an empty text is allowed. */
  required?: string;
  /** Catalogue key of the "too long" message; it gets `:max`. */
  tooLong?: string;
}

/**
 * A person's text: trimmed, counted in code points, without NUL and unpaired surrogates (contract, "Rules the spec leaves open").
 */
export function text(options: TextOptions) {
  const tooLong = options.tooLong ?? "validation.maxAllowed";
  return z.string({ error: () => options.required ?? "validation.required" }).check(
    z.trim(),
    z.superRefine((value, ctx) => {
      const add = (key: string, params: Record<string, string | number> = {}) =>
        ctx.addIssue({ code: "custom", message: key, params, input: value });
      if (options.required !== undefined && value === "") add(options.required);
      else if (hasForbiddenCharacters(value)) add("validation.forbiddenCharacters");
      else if (textLength(value) > options.max) add(tooLong, { max: options.max });
    }),
  );
}

/** A text of any length whose limits are checked later: only what no engine stores is refused. */
export const storableText = z
  .string({ error: "validation.required" })
  .check(z.refine((value) => !hasForbiddenCharacters(value), { error: "validation.forbiddenCharacters" }));

const plausibleEmail = /^[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\]+\.[^\s@"<>(),;:\\.]{2,}$/u;
/** Characters that could add headers to an e-mail (`mailto:` URIs, RFC 6068), end a line, or start a formula in a spreadsheet. */
const dangerousCharacters = /^[=+\-@]|[?&#%]|\p{C}/u;

/** True for an address in the plain form; whether it exists is not checked. */
export function isPlausibleEmail(value: string): boolean {
  return value.length <= 255 && plausibleEmail.test(value);
}

/** True for an address that may be stored: plausible, and harmless in a `mailto:` link, a letter and a spreadsheet. */
export function isEmail(value: string): boolean {
  return isPlausibleEmail(value) && !dangerousCharacters.test(value);
}

/**
 * An e-mail address, trimmed. Messages are catalogue keys. `accepts` is `isEmail` unless the address is only compared.
 */
export function emailText(options: {
  required: string;
  invalid: string;
  accepts?: (value: string) => boolean;
}) {
  const accepts = options.accepts ?? isEmail;
  return z.string({ error: () => options.required }).check(
    z.trim(),
    z.superRefine((value, ctx) => {
      if (value === "") ctx.addIssue({ code: "custom", message: options.required, params: {}, input: value });
      else if (hasForbiddenCharacters(value) || !accepts(value))
        ctx.addIssue({ code: "custom", message: options.invalid, params: {}, input: value });
    }),
  );
}
