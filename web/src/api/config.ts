import { clientConfig } from "@retro/contract/events";
import type { ClientConfig } from "@retro/contract/events";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

/** The server writes its answer into the page, to spare a round trip; undefined in development. */
function configInPage(): ClientConfig | undefined {
  const text = document.getElementById("retro-config")?.textContent;
  if (text === undefined || text === null) return undefined;
  const parsed = clientConfig.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => api.get<ClientConfig>("config", { schema: clientConfig, signal }),
  initialData: configInPage,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether this server sends webhooks. */
export function useHasWebhooks(): boolean {
  return useQuery(configQuery).data?.webhooks !== false;
}
