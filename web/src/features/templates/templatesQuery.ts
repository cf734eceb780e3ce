import { template } from "@retro/contract/templates/template";
import type { Template } from "@retro/contract/templates/template";
import type { Locale } from "@retro/contract/messages/catalogue";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";

export const templatesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["board-templates", locale],
    queryFn: ({ signal }) => api.get<Template[]>("board-templates", { schema: z.array(template), signal }),
    staleTime: 300_000,
  });
