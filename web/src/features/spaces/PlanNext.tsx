import { board as boardSchema, type Board } from "@retro/contract/boards";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "../../routes/router.tsx";
import { api } from "../../api/client.ts";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toastError } from "../../ui/toasts/toast.ts";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { nextTitle } from "./nextTitle.ts";
import { useSpaceLookup } from "./useSpaceOfBoard.ts";

/**
 * Makes the board for the next meeting: in the space of this one, where its open actions wait, or alone if this
 * browser knows no space of the board [F11]. Nobody is taken away from the board.
 */
export function PlanNext({ boardId }: { boardId: string }) {
  const t = useT();
  const hintId = useId();
  const link = useRef<HTMLAnchorElement>(null);
  const { space, isLoading } = useSpaceLookup(boardId);
  const details = useBoardState(({ view }) => view?.details);
  const title = nextTitle(details?.title ?? "");
  const plan = useMutation({
    mutationFn: () =>
      space === null
        ? copyAlone(boardId, title)
        : makeInSpace(space.key, { boardId, title, description: details?.description }),
    onSuccess: () => keepFocus(() => link.current),
    onError: toastError,
  });
  if (plan.data !== undefined)
    return (
      <p role="status">
        <span>{t("summary.nextMade", { title: plan.data.title })}</span>{" "}
        <Link ref={link} to={paths.board(plan.data.id)}>
          {t("summary.nextOpen")}
        </Link>
      </p>
    );
  // Before it is known, a press would make the board alone.
  if (isLoading) return null;
  return (
    <>
      <Button
        variant="outlined"
        aria-describedby={hintId}
        aria-disabled={plan.isPending}
        onClick={() => {
          if (!plan.isPending) plan.mutate();
        }}
      >
        {t("summary.next")}
      </Button>
      <p id={hintId}>
        {space === null ? t("summary.nextAlone") : t("summary.nextInSpace", { name: space.name })}
      </p>
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

/** A copy has the title of its board; the new title comes after it. */
async function copyAlone(boardId: string, title: string): Promise<Board> {
  const made = await api.post<Board>(
    `boards/${boardId}/copies`,
    { stickers: false },
    { schema: boardSchema },
  );
  return made.title === title
    ? made
    : api.put<Board>(`boards/${made.id}`, { title }, { schema: boardSchema });
}
