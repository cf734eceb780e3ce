import {
  afterAction,
  type BoardReview,
  boardReview,
  type ReviewAction,
} from "@retro/contract/spaces/space-actions";
import { eventNames } from "@retro/contract/events";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ApiError } from "../../../api/client.ts";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { byDueDate } from "./useSpaceActions.ts";

/** While events do not arrive. */
const pollMs = 5000;

const isClosed = (error: unknown) => error instanceof ApiError && error.status === 404;

/** What an open review shows this user. @param review names it; undefined: none is open */
export function useReview(boardId: string, review: string | undefined) {
  const store = useBoardStore();
  const isLive = useBoardState(({ subscription }) => subscription === "live");
  const isOpen = review !== undefined;
  const query = useInfiniteQuery({
    queryKey: ["review", boardId, review],
    queryFn: ({ pageParam, signal }) =>
      api.get<BoardReview>(`boards/${boardId}/review${pageParam}`, { schema: boardReview, signal }),
    initialPageParam: "",
    getNextPageParam: ({ actions, more }) => {
      const last = actions.at(-1);
      return more && last ? `?after=${afterAction(last)}` : undefined;
    },
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    retry: (count, error) => !isClosed(error) && count < 2,
    refetchInterval: isLive ? false : pollMs,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (!isOpen || !isLive) return undefined;
    // Events from before the connection are lost.
    void refetch();
    return store.onNotice(eventNames.review, () => void refetch());
  }, [store, refetch, isOpen, isLive]);
  const found = data?.pages.flatMap(({ actions, settled }) => [...actions, ...settled]) ?? [];
  // Between the reads of two pages an action may have become another.
  const byId = new Map<string, ReviewAction>(found.map((action) => [action.id, action]));
  return {
    rows: data === undefined ? null : [...byId.values()].toSorted(byDueDate),
    isOver: isClosed(error),
    failed: data === undefined && error !== null,
    retry: () => void refetch(),
    reload: () => void refetch(),
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}
