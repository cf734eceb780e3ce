import { changesResponse } from "@retro/contract/changes";
import { toApiErrorLike, type Call, classifyError } from "./apiCalls.ts";

const noIds: ReadonlySet<string> = new Set();
/** Several changes that wait ask at the same time: one answer serves them all. */
const shareAnswerMs = 1000;

/**
 * Asks the change log which items were deleted. Without it, a sticker whose answer was lost would come back when it is sent again after
 * another user has deleted it.
 */
export function createDeletedSinceQuery(call: Call, base: string, now: () => number) {
  let last: { since: number; at: number; ids: Promise<ReadonlySet<string>> } | null = null;

  async function fetchDeleted(since: number): Promise<ReadonlySet<string>> {
    let data: unknown;
    try {
      ({ data } = await call("GET", `${base}/changes?since=${since}`));
    } catch (error) {
      // Whoever may not read the board hears that from the change itself.
      if (classifyError(toApiErrorLike(error)) === "refused") return noIds;
      throw error;
    }
    const answer = changesResponse.safeParse(data);
    // The log does not reach back, or a newer server keeps it: what was deleted is not known.
    if (!answer.success || "reload" in answer.data) return noIds;
    const { changes } = answer.data;
    return new Set(changes.flatMap((change) => (change.type === "item.deleted" ? change.ids : [])));
  }

  /** @returns ids of items deleted after this version @throws what the call throws when the server did not decide */
  return (since: number): Promise<ReadonlySet<string>> => {
    if (last !== null && last.since <= since && Math.abs(now() - last.at) <= shareAnswerMs) return last.ids;
    const ids = fetchDeleted(since);
    last = { since, at: now(), ids };
    ids.catch(() => {
      last = null;
    });
    return ids;
  };
}
