import { clientConfig } from "@retro/contract/events";
import type { ClientConfig } from "@retro/contract/events";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** What a client needs to connect: realtime and captcha settings. Fetched once a page. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => api.get<ClientConfig>("config", { schema: clientConfig, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
