import type { BoardShelf } from "@retro/contract/lists";
import { space as spaceSchema, spaceBoard, type Space, type SpaceBoard } from "@retro/contract/spaces";
import { limits } from "@retro/contract/limits";
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { api, ApiError } from "../../api/client.ts";
import { configQuery } from "../../api/config.ts";
import { followSpace } from "../../board-state/spaceUpdates.ts";
import { forgetSpace, nextKeyOf, rememberSpace } from "./knownSpaces.ts";

/** What the browser has of a space: each of its events makes all of it stale. */
export const keyOfSpace = (key: string) => ["space", key] as const;

/** A space. A link that was replaced is final: asking again changes nothing. */
export const spaceQuery = (key: string) =>
  queryOptions({
    queryKey: keyOfSpace(key),
    queryFn: ({ signal }) => api.get<Space>(`spaces/${key}`, { schema: spaceSchema, signal }),
    staleTime: 0,
    retry: (count, error) => !(error instanceof ApiError && error.status === 404) && count < 2,
  });

/** Pages of a shelf of the space's boards, from `firstPage` on. */
const boardPagesQuery = (key: string, shelf: BoardShelf, firstPage: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOfSpace(key), shelf],
    queryFn: ({ pageParam, signal }) =>
      api.get<SpaceBoard[]>(`spaces/${key}/boards?page=${pageParam}&shelf=${shelf}`, {
        schema: z.array(spaceBoard),
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last, pages) =>
      last.length < limits.spaceBoards ? undefined : pages.length + firstPage,
  });

/** The boards in the archive or in the bin of a space. */
export function useShelf(key: string, shelf: "archived" | "bin") {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(boardPagesQuery(key, shelf, 1));
  return {
    boards: data?.pages.flat() ?? [],
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** Fetches what is shown of a space again at each event of its channel. @param channel undefined: not known yet */
export function useSpaceUpdates(key: string, channel: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (channel === undefined) return undefined;
    return followSpace({
      key,
      channel,
      config: () => client.ensureQueryData(configQuery),
      onChange: () => void client.invalidateQueries({ queryKey: keyOfSpace(key) }),
    });
  }, [client, key, channel]);
}

/**
 * A space with its boards, live: it is fetched again at each event of its channel.
 * @param onReplaced called when the key opens nothing because an earlier replacement, whose answer was lost, has worked
 */
export function useSpace(key: string, onReplaced: (key: string) => void) {
  const { data, error, refetch } = useQuery(spaceQuery(key));
  // The space's own answer holds the first page; the others are fetched when the user asks for more.
  const [wantsOlder, setWantsOlder] = useState(false);
  const older = useInfiniteQuery({ ...boardPagesQuery(key, "open", 2), enabled: wantsOlder });
  const closed = error instanceof ApiError && error.status === 404;
  const name = data?.name;
  const channel = data?.channel;

  useEffect(() => {
    if (name !== undefined && !closed) rememberSpace({ key, name });
    if (!closed) return;
    const next = nextKeyOf(key);
    forgetSpace(key);
    if (next !== undefined) onReplaced(next);
    // The function is new at each render; what it does is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, name, closed]);
  useSpaceUpdates(key, closed ? undefined : channel);

  const pages = older.data?.pages ?? [];
  const boards = new Map([...(data?.boards ?? []), ...pages.flat()].map((board) => [board.id, board]));
  return {
    space: closed ? undefined : data,
    boards: [...boards.values()],
    closed,
    error,
    retry: () => void refetch(),
    /** Fetches older boards; undefined when there are none. */
    loadMore:
      data !== undefined && boards.size < data.board_count
        ? () => (wantsOlder ? void older.fetchNextPage() : setWantsOlder(true))
        : undefined,
    loadingMore: older.isFetching,
  };
}
