import "./open-actions.css";
import type { ActionStatus } from "@retro/contract/actions";
import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import { useEffect, useRef, useState } from "react";
import { Link } from "../../../routes/router.tsx";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";
import { SpaceActionText } from "./SpaceActionText.tsx";
import { useSetStatus, type useSpaceActions } from "./useSpaceActions.ts";

/** The others are shown on demand, so that the boards stay in view. */
const shownAtFirst = 5;

interface Props {
  spaceKey: string;
  found: ReturnType<typeof useSpaceActions>;
}

export function OpenActions({ spaceKey, found }: Props) {
  const t = useT();
  const { actions, error, retry, loadMore, loadingMore } = found;
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const leaving = useRef<Leaving | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (left === null || actions === null || actions.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    // The pressed button has left with its row.
    if (document.activeElement !== document.body) return;
    (left.next?.isConnected === true ? left.next : heading.current)?.focus();
  }, [actions]);
  if (actions === null && error === null) return null;
  const shown = all ? (actions ?? []) : (actions ?? []).slice(0, shownAtFirst);
  const showMore = shown.length < (actions?.length ?? 0) ? () => setAll(true) : loadMore;
  return (
    <section className="open-actions" aria-labelledby="open-actions">
      <h2 id="open-actions" ref={heading} tabIndex={-1}>
        {t("spaceActions.title")}
      </h2>
      {actions === null ? (
        <EmptyState title={t("spaceActions.failed")} onRetry={retry} />
      ) : actions.length === 0 ? (
        <EmptyState title={t("spaceActions.none")}>{t("spaceActions.noneHint")}</EmptyState>
      ) : (
        <Rows spaceKey={spaceKey} actions={shown} onLeave={(left) => (leaving.current = left)} />
      )}
      {showMore !== undefined && (
        <Button variant="outlined" aria-busy={loadingMore} onClick={showMore}>
          {t("spaceActions.more")}
        </Button>
      )}
    </section>
  );
}

/** The button gets the focus when the row of the closed action is gone; null: it is the last row. */
interface Leaving {
  id: string;
  next: HTMLElement | null;
}

interface RowsProps {
  spaceKey: string;
  actions: readonly SpaceAction[];
  onLeave: (left: Leaving) => void;
}

function Rows({ spaceKey, actions, onLeave }: RowsProps) {
  const t = useT();
  const { busy, close } = useClosing(spaceKey);
  const press = (action: SpaceAction, status: ActionStatus, button: HTMLElement) => {
    const row = button.closest("li");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    const next = neighbour?.querySelector<HTMLElement>(`[data-status="${status}"]`) ?? null;
    onLeave({ id: action.id, next });
    void close(action, status);
  };
  return (
    <ul className="space-list">
      {actions.map((action) => (
        <li key={action.id} className="space-action" aria-busy={busy.has(action.id)}>
          <SpaceActionText
            action={action}
            board={<Link to={paths.board(action.board_id)}>{action.board_title}</Link>}
          />
          <div className="statuses">
            {(["done", "dropped"] as const).map((status) => (
              <Button
                key={status}
                size="small"
                variant="outlined"
                data-status={status}
                aria-label={t(status === "done" ? "actions.doneOf" : "spaceActions.droppedOf", {
                  text: action.text,
                })}
                onClick={(event) => press(action, status, event.currentTarget)}
              >
                {t(status === "done" ? "actions.done" : "actions.dropped")}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function useClosing(spaceKey: string) {
  const t = useT();
  const setStatus = useSetStatus(spaceKey);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const change = async (action: SpaceAction, status: ActionStatus): Promise<boolean> => {
    try {
      await setStatus(action, status);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };
  const close = async (action: SpaceAction, status: ActionStatus): Promise<void> => {
    // The second press of a double click, and presses while the server has not answered.
    if (busy.has(action.id)) return;
    setBusy((before) => new Set(before).add(action.id));
    const isSaved = await change(action, status);
    setBusy((before) => new Set([...before].filter((id) => id !== action.id)));
    if (isSaved)
      toast({
        message: t(status === "done" ? "actions.nowDone" : "actions.nowDropped"),
        action: toastButton(t("stickers.undo"), () => void change(action, "open")),
      });
  };
  return { busy, close };
}
