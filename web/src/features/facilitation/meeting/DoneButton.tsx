import CheckOutlined from "@mui/icons-material/CheckOutlined";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useEffect } from "react";
import { useBoardState, useBoardStore, useMe } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";
import { announce } from "../../../ui/focus/announce.ts";

const nobody: readonly string[] = [];

/** Of those who are here and take part [F5]. Without a connection nobody is seen, not even this user: `present` is 0. */
export function useDoneCount(meeting: Meeting) {
  const me = useMe();
  const ready = useBoardState((state) => state.ready);
  const members = useBoardState((state) => state.members);
  const others = useBoardState((state) => state.readyOthers.get(String(meeting.at)) ?? nobody);
  const watching = useBoardState((state) => state.readyOthers.get("watching") ?? nobody);
  const isDone = ready === meeting.at;
  const isWatching = ready === "watching";
  const present = members.filter(({ id }) => (id === me ? !isWatching : !watching.includes(id)));
  const done = present.filter(({ id }) => (id === me ? isDone : others.includes(id)));
  return { done: done.length, present: present.length, isDone, isWatching };
}

/** "I'm done", and how many of those who take part are; screen readers announce the last one only [F5]. */
export function DoneButton({ meeting }: { meeting: Meeting }) {
  const t = useT();
  const store = useBoardStore();
  const { done, present, isDone, isWatching } = useDoneCount(meeting);
  const areAllDone = present > 1 && done === present;
  useEffect(() => {
    if (areAllDone) announce(t("meeting.allDone"));
  }, [areAllDone, t]);
  return (
    <div className="lead">
      {present > 0 && <span className="done-count">{t("meeting.doneCount", { done, present })}</span>}
      {isWatching ? (
        <BarButton
          className="take-part"
          name={t("meeting.takePart")}
          word={t("meeting.takePart")}
          sign={<CheckOutlined />}
          onClick={() => store.setReady(null)}
        />
      ) : (
        <BarButton
          className="done"
          variant="outlined"
          name={t("meeting.done")}
          word={t("meeting.done")}
          sign={
            <>
              {isDone && <CheckOutlined />} <span data-count={`${done}/${present}`} />
            </>
          }
          aria-pressed={isDone}
          onClick={() => store.setReady(isDone ? null : meeting.at)}
        >
          {isDone && <CheckOutlined />}
          {t("meeting.done")}
        </BarButton>
      )}
    </div>
  );
}
