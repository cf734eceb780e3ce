import type { ActionStatus } from "@retro/contract/actions";
import {
  afterAction,
  type SpaceAction,
  spaceAction,
  type SpaceActions,
  spaceActions as spaceActionsSchema,
} from "@retro/contract/spaces/space-actions";
import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "../../../api/client.ts";
import { keyOfSpace } from "../useSpace.ts";

/** Each page begins behind the last action of the page before [G7]. */
const openActionsQuery = (key: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOfSpace(key), "actions"] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get<SpaceActions>(`spaces/${key}/actions${pageParam}`, {
        schema: spaceActionsSchema,
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ actions, more }) => {
      const last = actions.at(-1);
      return more && last ? `?after=${afterAction(last)}` : undefined;
    },
    staleTime: 0,
  });

export function useSpaceActions(key: string, { enabled = true }: { enabled?: boolean } = {}) {
  const query = useInfiniteQuery({
    ...openActionsQuery(key),
    enabled,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  // Between the reads of two pages an action may have moved to the second one.
  const byId = new Map(data?.pages.flatMap(({ actions }) => actions).map((each) => [each.id, each]));
  return {
    actions: data === undefined ? null : [...byId.values()],
    error,
    isLoading: query.isLoading && query.failureCount === 0,
    retry: () => void refetch(),
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
    loadingMore: isFetchingNextPage,
  };
}

export function useSetStatus(
  key: string,
): (action: Pick<SpaceAction, "id">, status: ActionStatus) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (action, status) => {
      try {
        await api.put<SpaceAction>(`spaces/${key}/actions/${action.id}`, { status }, { schema: spaceAction });
        if (status !== "open") removeFromList(client, key, action.id);
      } finally {
        // Also after a refusal: the action may be gone, or its board locked.
        void client.invalidateQueries({ queryKey: keyOfSpace(key) });
      }
    },
    [client, key],
  );
}

function removeFromList(client: QueryClient, key: string, id: string): void {
  client.setQueryData(
    openActionsQuery(key).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          actions: page.actions.filter((each) => each.id !== id),
        })),
      },
  );
}

type Dated = Pick<SpaceAction, "due_on" | "created_at" | "id">;

export function byDueDate(a: Dated, b: Dated): number {
  if (a.due_on !== b.due_on) {
    if (a.due_on === null) return 1;
    if (b.due_on === null) return -1;
    return a.due_on < b.due_on ? -1 : 1;
  }
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
