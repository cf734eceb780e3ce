import { votesLeft, type VotesLeft } from "@retro/contract/votes";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useBoardState, useBoardStore, useMe } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { watchVotesLeft } from "./voterCountUpdates.ts";

const schema = z.nullable(votesLeft);
const nobody: readonly string[] = [];

/**
 * The progress of a vote, for everybody, without names [V10]. Empty until the server's answer, and without a
 * limit.
 */
export function VotesUsed() {
  const t = useT();
  const me = useMe();
  const count = useVotesLeft();
  const members = useBoardState((state) => state.members);
  const isWatching = useBoardState((state) => state.ready === "watching");
  const watching = useBoardState((state) => state.readyOthers.get("watching") ?? nobody);
  if (count === null) return null;
  // Who only watches has no votes to give.
  const out = members.filter(({ id }) => (id === me ? isWatching : watching.includes(id))).length;
  const present = Math.max(0, count.present - out);
  const left = Math.max(0, count.left - out * count.each);
  return (
    <span className="votes-used">
      {t("meeting.votesUsed", { count: Math.min(count.used, present), present, left })}
    </span>
  );
}

function useVotesLeft(): VotesLeft | null {
  const store = useBoardStore();
  const [count, setCount] = useState<VotesLeft | null>(null);
  useEffect(
    () => watchVotesLeft(store, () => api.get(`boards/${store.boardId}/votes-left`, { schema }), setCount),
    [store],
  );
  return count;
}
