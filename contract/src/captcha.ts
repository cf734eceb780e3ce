import * as z from "zod/mini";

/** The solution of a captcha puzzle, as the bodies of sign-in and of the public forms carry it (spec 7.4). */
export const solution = z
  .string({ error: "captcha.required" })
  .check(z.minLength(1, { error: "captcha.required" }), z.maxLength(8000, { error: "captcha.failed" }));
