import AddOutlined from "@mui/icons-material/AddOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import { limits } from "@retro/contract/limits";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { useFacilitationCommands } from "../facilitationHooks.ts";

/** One vote more or less for each user. Nothing is deleted when there are fewer [V4]. */
export function VotesStepper() {
  const t = useT();
  const commands = useFacilitationCommands();
  const { votes } = useFacilitation().facilitator_options;
  if (votes === false) return null;
  const set = (limit: number) => void commands.setOption("votes", { ...votes, limit });
  return (
    <div className="votes-stepper" role="group" aria-label={t("meeting.votesEach")}>
      <IconAction
        size="small"
        label={t("meeting.fewerVotes")}
        disabled={votes.limit <= 1}
        onClick={() => set(votes.limit - 1)}
      >
        <RemoveOutlined />
      </IconAction>
      <span>{t("meeting.votes", { count: votes.limit })}</span>
      <IconAction
        size="small"
        label={t("meeting.moreVotes")}
        disabled={votes.limit >= limits.voteLimitMax}
        onClick={() => set(votes.limit + 1)}
      >
        <AddOutlined />
      </IconAction>
    </div>
  );
}
