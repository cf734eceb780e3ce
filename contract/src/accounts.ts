import * as z from "zod/mini";
import { solution } from "./captcha.ts";
import { hexColor } from "./entities.ts";
import { limits } from "./limits.ts";
import { emailText, isPlausibleEmail, text, textLength } from "./text.ts";

/** Bodies of the calls about users and sign-in (spec 7.2, 7.4 and 10.3). Unknown keys are ignored. */

export const userName = text({ max: limits.userName, required: "validation.nameRequired" });
const userOptionsPatch = z.object({ color: z.optional(hexColor), isAvatarStickers: z.optional(z.boolean()) });

export const createAnonymous = z.object({
  solution,
  name: z.optional(userName),
  options: z.optional(userOptionsPatch),
});
export const signIn = z.object({
  // The sign-in only compares the password, so that older, shorter ones still work.
  email: emailText({
    required: "validation.emailRequired",
    invalid: "validation.emailCanBeValid",
    accepts: isPlausibleEmail,
  }),
  password: z
    .string({ error: "validation.passwordRequired" })
    .check(
      z.minLength(1, { error: "validation.passwordRequired" }),
      z.maxLength(1000, { error: "validation.maxAllowed" }),
    ),
  solution,
});
/** The one-time link of `npm run admin -- link`; the token comes from the address's fragment. */
export const signInLink = z.object({
  token: z.string({ error: "signInLink.invalid" }).check(z.maxLength(255, { error: "signInLink.invalid" })),
});
/** The server also refuses common passwords. */
export const newPassword = z.string({ error: "validation.passwordRequired" }).check(
  z.refine((value) => textLength(value) >= limits.adminPassword.min, {
    error: "validation.passwordShort",
    params: { min: limits.adminPassword.min },
  }),
  z.refine((value) => textLength(value) <= limits.adminPassword.max, {
    error: "validation.maxAllowed",
    params: { max: limits.adminPassword.max },
  }),
);
export const useSignInLink = z.extend(signInLink, { password: newPassword });
export const updateUser = z.object({ name: z.optional(userName), options: z.optional(userOptionsPatch) });
export type UpdateUser = z.infer<typeof updateUser>;
