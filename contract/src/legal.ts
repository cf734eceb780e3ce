import * as z from "zod/mini";

/** The legal pages, by address: `/terms-of-use`, `/privacy-policy`, `/release-notes`. */
export const legalPages = ["terms-of-use", "privacy-policy", "release-notes"] as const;
export type LegalPage = (typeof legalPages)[number];

/** Blocks of text with marks, never HTML, so that a page contains no script [P5]. */
export const legalSpan = z.object({
  text: z.string(),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
  code: z.optional(z.literal(true)),
  href: z.optional(z.string()),
});
export type LegalSpan = z.infer<typeof legalSpan>;

export const legalBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heading"), level: z.number(), spans: z.array(legalSpan) }),
  z.object({ type: z.literal("paragraph"), spans: z.array(legalSpan) }),
  z.object({ type: z.literal("list"), ordered: z.boolean(), items: z.array(z.array(legalSpan)) }),
]);
export type LegalBlock = z.infer<typeof legalBlock>;

/** `title` is the text of the page's first heading, which is not repeated among the blocks. */
export const legalDocument = z.object({ title: z.string(), blocks: z.array(legalBlock) });
export type LegalDocument = z.infer<typeof legalDocument>;
