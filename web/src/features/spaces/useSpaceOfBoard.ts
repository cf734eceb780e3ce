import { spaceOfBoard, type SpaceOfBoard } from "@retro/contract/spaces/spaces";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { knownSpaces } from "./knownSpaces.ts";

const answersAbout = (boardId: string) => ["space-of-board", boardId] as const;

/** Null for a refusal and for a board in no space: they look alike [G4]. */
const spaceOfBoardQuery = (boardId: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: [...answersAbout(boardId), keys] as const,
    queryFn: ({ signal }) =>
      api.post<SpaceOfBoard | null>(
        `boards/${boardId}/space`,
        { keys },
        { schema: z.nullable(spaceOfBoard), signal },
      ),
    enabled: keys.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Null until the server has answered. */
export function useSpaceOfBoard(boardId: string): SpaceOfBoard | null {
  return useSpaceLookup(boardId).space;
}

/** A browser without a space sends no request. */
export function useSpaceLookup(boardId: string): { space: SpaceOfBoard | null; isLoading: boolean } {
  const spaces = useExternalStore(knownSpaces);
  // Sorted, because the list begins with the space that was opened last.
  const keys = spaces.map(({ key }) => key).toSorted();
  const { data, isLoading } = useQuery(spaceOfBoardQuery(boardId, keys));
  return { space: data ?? null, isLoading };
}

export function forgetSpaceOfBoard(client: QueryClient, boardId: string): void {
  void client.invalidateQueries({ queryKey: answersAbout(boardId) });
}
