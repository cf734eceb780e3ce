import type { BoardShelf } from "@retro/contract/lists";
import {
  afterBoard,
  space as spaceSchema,
  spaceBoard,
  type Space,
  type SpaceBoard,
} from "@retro/contract/spaces/spaces";
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
import { onLocaleChange } from "../../i18n/i18n.ts";
import { followSpace } from "../../board-state/sync/spaceUpdates.ts";
import { forgetSpace, nextKeyOf, rememberSpace } from "./knownSpaces.ts";

export const keyOfSpace = (key: string) => ["space", key] as const;

/** A space. A link that was replaced is final: asking again changes nothing. */
export const spaceQuery = (key: string) =>
  queryOptions({
    queryKey: keyOfSpace(key),
    queryFn: ({ signal }) => api.get<Space>(`spaces/${key}`, { schema: spaceSchema, signal }),
    staleTime: 0,
    retry: (count, error) => !(error instanceof ApiError && error.status === 404) && count < 2,
  });

const boardPagesQuery = (key: string, shelf: BoardShelf) =>
  infiniteQueryOptions({
    queryKey: [...keyOfSpace(key), shelf],
    queryFn: ({ pageParam, signal }) =>
      api.get<SpaceBoard[]>(`spaces/${key}/boards?shelf=${shelf}${pageParam}`, {
        schema: z.array(spaceBoard),
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => {
      const last = page[limits.spaceBoards - 1];
      return last && `&after=${afterBoard(last)}`;
    },
  });

export function useShelf(key: string, shelf: "archived" | "bin") {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(boardPagesQuery(key, shelf));
  return {
    boards: data?.pages.flat() ?? [],
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

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

/** @param onReplaced the key opens nothing, because a replacement whose answer was lost has worked */
export function useSpace(key: string, onReplaced: (key: string) => void) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(spaceQuery(key));
  // The space's own answer contains the first page; the others are fetched when the user asks for more.
  const [wantsOlder, setWantsOlder] = useState(false);
  const listed = boardPagesQuery(key, "open");
  const older = useInfiniteQuery({ ...listed, enabled: wantsOlder });
  const loadOlder = (firstPage: SpaceBoard[]) => {
    if (!wantsOlder) client.setQueryData(listed.queryKey, { pages: [firstPage], pageParams: [""] });
    setWantsOlder(true);
    void older.fetchNextPage();
  };
  const closed = error instanceof ApiError && error.status === 404;
  const name = data?.name;
  const channel = data?.channel;
  // It names the last template in the language of the request.
  useEffect(
    () => onLocaleChange(() => void client.invalidateQueries({ queryKey: keyOfSpace(key), exact: true })),
    [client, key],
  );

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

  const pages = wantsOlder ? (older.data?.pages ?? []) : [];
  const boards = new Map([...(data?.boards ?? []), ...pages.flat()].map((board) => [board.id, board]));
  return {
    space: closed ? undefined : data,
    boards: [...boards.values()],
    closed,
    error,
    retry: () => void refetch(),
    loadMore: data !== undefined && boards.size < data.board_count ? () => loadOlder(data.boards) : undefined,
    loadingMore: older.isFetching,
  };
}
