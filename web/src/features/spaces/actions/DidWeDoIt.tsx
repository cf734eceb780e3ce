import "./open-actions.css";
import Alert from "@mui/material/Alert";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import type { ActionStatus } from "@retro/contract/actions";
import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import type { KnownSpace } from "@retro/contract/spaces/spaces";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { translate } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { closeQuestion } from "./questionState.ts";
import { ActionStatuses } from "./ActionStatuses.tsx";
import { SpaceActionText } from "./SpaceActionText.tsx";
import { type Answer, useAnswers } from "./useAnswers.ts";
import { spaceQuery, useSpaceUpdates } from "../useSpace.ts";
import { byDueDate, useSpaceActions } from "./useSpaceActions.ts";

export function DidWeDoIt({ boardId, space }: { boardId: string; space: KnownSpace }) {
  const t = useT();
  const [titleId, hintId] = [useId(), useId()];
  const small = useMediaQuery(phoneQuery);
  const { rows, answers, answer, isLoading, error, retry, loadMore } = useQuestion(boardId, space.key);
  const close = () => closeQuestion(boardId);
  const isEmpty = rows.length === 0 && !isLoading && error === null;
  return (
    <Dialog
      open
      fullScreen={small}
      maxWidth={false}
      aria-labelledby={titleId}
      aria-describedby={hintId}
      onClose={(_event, reason) => {
        if (reason === "escapeKeyDown") close();
      }}
      slotProps={{ paper: { className: "question-dialog" } }}
    >
      <DialogTitle id={titleId}>{t("question.title")}</DialogTitle>
      <DialogContent className="question">
        <p id={hintId}>{t("question.hint", { name: space.name })}</p>
        {error !== null && (
          <Alert severity="error" action={<Button onClick={retry}>{t("common.retry")}</Button>}>
            {t("spaceActions.failed")}
          </Alert>
        )}
        {isEmpty && <EmptyState title={t("spaceActions.none")} />}
        {rows.length > 0 && (
          <ul>
            {rows.map((action) => (
              <Row key={action.id} action={action} given={answers.get(action.id)} onAnswer={answer} />
            ))}
          </ul>
        )}
        {loadMore !== undefined && (
          <Button variant="outlined" onClick={loadMore}>
            {t("spaceActions.more")}
          </Button>
        )}
        <p role="status" className="hint">
          {rows.length > 0 && t("question.progress", { answered: answers.size, count: rows.length })}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t(isEmpty ? "common.close" : "question.skip")}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface RowProps {
  action: SpaceAction;
  given: Answer | undefined;
  onAnswer: (action: SpaceAction, status: ActionStatus) => void;
}

function Row({ action, given, onAnswer }: RowProps) {
  return (
    <li className="space-action">
      <SpaceActionText action={action} board={action.board_title} />
      <ActionStatuses
        text={action.text}
        present={given?.status}
        onSet={(status) => onAnswer(action, status)}
      />
    </li>
  );
}

function useQuestion(boardId: string, key: string) {
  const found = useSpaceActions(key);
  const { answers, answer, isSaving } = useAnswers(key);
  useSpaceUpdates(key, useQuery(spaceQuery(key)).data?.channel);
  const open = (found.actions ?? []).filter((action) => action.board_id !== boardId);
  const byId = new Map(open.map((action) => [action.id, action]));
  for (const [id, given] of answers) if (!byId.has(id)) byId.set(id, given.action);
  const rows = [...byId.values()].toSorted(byDueDate);
  const isOver =
    answers.size > 0 && !isSaving && found.loadMore === undefined && rows.every(({ id }) => answers.has(id));
  useEffect(() => {
    if (!isOver) return;
    closeQuestion(boardId);
    const count = (status: ActionStatus) =>
      [...answers.values()].filter((given) => given.status === status).length;
    const counts = { done: count("done"), open: count("open"), dropped: count("dropped") };
    toast({ message: translate("question.summary", counts), kind: "success" });
  }, [isOver, boardId, answers]);
  return {
    rows,
    answers,
    answer,
    isLoading: found.actions === null,
    error: found.actions === null ? found.error : null,
    retry: found.retry,
    loadMore: found.loadMore,
  };
}
