import AddOutlined from "@mui/icons-material/AddOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import { limits } from "@retro/contract/limits";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { useFacilitationCommands } from "../facilitationHooks.ts";

/** @returns null without a limit */
export function useVotesEach() {
  const commands = useFacilitationCommands();
  const { votes } = useFacilitation().facilitator_options;
  if (votes === false) return null;
  const { limit } = votes;
  const set = (to: number) => void commands.setOption("votes", { ...votes, limit: to });
  return {
    limit,
    fewer: limit <= 1 ? null : () => set(limit - 1),
    more: limit >= limits.voteLimitMax ? null : () => set(limit + 1),
  };
}

/** One vote more or less for each user. Nothing is deleted when there are fewer [V4]. */
export function VotesStepper() {
  const t = useT();
  const votes = useVotesEach();
  if (votes === null) return null;
  const { limit, fewer, more } = votes;
  return (
    <div className="votes-stepper" role="group" aria-label={t("meeting.votesEach")}>
      <IconAction
        size="small"
        label={t("meeting.fewerVotes")}
        aria-disabled={fewer === null}
        onClick={() => fewer?.()}
      >
        <RemoveOutlined />
      </IconAction>
      <span>{t("meeting.votes", { count: limit })}</span>
      <IconAction
        size="small"
        label={t("meeting.moreVotes")}
        aria-disabled={more === null}
        onClick={() => more?.()}
      >
        <AddOutlined />
      </IconAction>
    </div>
  );
}
