import * as z from "zod/mini";

export const hexColor = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: "validation.color" }));

/** 8 to 72 px, as CSS writes it. */
export const fontSize = z
  .string()
  .check(z.regex(/^(?:[89]|[1-6][0-9]|7[0-2])px$/, { error: "validation.invalid" }));

/** A sticker's style (spec 3.6). In a patch, null removes a field. */
export const stickerStyle = z.strictObject({
  color: z.optional(z.nullable(hexColor)),
  backgroundColor: z.optional(z.nullable(hexColor)),
  fontSize: z.optional(z.nullable(fontSize)),
  fontWeight: z.optional(z.nullable(z.enum(["bold", "normal"]))),
  fontStyle: z.optional(z.nullable(z.enum(["italic", "normal"]))),
  textDecoration: z.optional(z.nullable(z.enum(["underline", "none"]))),
});
export type StickerStyle = z.infer<typeof stickerStyle>;

export const sectionStyle = z.strictObject({
  self: z.optional(z.strictObject({ backgroundColor: z.optional(z.nullable(hexColor)) })),
  item: z.optional(stickerStyle),
});
export type SectionStyle = z.infer<typeof sectionStyle>;
