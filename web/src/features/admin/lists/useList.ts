import { listMeta } from "@retro/contract/lists";
import type { ListMeta } from "@retro/contract/lists";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { navigate, useLocation } from "../../../routes/router.tsx";
import * as z from "zod/mini";
import { ApiError, call } from "../../../api/client.ts";
import { userQuery } from "../../../api/user.ts";

export const pageSizes = [20, 50, 100] as const;

export interface ListState {
  page: number;
  perPage: number;
  sort: string;
  q: string;
}

function parseListState(search: URLSearchParams): ListState {
  const perPage = pageSizes.find((size) => String(size) === search.get("per_page")) ?? pageSizes[0];
  const page = Math.max(1, Math.floor(Number(search.get("page") ?? 1)) || 1);
  return { page, perPage, sort: search.get("sort") ?? "", q: search.get("q") ?? "" };
}

/** In the address, so that a reload, a step back and a shared link show the same page. */
export function useListState(): [ListState, (change: Partial<ListState>, replace?: boolean) => void] {
  const { pathname, search } = useLocation();
  const change = (next: Partial<ListState>, replace = next.q !== undefined) => {
    // Read the current address: a delayed search must not undo a sort order chosen meanwhile.
    const now = parseListState(new URLSearchParams(window.location.search));
    // A new order, page size or search starts at the first page.
    const { page: onPage, perPage: size, sort, q } = { ...now, page: 1, ...next };
    const params = new URLSearchParams();
    if (onPage > 1) params.set("page", String(onPage));
    if (size !== pageSizes[0]) params.set("per_page", String(size));
    if (sort !== "") params.set("sort", sort);
    if (q !== "") params.set("q", q);
    const query = params.size > 0 ? `?${params}` : "";
    navigate(pathname + query, { replace });
  };
  return [parseListState(new URLSearchParams(search)), change];
}

export const lastPage = ({ total, per_page: size }: ListMeta) => Math.max(1, Math.ceil(total / size));

export function useList<Row>(path: string, row: z.ZodMiniType<Row>, state: ListState) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ["admin", path, state],
    queryFn: async ({ signal }): Promise<{ rows: Row[]; meta: ListMeta }> => {
      const query = new URLSearchParams({ page: String(state.page), per_page: String(state.perPage) });
      if (state.sort !== "") query.set("sort", state.sort);
      if (state.q !== "") query.set("q", state.q);
      const { data, meta } = await call<Row[]>("GET", `${path}?${query}`, undefined, {
        schema: z.array(row),
        signal,
      });
      return { rows: data, meta: listMeta.parse(meta) };
    },
    placeholderData: keepPreviousData,
  });
  const { error } = query;
  useEffect(() => {
    // A user who is no longer an administrator gets 404 for the lists: the layout fetches the user again.
    if (error instanceof ApiError && (error.status === 401 || error.status === 404))
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [error, queryClient]);
  return query;
}
