import "./space-of-board.css";
import ArrowBackOutlined from "@mui/icons-material/ArrowBackOutlined";
import { useEffect } from "react";
import { Link } from "../../routes/router.tsx";
import { boardTracker } from "../../ui/display/boardTracker.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { useSpaceOfBoard } from "./useSpaceOfBoard.ts";

/** Nothing for a browser that does not know the space [G4]. */
export function SpaceOfBoard({ boardId }: { boardId: string }) {
  const t = useT();
  const space = useSpaceOfBoard(boardId);
  const tracker = space?.tracker ?? null;
  useEffect(() => {
    boardTracker.set(tracker);
    return () => boardTracker.set(null);
  }, [tracker]);
  if (space === null) return null;
  const name = t("spaces.backTo", { name: space.name });
  return (
    <Link className="button space-of-board" to={paths.space(space.key)} aria-label={name} {...tip(name)}>
      <ArrowBackOutlined fontSize="small" />
      <span dir="auto">{space.name}</span>
    </Link>
  );
}
