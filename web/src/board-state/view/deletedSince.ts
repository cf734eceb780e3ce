import { changesResponse } from "@retro/contract/changes";
import { toApiErrorLike, type Call, classifyError } from "../apiCalls.ts";

const noIds: ReadonlySet<string> = new Set();
/** Several waiting changes ask at the same time: they share one answer. */
const shareAnswerMs = 1000;

/**
 * Asks the change log which items and actions were deleted. Without it, a new one whose answer was lost would
 * come back: it is sent again, although another user has deleted it meanwhile.
 */
export function createDeletedSinceQuery(call: Call, base: string, now: () => number) {
  let last: { since: number; at: number; ids: Promise<ReadonlySet<string>> } | null = null;

  async function fetchDeleted(since: number): Promise<ReadonlySet<string>> {
    let data: unknown;
    try {
      ({ data } = await call("GET", `${base}/changes?since=${since}`));
    } catch (error) {
      // The user may not read the board: the refusal of the change itself reports that.
      if (classifyError(toApiErrorLike(error)) === "refused") return noIds;
      throw error;
    }
    const answer = changesResponse.safeParse(data);
    // The log does not reach back, or a newer server wrote it: the deleted ids are not known.
    if (!answer.success || "reload" in answer.data) return noIds;
    const { changes } = answer.data;
    return new Set(
      changes.flatMap((change) =>
        change.type === "item.deleted" || change.type === "action.deleted" ? change.ids : [],
      ),
    );
  }

  /**
   * @returns ids of items and actions deleted after this version @throws what the call throws when the server
   *   did not decide
   */
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
