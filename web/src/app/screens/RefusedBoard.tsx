import type { ComponentProps } from "react";
import { ClosedBoard } from "../../features/boards/manage/ClosedBoard.tsx";
import { useSpaceOfBoard } from "../../features/spaces/useSpaceOfBoard.ts";

/** A board that is closed to the user; a member of its space may open it again [M5]. */
export function RefusedBoard(props: Omit<ComponentProps<typeof ClosedBoard>, "spaceKey">) {
  const space = useSpaceOfBoard(props.boardId);
  return <ClosedBoard {...props} spaceKey={space?.key} />;
}
