import "./team-of-board.css";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { MoveToSpaceDialog } from "./MoveToSpaceDialog.tsx";
import { useSpaceLookup } from "./useSpaceOfBoard.ts";

interface Props {
  boardId: string;
  /** The board may be in another space. */
  onMoved: () => void;
}

/** The team whose open actions come with its boards, or the way to have one [G9]. */
export function TeamOfBoard({ boardId, onMoved }: Props) {
  const t = useT();
  const { space, isLoading } = useSpaceLookup(boardId);
  const title = useBoardState(({ view }) => view?.details.title ?? "");
  const [isMoving, setMoving] = useState(false);
  const close = () => {
    setMoving(false);
    onMoved();
  };
  if (isLoading) return null;
  return (
    <div className="team-of-board">
      <GroupsOutlined fontSize="small" />
      {space === null ? (
        <>
          <Button size="small" onClick={() => setMoving(true)}>
            {t("spaces.addToTeam")}
          </Button>
          <span>{t("spaces.addToTeamHint")}</span>
        </>
      ) : (
        <span>{t("spaces.teamOf", { name: space.name })}</span>
      )}
      {isMoving && <MoveToSpaceDialog board={{ id: boardId, title }} onClose={close} />}
    </div>
  );
}
