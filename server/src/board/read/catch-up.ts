import type { Change, ChangesResponse } from "@retro/contract/changes";
import { seesCounts } from "@retro/rules/permissions";
import { ownVoteChange, presentAction, presentItem } from "@retro/rules/present";
import type { Db, Deps } from "../../deps.ts";
import { catchUpCount } from "../../observe/metrics.ts";
import { loadActionsById } from "../parts/action-store.ts";
import { loadItemsById } from "../parts/load-items.ts";
import { type OwnVotesById, ownVotes as readOwnVotes } from "../parts/vote-store.ts";
import { recordUse } from "../turn/last-use.ts";
import { readChangeLog } from "./change-log-store.ts";
import { type BoardState, readSnapshot } from "./snapshot.ts";
import { mergeTouched } from "./touched-parts.ts";

/** Above this many touched items, loading the board again is less work for both sides. */
const maxItems = 400;
/** The log names the touched items; their values are read now, under the options in force (Y2, H4). */
export async function catchUp(
  deps: Deps,
  boardId: string,
  userId: string,
  since: number,
): Promise<ChangesResponse> {
  const { value, board, version, facilitation } = await readSnapshot(
    deps,
    boardId,
    userId,
    async (db, row) => {
      if (since >= row.version) return null;
      const log = await readChangeLog(db, boardId, { since, until: row.version }, (entries) => {
        const { items, actions } = mergeTouched(entries);
        return items.size + actions.size > maxItems;
      });
      if (log === null) return "reload" as const;
      const touched = mergeTouched(log);
      const presenters = [];
      for (const read of parts) presenters.push(await read({ db, boardId, userId, touched }));
      return presenters;
    },
  );
  await recordUse(deps, board);
  if (value === "reload" || since > version) {
    catchUpCount.inc({ answer: "reload" });
    return { reload: true };
  }
  catchUpCount.inc({ answer: value === null ? "nothing" : "changes" });
  if (value === null) return { version, changes: [], serverTime: deps.clock() };
  const changes = value.flatMap((present) => present({ board, facilitation }));
  if (changes.length === 0) changes.push({ type: "tick" });
  return { version, changes, serverTime: deps.clock() };
}

interface PartToRead {
  db: Db;
  boardId: string;
  userId: string;
  touched: ReturnType<typeof mergeTouched>;
}
type CatchUpPart = (read: PartToRead) => Promise<(after: BoardState) => Change[]>;

const readBoardItself: CatchUpPart = async ({ touched: { session, head, reset } }) => {
  return ({ board: { title, description }, facilitation }) => [
    ...(session ? [{ type: "session.put" as const, session: facilitation }] : []),
    ...(head ? [{ type: "board.put" as const, board: { title, description } }] : []),
    ...(reset ? [{ type: "votes.reset" as const }] : []),
  ];
};

const readItems: CatchUpPart = async ({ db, boardId, userId, touched }) => {
  const { put, deleted, voters, ownVotes, restoredVotes } = touched;
  const mayHaveVoted = voters.size + ownVotes.size + restoredVotes.size > 0;
  const mine: OwnVotesById = mayHaveVoted ? await readOwnVotes(db, boardId, userId) : new Map();
  const items = new Map(
    (await loadItemsById(db, boardId, [...touched.items])).map((item) => [item.id, item]),
  );
  const gone = [...new Set([...deleted, ...put])].filter((id) => !items.has(id));
  const myVotes = [...voters].filter(([, users]) => users.has(userId)).map(([id]) => id);
  return ({ facilitation }) => {
    const changes: Change[] = gone.length > 0 ? [{ type: "item.deleted", ids: gone }] : [];
    for (const id of touched.items) {
      const item = items.get(id);
      if (item === undefined) continue;
      if (put.has(id)) changes.push({ type: "item.put", item: presentItem(item, facilitation, userId) });
      else if (seesCounts(facilitation, userId))
        changes.push({ type: "votes.put", item_id: id, votes: item.votes ?? 0 });
    }
    const restored = [...restoredVotes].filter((id) => mine.has(id));
    for (const id of new Set([...myVotes, ...ownVotes, ...restored]))
      if (items.has(id)) changes.push(ownVoteChange(id, mine.get(id) ?? { own: 0 }));
    return changes;
  };
};

const readActions: CatchUpPart = async ({ db, boardId, userId, touched }) => {
  const actions = new Map(
    (await loadActionsById(db, boardId, [...touched.actions])).map((action) => [action.id, action]),
  );
  const gone = [...touched.actions].filter((id) => !actions.has(id));
  return ({ facilitation }) => {
    const changes: Change[] = gone.length > 0 ? [{ type: "action.deleted", ids: gone }] : [];
    for (const id of touched.actions) {
      const action = actions.get(id);
      if (action !== undefined)
        changes.push({ type: "action.put", action: presentAction(action, facilitation, userId) });
    }
    return changes;
  };
};

const parts = [readBoardItself, readItems, readActions];
