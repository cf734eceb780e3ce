import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { styled } from "@mui/material/styles";
import { useBoardState, useBoardStore } from "../../board-state/hooks.ts";
import type { PendingEntry } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";

const Words = styled("p")({ margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
const List = styled("ul")({
  listStyle: "none",
  margin: "8px 0 0",
  padding: 0,
  display: "grid",
  gap: 12,
  maxHeight: 240,
  overflowY: "auto",
});

const failed = new WeakMap<readonly PendingEntry[], readonly PendingEntry[]>();
const none: readonly PendingEntry[] = [];
function failedOf(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  if (pending.length === 0) return none;
  let found = failed.get(pending);
  if (found === undefined) {
    found = pending.filter((entry) => entry.state === "failed");
    failed.set(pending, found.length === 0 ? none : found);
  }
  return found.length === 0 ? none : found;
}

/** Words that the server would not take, kept until their author says what is to become of them. */
export function FailedEntries() {
  const t = useT();
  const store = useBoardStore();
  const entries = useBoardState((state) => failedOf(state.pending));
  if (entries.length === 0) return null;
  return (
    <Alert severity="error" sx={{ mb: 4 }}>
      {t("stickers.failedEntries", { count: entries.length })}
      <List>
        {entries.map(({ key, command, error }) => (
          <li key={key}>
            <Words>{"title" in command ? command.title : ""}</Words>
            {error !== undefined && <small>{error.message}</small>}
            <div>
              <Button size="small" color="inherit" onClick={() => store.retry(key)}>
                {t("common.retry")}
              </Button>
              <Button size="small" color="inherit" onClick={() => store.discard(key)}>
                {t("stickers.discard")}
              </Button>
            </div>
          </li>
        ))}
      </List>
    </Alert>
  );
}
