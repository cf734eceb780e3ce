import { board as boardSchema, type Board } from "@retro/contract/boards";
import { isFacilitator } from "@retro/rules/permissions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Link } from "../../routes/router.tsx";
import { api } from "../../api/client.ts";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toastError } from "../../ui/toasts/toast.ts";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { nextTitle } from "./nextTitle.ts";
import { forgetSpaceOfBoard, useSpaceLookup } from "./useSpaceOfBoard.ts";

const PlanNextDialog = lazyPart(() => import("./PlanNextDialog.tsx"), "PlanNextDialog", { prefetch: false });

/**
 * Makes the board for the next meeting in the team's space, where the open actions wait, and asks for the team once
 * [F11]. Nobody is taken away from the board.
 */
export function PlanNext({ boardId }: { boardId: string }) {
  const t = useT();
  const hintId = useId();
  const link = useRef<HTMLAnchorElement>(null);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { space, isLoading } = useSpaceLookup(boardId);
  const details = useBoardState(({ view }) => view?.details);
  const shown = useBoardState(({ view }) => view?.facilitation.meeting?.next);
  const mayPlan = useBoardState(
    ({ view }) =>
      view !== null &&
      (view.facilitation.meeting === undefined || isFacilitator(view.facilitation, view.userId)),
  );
  const title = nextTitle(details?.title ?? "");
  const make = async (key: string | null): Promise<Board> => {
    if (key === null) return copyAlone(boardId, title);
    if (space !== null || (await moveInto(key, boardId))) {
      forgetSpaceOfBoard(client, boardId);
      return makeInSpace(key, { boardId, title, description: details?.description });
    }
    const made = await copyAlone(boardId, title);
    await moveInto(key, made.id);
    return made;
  };
  const plan = useMutation({
    mutationFn: make,
    onSuccess: () => keepFocus(() => link.current),
  });
  const next = shown ?? plan.data;
  if (next !== undefined)
    return (
      <p role="status" className="next-board">
        <span>{t("summary.nextIs", { title: next.title })}</span>{" "}
        <Link ref={link} className="button outlined" to={paths.board(next.id)}>
          {t("summary.nextOpen")}
        </Link>
      </p>
    );
  // Before it is known, a press would ask for the team of a board that has one.
  if (isLoading || !mayPlan) return null;
  return (
    <>
      <Button
        variant="outlined"
        aria-describedby={hintId}
        aria-disabled={plan.isPending}
        aria-haspopup={space === null ? "dialog" : undefined}
        onClick={() => {
          if (space === null) setAsking(true);
          else if (!plan.isPending) plan.mutate(space.key, { onError: toastError });
        }}
      >
        {t("summary.next")}
      </Button>
      <p id={hintId}>{t("summary.nextHint", { title })}</p>
      {asking && <PlanNextDialog title={title} onClose={() => setAsking(false)} plan={plan.mutateAsync} />}
    </>
  );
}

interface Wanted {
  boardId: string;
  title: string;
  description: string | undefined;
}

function makeInSpace(key: string, { boardId, title, description }: Wanted): Promise<Board> {
  return api.post<Board>(
    `spaces/${key}/boards`,
    { title, description, like: boardId },
    { schema: boardSchema },
  );
}

function copyAlone(boardId: string, title: string): Promise<Board> {
  return api.post<Board>(
    `boards/${boardId}/copies`,
    { stickers: false, next: title },
    { schema: boardSchema },
  );
}

/** False where another decides about the board [G3]. */
async function moveInto(key: string, boardId: string): Promise<boolean> {
  return api.put(`spaces/${key}/boards/${boardId}`, {}).then(
    () => true,
    () => false,
  );
}
