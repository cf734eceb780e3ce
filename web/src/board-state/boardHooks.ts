import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import {
  mayEditBoard,
  mayEditStickers,
  maySetStatus,
  mayFacilitate,
  type RefusalCode,
} from "@retro/rules/permissions";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { configQuery } from "../api/config.ts";
import { onUserSaved, useUser } from "../api/user.ts";
import { childIds } from "./view/childIds.ts";
import { rootKey } from "./view/notifier.ts";
import { openBoard } from "./openBoard.ts";
import type { BoardStore } from "./boardStore.ts";
import type { BoardState } from "./types.ts";

export const BoardContext = createContext<BoardStore | null>(null);
const MeContext = createContext("");
const noIds: readonly string[] = [];
const noFacilitation: Facilitation = {
  facilitator_id: null,
  facilitator_options: noOptions,
  timer: idleTimer,
};

interface BoardProviderProps {
  boardId: string;
  /** The server ended the session: the app goes to `/auth-anonymous`. */
  onSessionEnded?: () => void;
  children: ReactNode;
}

/** Keeps a board open while its screen is mounted. Needs the board's id as `key`. */
export function BoardProvider({ boardId, onSessionEnded, children }: BoardProviderProps): ReactNode {
  const me = useUser();
  const queries = useQueryClient();
  const [store, setStore] = useState<BoardStore | null>(null);
  const user = useRef(me);
  const ended = useRef(onSessionEnded);
  useEffect(() => {
    user.current = me;
    ended.current = onSessionEnded;
  });
  useEffect(() => {
    const opened = openBoard({
      boardId,
      me: user.current,
      config: () => queries.ensureQueryData(configQuery),
      onSessionEnded: () => ended.current?.(),
    });
    setStore(opened);
    const stopUserSaved = onUserSaved(({ name, options }) => {
      opened.whisperUser({ name, options });
      opened.reloadPeople();
    });
    return () => {
      stopUserSaved();
      opened.close();
    };
    // Another user needs a new opening of the board; a new name of the same user does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [boardId, me.id, queries]);
  if (store === null) return null;
  return createElement(MeContext, { value: me.id }, createElement(BoardContext, { value: store }, children));
}

/** The open board. @throws Error outside a BoardProvider */
export function useBoardStore(): BoardStore {
  const store = useContext(BoardContext);
  if (!store) throw new Error("useBoardStore() outside of a BoardProvider");
  return store;
}

/**
 * A part of the board's state; the component renders again only when that part changes.
 * @param select must return the same value for the same state (no new arrays or objects)
 */
export function useBoardState<T>(select: (state: BoardState) => T): T {
  const store = useBoardStore();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/**
 * A part of the board's state about one item. The selector runs only when something about that item, or
 * something that concerns all items, has changed.
 * @param id the item's id; empty for the list of sections
 * @param select must return the same value for the same state
 */
export function useItemState<T>(id: string, select: (state: BoardState) => T): T {
  const store = useBoardStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeItem(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}

/**
 * Several parts of the board's state about one item, with one subscription: a board has thousands of
 * stickers. The component renders again when one of the parts changes.
 * @param select returns an object; each of its values must be the same for the same state
 */
export function useItemParts<T extends object>(id: string, select: (state: BoardState) => T): T {
  const store = useBoardStore();
  const part = useMemo(() => followParts<T>(store, id), [store, id]);
  return useSyncExternalStore(part.subscribe, () => part.keep(select(store.getState())));
}

/** `keep` returns the object of the last time while its values are the same. */
function followParts<T extends object>(store: BoardStore, id: string) {
  let shown: T | undefined;
  return {
    subscribe: (listener: () => void) => store.subscribeItem(id, listener),
    keep: (next: T): T => (shown = shown !== undefined && equalParts(shown, next) ? shown : next),
  };
}

function equalParts<T extends object>(one: T, other: T): boolean {
  for (const name in one) if (!Object.is(one[name], other[name])) return false;
  return true;
}

/** An item as the screen shows it; undefined when it is deleted. */
export function useItem(id: string): Item | undefined {
  return useItemState(id, (state) => state.view?.items.get(id));
}

/** Ids of a parent's children in order; `null` is the parent of the sections. */
export function useChildIds(parentId: string | null): readonly string[] {
  return useItemState(parentId ?? rootKey, (state) =>
    state.view ? childIds(state.view.items, parentId) : noIds,
  );
}

/** Facilitator, options and timer; no facilitator and no options until the board is loaded. */
export function useFacilitation(): Facilitation {
  return useBoardState((state) => state.view?.facilitation ?? noFacilitation);
}

export function useMe(): string {
  return useContext(MeContext);
}

interface Permissions {
  readonly editBoard: RefusalCode;
  readonly editStickers: RefusalCode;
  /** Also on a locked board [D2]. */
  readonly setStatus: RefusalCode;
  readonly facilitate: RefusalCode;
}

/** What the user may do now: for each permission null, or the code of the refusal. */
export function usePermissions(): Permissions {
  const facilitation = useFacilitation();
  const me = useMe();
  return {
    editBoard: mayEditBoard(facilitation, me),
    editStickers: mayEditStickers(facilitation, me),
    setStatus: maySetStatus(facilitation, me),
    facilitate: mayFacilitate(facilitation, me),
  };
}
