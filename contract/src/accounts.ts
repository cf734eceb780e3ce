import * as z from "zod/mini";
import { solution } from "./captcha.ts";
import { hexColor } from "./styles.ts";
import { limits } from "./limits.ts";
import { emailText, isPlausibleEmail, text, textLength } from "./text.ts";

/** Bodies of the calls about users and sign-in (spec 7.2, 7.4 and 10.3). Unknown keys are ignored. */

export const userName = text({ max: limits.userName, required: "validation.nameRequired" });
const userOptionsPatch = z.object({ color: z.optional(hexColor), isAvatarStickers: z.optional(z.boolean()) });

/** POST `users/anonymous` (spec 7.4). A name or options that are left out get defaults from the server. */
export const createAnonymous = z.object({
  solution,
  name: z.optional(userName),
  options: z.optional(userOptionsPatch),
});
/** POST `users/sign-in` (spec 5.12, 7.4). The solution is checked by the server, not here. */
export const signIn = z.object({
  email: emailText({
    required: "validation.emailRequired",
    invalid: "validation.emailCanBeValid",
    accepts: isPlausibleEmail,
  }),
  // No minimum: a password that was set under older rules may be shorter.
  password: z
    .string({ error: "validation.passwordRequired" })
    .check(
      z.minLength(1, { error: "validation.passwordRequired" }),
      z.maxLength(1000, { error: "validation.maxAllowed" }),
    ),
  solution,
});
/** POST `sign-in/out`: where the provider ends its session too; null: it cannot, or is away. */
export const signedOut = z.object({ address: z.nullable(z.string()) });
export type SignedOut = z.infer<typeof signedOut>;
/** POST `sign-in/start`: where the browser goes on. */
export const startedSignIn = z.object({ address: z.string() });
/** GET `sign-in/pending`: what carries the name of the person after the sign-in [I1]. */
export const pendingSignIn = z.object({ name: z.string(), stickers: z.number(), boards: z.number() });
/** POST `sign-in/pending`: whether the person goes on with what the guest has written. */
export const answerSignIn = z.object({ keep: z.boolean({ error: "validation.invalid" }) });
/** GET and POST `sign-in/session`: the seconds until the session ends; null: it has no such end [I9]. */
export const sessionEnd = z.object({ ends_in: z.nullable(z.number()) });
/** The token of a one-time link (`npm run admin -- link`), from the fragment of the address. */
export const signInLink = z.object({
  token: z.string({ error: "signInLink.invalid" }).check(z.maxLength(255, { error: "signInLink.invalid" })),
});
/** 12 to 1000 characters, counted in code points. The server also refuses common passwords. */
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
/** Sets a new password through a one-time link. */
export const useSignInLink = z.extend(signInLink, { password: newPassword });
/** PUT `users/{id}` (spec 2.29, 10.3). A field that is left out keeps its value. */
export const updateUser = z.object({ name: z.optional(userName), options: z.optional(userOptionsPatch) });
export type UpdateUser = z.infer<typeof updateUser>;
