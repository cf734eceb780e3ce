import { knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { api, ApiError } from "../../api/client.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { knownSpaces } from "./knownSpaces.ts";

const answersAbout = (boardId: string) => ["space-of-board", boardId] as const;

/** Null for a refusal and for a board in no space: they look alike [G4]. */
const spaceOfBoardQuery = (boardId: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: [...answersAbout(boardId), keys] as const,
    async queryFn({ signal }): Promise<KnownSpace | null> {
      try {
        return await api.post<KnownSpace>(
          `boards/${boardId}/space`,
          { keys },
          { schema: knownSpace, signal },
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    enabled: keys.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Null until the server has answered. A browser that knows no space asks nothing. */
export function useSpaceOfBoard(boardId: string): KnownSpace | null {
  const spaces = useExternalStore(knownSpaces);
  // Sorted, because the list begins with the space that was opened last.
  const keys = spaces.map(({ key }) => key).toSorted();
  return useQuery(spaceOfBoardQuery(boardId, keys)).data ?? null;
}

export function forgetSpaceOfBoard(client: QueryClient, boardId: string): void {
  void client.invalidateQueries({ queryKey: answersAbout(boardId) });
}
