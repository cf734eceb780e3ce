import * as z from "zod/mini";
import { solution } from "./captcha.ts";
import { limits } from "./limits.ts";
import { emailText, text } from "./text.ts";

/** POST `contacts` (spec 10.3). */
export const createContact = z.object({
  email: emailText({ required: "validation.required", invalid: "validation.emailInvalid" }),
  name: text({ max: limits.contact.name, required: "validation.required", tooLong: "validation.maxLength" }),
  inquiry: text({
    max: limits.contact.inquiry,
    required: "validation.required",
    tooLong: "validation.maxLength",
  }),
  subject: text({
    max: limits.contact.subject,
    required: "validation.required",
    tooLong: "validation.maxLength",
  }),
  message: text({
    multiline: true,
    max: limits.contact.message,
    required: "validation.required",
    tooLong: "validation.maxLength",
  }),
  solution,
});
/** POST `subscribers` (spec 10.3). */
export const createSubscriber = z.object({
  email: emailText({ required: "validation.required", invalid: "validation.emailInvalid" }),
  solution,
});
/** POST `feedback`: the text fields of the multipart form (spec 5.2 to 5.5). */
export const createFeedback = z.object({
  name: text({
    max: limits.feedback.name,
    required: "feedback.nameRequired",
    tooLong: "validation.maxAllowed",
  }),
  email: z.optional(
    z.union(
      [z.literal(""), emailText({ required: "validation.emailRequired", invalid: "feedback.emailInvalid" })],
      {
        error: "feedback.emailInvalid",
      },
    ),
  ),
  comment: text({
    multiline: true,
    max: limits.feedback.comment,
    required: "feedback.commentRequired",
    tooLong: "validation.maxAllowed",
  }),
  agree: z.literal(true, { error: "feedback.agreeRequired" }),
});
export const createLog = z.object({
  event: z.int({ error: "validation.invalid" }),
  object: z.optional(z.nullable(z.string().check(z.maxLength(255, { error: "validation.maxAllowed" })))),
});
