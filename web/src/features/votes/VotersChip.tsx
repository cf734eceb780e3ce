import HowToRegOutlined from "@mui/icons-material/HowToRegOutlined";
import { voterCount, type VoterCount } from "@retro/contract/votes";
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { useBoardStore, useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { ScreenReaderOnly } from "../../ui/focus/ScreenReaderOnly.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { watchVoterCount } from "./voterCountUpdates.ts";

/** Empty until somebody has voted, unless the votes are limited [V5]. */
export function VotersChip() {
  const t = useT();
  const count = useVoterCount();
  const limit = useFacilitation().facilitator_options.votes;
  const awaited = limit !== false && limit.limit > 0;
  if (count === null || (count.voted === 0 && !awaited)) return null;
  const { voted, present } = count;
  const text =
    present === null ? t("votes.votedOnly", { count: voted }) : t("votes.voted", { count: voted, present });
  const short = present === null ? voted : t("votes.votedShort", { count: voted, present });
  return (
    <li className="number" {...tip(`${text}. ${t("votes.votedHint")}`)}>
      <HowToRegOutlined />
      <span data-short={short}>
        <span className="words">{text}</span>
      </span>
      <ScreenReaderOnly>{t("votes.votedHint")}</ScreenReaderOnly>
    </li>
  );
}

function useVoterCount(): VoterCount | null {
  const store = useBoardStore();
  const [count, setCount] = useState<VoterCount | null>(null);
  useEffect(
    () =>
      watchVoterCount(
        store,
        () => api.get(`boards/${store.boardId}/voters`, { schema: voterCount }),
        setCount,
      ),
    [store],
  );
  return count;
}
