import { spaceTemplate, type SpaceTemplate } from "@retro/contract/templates/space-templates";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";

/** The key is below the space's, so that an event of the space fetches them again. */
export const spaceTemplatesQuery = (key: string) =>
  queryOptions({
    queryKey: ["space", key, "templates"],
    queryFn: ({ signal }) =>
      api.get<SpaceTemplate[]>(`spaces/${key}/templates`, { schema: z.array(spaceTemplate), signal }),
    staleTime: 0,
  });

export function useRefreshTemplates(key: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: spaceTemplatesQuery(key).queryKey });
}
