import { changesResponse } from "@retro/contract/changes";
import { type Call, classifyError, toApiErrorLike } from "../apiCalls.ts";

const noIds: ReadonlySet<string> = new Set();
/** Several waiting changes ask at the same time: they share one answer. */
const shareAnswerMs = 1000;

/** Without the change log, an addition whose answer was lost would bring back what another user deleted. */
export class DeletedSinceQuery {
  readonly #call: Call;
  readonly #boardPath: string;
  readonly #now: () => number;
  #last: { since: number; at: number; ids: Promise<ReadonlySet<string>> } | null = null;

  constructor(call: Call, boardPath: string, now: () => number) {
    this.#call = call;
    this.#boardPath = boardPath;
    this.#now = now;
  }

  /**
   * @returns ids of items and actions deleted after this version
   * @throws what the call throws when the server did not decide
   */
  since(since: number): Promise<ReadonlySet<string>> {
    const last = this.#last;
    const now = this.#now();
    if (last !== null && last.since <= since && Math.abs(now - last.at) <= shareAnswerMs) return last.ids;
    const ids = this.#fetch(since);
    this.#last = { since, at: now, ids };
    ids.catch(() => {
      this.#last = null;
    });
    return ids;
  }

  async #fetch(since: number): Promise<ReadonlySet<string>> {
    let data: unknown;
    try {
      ({ data } = await this.#call("GET", `${this.#boardPath}/changes?since=${since}`));
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
}
