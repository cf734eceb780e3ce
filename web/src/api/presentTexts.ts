import { presentTexts, type PresentTexts } from "@retro/contract/commands";

/** The present texts, by field, that a refused save (409) would have replaced unseen. */
export function presentTextsOf({ status, data }: { status: number; data?: unknown }): PresentTexts {
  return status === 409 ? (presentTexts.safeParse(data).data ?? {}) : {};
}
