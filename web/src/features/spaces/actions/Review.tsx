import "./open-actions.css";
import "./review.css";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { ReviewAction } from "@retro/contract/spaces/space-actions";
import { useEffect, useRef, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { announce } from "../../../ui/focus/announce.ts";
import { toastError } from "../../../ui/toasts/toast.ts";
import { useSpaceOfBoard } from "../useSpaceOfBoard.ts";
import { ActionStatuses } from "./ActionStatuses.tsx";
import { SpaceActionText } from "./SpaceActionText.tsx";
import { useReview } from "./useReview.ts";
import { useSetStatus } from "./useSpaceActions.ts";

interface Props {
  boardId: string;
  meeting: Meeting;
}

/** "Did we do it?" as everybody on the board sees it, when the facilitator's browser knows the space [F9]. */
export function Review({ boardId, meeting: { review, at } }: Props) {
  const t = useT();
  const { rows, isOver, failed, retry, reload, loadMore } = useReview(boardId, review);
  const isMine = useBoardState(
    ({ view }) => view !== null && view.facilitation.facilitator_id === view.userId,
  );
  const isOpen = review !== undefined && !isOver;
  const opened = isOpen ? t("review.shown") : "";
  useEffect(() => {
    if (opened !== "") announce(opened);
  }, [opened]);
  return (
    <div className="review question">
      {isMine ? (
        <div className="review-head">
          <ShowButton boardId={boardId} began={at} isOpen={isOpen} />
        </div>
      ) : (
        !isOpen && <p className="hint">{t("review.notShown")}</p>
      )}
      {isOpen && failed && (
        <p role="alert">
          {t("spaceActions.failed")} <Button onClick={retry}>{t("common.retry")}</Button>
        </p>
      )}
      {isOpen && rows !== null && <ReviewList boardId={boardId} rows={rows} reload={reload} />}
      {isOpen && loadMore !== undefined && (
        <Button variant="outlined" onClick={loadMore}>
          {t("spaceActions.more")}
        </Button>
      )}
    </div>
  );
}

interface ShowProps {
  boardId: string;
  /** When the step began. */
  began: number;
  isOpen: boolean;
}

/** Shows the actions when the step begins; a facilitator who has hidden them shows them again. */
function ShowButton({ boardId, began, isOpen }: ShowProps) {
  const t = useT();
  const store = useBoardStore();
  const space = useSpaceOfBoard(boardId);
  const [busy, setBusy] = useState(false);
  const shownFor = useRef<number | null>(null);
  const show = async (review: boolean) => {
    if (busy) return;
    shownFor.current = began;
    setBusy(true);
    await store
      .call("PUT", "/meeting", { review }, space === null ? {} : { spaceKey: space.key })
      .catch(toastError);
    setBusy(false);
  };
  const key = space?.key;
  useEffect(() => {
    if (isOpen) shownFor.current = began;
    else if (key !== undefined && shownFor.current !== began) void show(true);
    // The function is new at each render; what it does is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, key, began]);
  if (!isOpen && space === null) return <p className="hint">{t("review.unknownSpace")}</p>;
  return (
    <>
      {!isOpen && space !== null && <p className="hint">{t("review.showHint", { name: space.name })}</p>}
      <Button
        variant={isOpen ? "outlined" : "contained"}
        aria-disabled={busy}
        onClick={() => void show(!isOpen)}
      >
        {t(isOpen ? "review.hide" : "review.show")}
      </Button>
    </>
  );
}

interface ListProps {
  boardId: string;
  rows: readonly ReviewAction[];
  reload: () => void;
}

function ReviewList({ boardId, rows, reload }: ListProps) {
  const t = useT();
  const isMember = useSpaceOfBoard(boardId) !== null;
  /** "Still open" changes nothing: only the screen on which it was pressed shows it. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const settled = rows.filter(({ status }) => status !== "open").length;
  if (rows.length === 0) return <p>{t("spaceActions.none")}</p>;
  return (
    <>
      <p>{t(isMember ? "review.hint" : "review.members")}</p>
      <ul>
        {rows.map((action) => (
          <li key={action.id} className="space-action">
            <SpaceActionText action={action} board={action.board_title} />
            <Status
              boardId={boardId}
              action={action}
              isKept={kept.has(action.id)}
              onKeep={() => setKept(new Set([...kept, action.id]))}
              onSet={reload}
            />
          </li>
        ))}
      </ul>
      <p className="hint">{t("review.progress", { settled, count: rows.length })}</p>
    </>
  );
}

interface StatusProps {
  boardId: string;
  action: ReviewAction;
  isKept: boolean;
  onKeep: () => void;
  onSet: () => void;
}

/** Members of the space set it; others see it. */
function Status({ boardId, action, isKept, onKeep, onSet }: StatusProps) {
  const t = useT();
  const space = useSpaceOfBoard(boardId);
  const setStatus = useSetStatus(space?.key ?? "");
  const isOpen = action.status === "open";
  if (space === null)
    return (
      !isOpen && (
        <span className="review-status" data-status={action.status}>
          {t(`actions.${action.status}`)}
        </span>
      )
    );
  return (
    <ActionStatuses
      text={action.text}
      present={isOpen && !isKept ? undefined : action.status}
      onSet={(status) => {
        if (status === "open") onKeep();
        if (status !== action.status) void setStatus(action, status).then(onSet, toastError);
      }}
    />
  );
}
