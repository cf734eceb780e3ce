import "./unsaved-changes.css";
import ExpandLessOutlined from "@mui/icons-material/ExpandLessOutlined";
import ExpandMoreOutlined from "@mui/icons-material/ExpandMoreOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { BoardView } from "@retro/rules/apply-change";
import { useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import type { DroppedChange, PendingEntry } from "../../../board-state/outbox/pendingEntry.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { useBodyMark } from "../../../ui/device/bodyMark.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { copyStickerText } from "../card/copyStickerText.ts";
import { showSticker } from "../keyboard/stickerFocus.ts";
import { droppedText, failureReason, failedText, isTargetGone, presentTextOf } from "./failedChange.ts";

interface Props {
  entries: readonly PendingEntry[];
  dropped: readonly DroppedChange[];
  /** The browser gives no storage, and a change waits. */
  atRisk: boolean;
}

export function UnsavedChangesList({ entries, dropped, atRisk }: Props) {
  const t = useT();
  useBodyMark("unsaved");
  return (
    <section className="unsaved-changes" aria-label={t("stickers.unsavedList")}>
      {atRisk && <Alert severity="warning">{t("stickers.notDurable")}</Alert>}
      {entries.length > 0 && <FailedEntries entries={entries} />}
      {dropped.length > 0 && <DroppedChanges dropped={dropped} />}
    </section>
  );
}

function FailedEntries({ entries }: Pick<Props, "entries">) {
  const t = useT();
  const store = useBoardStore();
  const view = useBoardState((state) => state.view);
  const newest = entries.at(-1)?.key;
  const [foldedAt, setFoldedAt] = useState<string | undefined>(undefined);
  const open = foldedAt !== newest;
  return (
    <Alert
      severity="error"
      action={
        <IconAction
          icon={open ? ExpandMoreOutlined : ExpandLessOutlined}
          size="small"
          label={t(open ? "stickers.hideUnsaved" : "stickers.showUnsaved")}
          aria-expanded={open}
          onClick={() => setFoldedAt(open ? newest : undefined)}
        />
      }
    >
      <Heading count={entries.length} />
      {open && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              <p>{failedText(entry)}</p>
              <small>{failureReason(view, entry)}</small>
              <PresentText present={presentTextOf(view, entry)} />
              <div className="buttons">
                {!isTargetGone(view, entry) && (
                  <Button
                    size="small"
                    color="inherit"
                    onClick={leaving(() => store.retry(entry.key, presentTextOf(view, entry)?.rev))}
                  >
                    {t("common.retry")}
                  </Button>
                )}
                <Button size="small" color="inherit" onClick={() => void copyStickerText(failedText(entry))}>
                  {t("stickers.copyText")}
                </Button>
                <Button size="small" color="inherit" onClick={leaving(() => store.discard(entry.key))}>
                  {t("stickers.discard")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function Heading({ count }: { count: number }) {
  const t = useT();
  return <div className="heading">{t("stickers.failedEntries", { count })}</div>;
}

function PresentText({ present }: { present: ReturnType<typeof presentTextOf> }) {
  const t = useT();
  return present && <p>{t("stickers.presentText", { text: present.text })}</p>;
}

function DroppedChanges({ dropped }: Pick<Props, "dropped">) {
  const t = useT();
  const store = useBoardStore();
  const [only] = dropped;
  return (
    <Alert
      severity="info"
      onClose={() => {
        keepFocus(() => document.querySelector<HTMLElement>("main"));
        store.acknowledgeDropped();
      }}
      closeText={t("common.close")}
    >
      {dropped.length === 1 && only !== undefined ? (
        <div className="only-change">
          <DroppedItem change={only} />
        </div>
      ) : (
        <>
          <Heading count={dropped.length} />
          <ul>
            {dropped.map((change) => (
              <li key={change.key}>
                <DroppedItem change={change} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

function DroppedItem({ change }: { change: DroppedChange }) {
  const t = useT();
  const store = useBoardStore();
  const people = useBoardState((state) => state.people);
  const item = useBoardState(({ view }) => view?.items.get(change.id ?? ""));
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.name ?? null));
  // It may have been hidden since [H6].
  const title = item?.hidden === true ? null : change.title;
  return (
    <>
      {droppedText({ ...change, title }, nameOf)}
      {item?.kind === "sticker" && (
        <div className="buttons">
          <Button size="small" color="inherit" onClick={() => showOnBoard(store.getState().view, change.id)}>
            {t("stickers.showDropped")}
          </Button>
        </div>
      )}
    </>
  );
}

function showOnBoard(view: BoardView | null, id: string | null): void {
  let item = view?.items.get(id ?? "");
  while (item?.kind === "sticker" && !showSticker(item.id)) item = view?.items.get(item.parent_id ?? "");
}

/** The focus goes to the same button of the next entry, or to the board. */
function leaving(act: () => void) {
  return ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const entry = currentTarget.closest("li");
    const buttons = [...(currentTarget.parentElement?.children ?? [])];
    const place = buttons.indexOf(currentTarget) - buttons.length;
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling;
    const button = [...(next?.querySelectorAll<HTMLElement>("button") ?? [])].at(place);
    keepFocus(() => (button?.isConnected === true ? button : document.querySelector<HTMLElement>("main")));
    act();
  };
}
