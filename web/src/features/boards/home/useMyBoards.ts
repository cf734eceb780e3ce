import { fold } from "@retro/contract/fold";
import { boardListRow } from "@retro/contract/boards";
import { listMeta } from "@retro/contract/lists";
import type { BoardListRow } from "@retro/contract/boards";
import type { BoardShelf } from "@retro/contract/lists";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { call } from "../../../api/client.ts";
import { storedSpaceKeys } from "../../../api/storedSpaceKeys.ts";

interface Page {
  rows: BoardListRow[];
  total: number;
}
const boardsPerPage = 24;
const searchDelayMs = 150;
const boardsKey = ["boards", "mine"] as const;

const myBoardsQuery = (words: string, shelf: BoardShelf) =>
  infiniteQueryOptions({
    queryKey: [...boardsKey, shelf, words],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const page = pageParam === 1 ? "" : `&page=${pageParam}`;
      const search = words === "" ? "" : `&q=${encodeURIComponent(words)}`;
      const { data, meta } = await call(
        "GET",
        `boards?mine=1&per_page=${boardsPerPage}${page}${search}${shelf === "open" ? "" : `&shelf=${shelf}`}`,
        undefined,
        { schema: z.array(boardListRow), signal },
      );
      return { rows: await markOtherSpaces(data), total: listMeta.parse(meta).total };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total ? pages.length + 1 : undefined,
    staleTime: 0,
  });

/**
 * The server marks a board in a space whose present key this user has not shown. Where this browser has the
 * key, the call shows it, and the mark goes.
 */
async function markOtherSpaces(rows: BoardListRow[]): Promise<BoardListRow[]> {
  const keys = storedSpaceKeys();
  if (keys.length === 0) return rows;
  const marked = rows.map(async (row): Promise<BoardListRow> => {
    if (row.in_other_space === undefined) return row;
    const { data } = await call("POST", `boards/${row.id}/space`, { keys });
    const { in_other_space, ...rest } = row;
    return data === null ? { ...rest, in_other_space } : rest;
  });
  return Promise.all(marked);
}

function rowsOf(data: InfiniteData<Page> | undefined): BoardListRow[] {
  const rows = new Map((data?.pages ?? []).flatMap((page) => page.rows).map((row) => [row.id, row]));
  return [...rows.values()];
}

function filterBoards<Row extends { title: string }>(rows: readonly Row[], text: string): Row[] {
  const words = fold(text);
  return words === "" ? [...rows] : rows.filter(({ title }) => fold(title).includes(words));
}

export type MyBoards = ReturnType<typeof useMyBoards>;

export function useMyBoards(text: string, shelf: BoardShelf = "open") {
  const words = fold(text);
  const all = useInfiniteQuery(myBoardsQuery("", shelf));
  const rows = rowsOf(all.data);
  const total = all.data?.pages.at(-1)?.total ?? 0;
  const onServer = words !== "" && rows.length < total;
  const sent = useDelayed(words, searchDelayMs);
  const found = useInfiniteQuery({
    ...myBoardsQuery(sent, shelf),
    enabled: onServer && sent !== "",
    placeholderData: keepPreviousData,
  });
  const answered = onServer && sent === words && found.data !== undefined && !found.isPlaceholderData;
  const list = answered ? found : all;
  const shown = answered ? rowsOf(found.data) : filterBoards(rows, text);
  return {
    /** Undefined while the list is loading. */
    rows: all.data === undefined ? undefined : shown,
    /** Of the whole list, whatever is searched for. */
    total,
    /** Of all pages. */
    found: answered ? (found.data?.pages.at(-1)?.total ?? 0) : words === "" ? total : shown.length,
    /** Whether `rows` is everything that the search finds, not only what is on this page so far. */
    settled: !onServer || answered || found.isError,
    failed: all.isError && all.data === undefined,
    loadMore: (words === "" || answered) && list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    loadingMore: list.isFetchingNextPage,
  };
}

export function useDelayed(value: string, ms: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}

const contains = (data: InfiniteData<Page>, id: string) =>
  data.pages.some(({ rows }) => rows.some((row) => row.id === id));

export function dropBoard(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: boardsKey }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map(({ rows, total }) => ({
            rows: rows.filter((row) => row.id !== id),
            total: total - (contains(data, id) ? 1 : 0),
          })),
        },
  );
}

export function retitleBoard(client: QueryClient, id: string, title: string): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: boardsKey }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.id === id ? { ...row, title } : row)),
          })),
        },
  );
}

export async function refreshBoards(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: boardsKey });
}
