import type { Action } from "@retro/contract/actions";
import { sortActions } from "@retro/rules/actions";
import { isActionHiddenFrom } from "@retro/rules/permissions";
import { useCallback, useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";

const none: ReadonlyMap<string, Action> = new Map();

export type ActionEditors = ReturnType<typeof useActionEditors>;

/** An editor stays open when its action is deleted, to keep its text; it closes when that is hidden [D3]. */
export function useActionEditors(actions: readonly Action[]) {
  const [edited, setEdited] = useState(none);
  const facilitation = useBoardState(({ view }) => view?.facilitation);
  const userId = useBoardState(({ view }) => view?.userId ?? null);
  const hidden = [...edited.values()].filter(
    (each) => facilitation !== undefined && isActionHiddenFrom(facilitation, each, userId),
  );
  const change = useCallback(
    (id: string, action: Action | null) =>
      setEdited((before) => {
        const next = new Map(before);
        if (action === null) next.delete(id);
        else next.set(id, action);
        return next;
      }),
    [],
  );
  // The state holds their texts, too.
  if (hidden.length > 0) setEdited(new Map([...edited].filter(([, each]) => !hidden.includes(each))));
  const deleted = [...edited.values()].filter(({ id }) => !actions.some((each) => each.id === id));
  return {
    shown: deleted.length === 0 ? actions : sortActions([...actions, ...deleted]),
    /** By id, as they were when the editor opened. */
    edited,
    isDeleted: (id: string) => deleted.some((each) => each.id === id),
    setEdited: change,
  };
}
