import CheckOutlined from "@mui/icons-material/CheckOutlined";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useEffect } from "react";
import { useBoardState, useBoardStore, useMe } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { announce } from "../../../ui/focus/announce.ts";

const nobody: readonly string[] = [];

/** "I'm done", and how many of those who take part are; screen readers announce the last one only [F5]. */
export function DoneButton({ meeting }: { meeting: Meeting }) {
  const t = useT();
  const store = useBoardStore();
  const me = useMe();
  const ready = useBoardState((state) => state.ready);
  const members = useBoardState((state) => state.members);
  const done = useBoardState((state) => state.readyOthers.get(String(meeting.at)) ?? nobody);
  const watching = useBoardState((state) => state.readyOthers.get("watching") ?? nobody);
  const isDone = ready === meeting.at;
  const isWatching = ready === "watching";
  const present = members.filter(({ id }) => (id === me ? !isWatching : !watching.includes(id)));
  const count = present.filter(({ id }) => (id === me ? isDone : done.includes(id))).length;
  const areAllDone = present.length > 1 && count === present.length;
  useEffect(() => {
    if (areAllDone) announce(t("meeting.allDone"));
  }, [areAllDone, t]);
  return (
    <div className="lead">
      {/* Without a connection nobody is seen, not even this user. */}
      {members.length > 0 && (
        <span className="done-count">{t("meeting.doneCount", { done: count, present: present.length })}</span>
      )}
      {isWatching ? (
        <Button className="take-part" onClick={() => store.setReady(null)}>
          {t("meeting.takePart")}
        </Button>
      ) : (
        <Button
          className="done"
          variant="outlined"
          aria-pressed={isDone}
          onClick={() => store.setReady(isDone ? null : meeting.at)}
        >
          {isDone && <CheckOutlined />}
          {t("meeting.done")}
        </Button>
      )}
    </div>
  );
}
