import { changesAnswer } from "@retro/contract/changes";
import { asApiError, type Call, outcomeOf } from "./api.ts";

const nothing: ReadonlySet<string> = new Set();
/** Several changes that wait ask at the same time: one answer serves them all. */
const sharedMs = 1000;

/**
 * Asks the change log which items were deleted. Without it, a sticker whose answer was lost would come back when it is sent again after
 * another user has deleted it.
 */
export function createDeletedSince(call: Call, base: string, now: () => number) {
  let last: { since: number; at: number; ids: Promise<ReadonlySet<string>> } | null = null;

  async function ask(since: number): Promise<ReadonlySet<string>> {
    let data: unknown;
    try {
      ({ data } = await call("GET", `${base}/changes?since=${since}`));
    } catch (error) {
      // Whoever may not read the board hears that from the change itself.
      if (outcomeOf(asApiError(error)) === "refused") return nothing;
      throw error;
    }
    const answer = changesAnswer.safeParse(data);
    // The log does not reach back, or a newer server keeps it: what was deleted is not known.
    if (!answer.success || "reload" in answer.data) return nothing;
    const { changes } = answer.data;
    return new Set(changes.flatMap((change) => (change.type === "item.deleted" ? change.ids : [])));
  }

  /** @returns ids of items deleted after this version @throws what the call throws when the server did not decide */
  return (since: number): Promise<ReadonlySet<string>> => {
    if (last !== null && last.since <= since && Math.abs(now() - last.at) <= sharedMs) return last.ids;
    const ids = ask(since);
    last = { since, at: now(), ids };
    ids.catch(() => {
      last = null;
    });
    return ids;
  };
}
