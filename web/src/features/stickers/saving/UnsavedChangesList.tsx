import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { styled } from "@mui/material/styles";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import type { DroppedChange, PendingEntry } from "../../../board-state/types.ts";
import { useT } from "../../../i18n/useT.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { copyStickerText } from "../card/copyStickerText.ts";
import {
  droppedText,
  failureReason,
  failedText,
  presentTextOf,
  refusedDeletionText,
} from "./failedChange.ts";

const EntryText = styled("p")({ margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
const List = styled("ul")({
  listStyle: "none",
  margin: "8px 0 0",
  padding: 0,
  display: "grid",
  gap: 12,
  maxHeight: 240,
  overflowY: "auto",
});

interface Props {
  entries: readonly PendingEntry[];
  dropped: readonly DroppedChange[];
  /** The browser gives no storage, and a change waits. */
  atRisk: boolean;
}

/** The notices above the board: texts whose author must decide, changes that were not sent, and deletions that were refused. */
export function UnsavedChangesList({ entries, dropped, atRisk }: Props) {
  const t = useT();
  const store = useBoardStore();
  const view = useBoardState((state) => state.view);
  return (
    <>
      {atRisk && (
        <Alert severity="warning" sx={{ mb: 4 }}>
          {t("stickers.notDurable")}
        </Alert>
      )}
      {entries.length > 0 && (
        <Alert severity="error" sx={{ mb: 4 }}>
          {t("stickers.failedEntries", { count: entries.length })}
          <List>
            {entries.map((entry) => (
              <li key={entry.key}>
                <EntryText>{failedText(entry)}</EntryText>
                <small>{failureReason(entry)}</small>
                <PresentText present={presentTextOf(view, entry)} />
                <div>
                  <Button
                    size="small"
                    color="inherit"
                    onClick={leaving(() => store.retry(entry.key, presentTextOf(view, entry)?.rev))}
                  >
                    {t("common.retry")}
                  </Button>
                  <Button
                    size="small"
                    color="inherit"
                    onClick={() => void copyStickerText(failedText(entry))}
                  >
                    {t("stickers.copyText")}
                  </Button>
                  <Button size="small" color="inherit" onClick={leaving(() => store.discard(entry.key))}>
                    {t("stickers.discard")}
                  </Button>
                </div>
              </li>
            ))}
          </List>
        </Alert>
      )}
      {dropped.length > 0 && <DroppedChanges dropped={dropped} />}
    </>
  );
}

/** What "Try again" replaces. */
function PresentText({ present }: { present: ReturnType<typeof presentTextOf> }) {
  const t = useT();
  return present && <EntryText>{t("stickers.presentText", { text: present.text })}</EntryText>;
}

/** Changes that were not sent, and deletions that the server refused because of what others have changed. */
function DroppedChanges({ dropped }: Pick<Props, "dropped">) {
  const t = useT();
  const store = useBoardStore();
  const people = useBoardState((state) => state.people);
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.name ?? null));
  const unsent = dropped.filter(({ reason }) => reason === null);
  const kept = dropped.filter(({ reason }) => reason !== null);
  const listOf = (changes: typeof dropped, textOf: (change: DroppedChange) => string | null) => (
    <List>
      {changes.map((change) => (
        <li key={change.key}>{textOf(change)}</li>
      ))}
    </List>
  );
  return (
    <Alert
      severity="info"
      sx={{ mb: 4 }}
      onClose={() => store.acknowledgeDropped()}
      closeText={t("common.close")}
    >
      {unsent.length > 0 && t("stickers.dropped", { count: unsent.length })}
      {unsent.length > 0 && listOf(unsent, droppedText)}
      {kept.length > 0 && t("stickers.notDeleted")}
      {kept.length > 0 && listOf(kept, (change) => refusedDeletionText(change, nameOf))}
    </Alert>
  );
}

/** A press that takes its entry out of the list: the focus goes to the same button of the next one, or to the board. */
function leaving(act: () => void) {
  return ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const entry = currentTarget.closest("li");
    const place = [...(currentTarget.parentElement?.children ?? [])].indexOf(currentTarget);
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling;
    const button = next?.querySelectorAll<HTMLElement>("button")[place];
    keepFocus(() => (button?.isConnected === true ? button : document.querySelector<HTMLElement>("main")));
    act();
  };
}
