import * as z from "zod";
import { listMeta } from "@retro/contract/lists";
import { sortedListQuery } from "@retro/contract/lists";
import type { ListQuery } from "@retro/contract/lists";
import type { Db, Deps, FeatureApp } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { adminOnly } from "./admin-only.ts";
import { prices } from "../../limits/budgets.ts";

interface AdminList<Row> {
  path: string;
  tag: string;
  summary: string;
  row: z.core.$ZodType<Row>;
  sorts: readonly string[];
  read: (db: Db, query: ListQuery) => Promise<{ rows: Row[]; total: number }>;
}

export function registerAdminList<Row>(app: FeatureApp, deps: Deps, list: AdminList<Row>): void {
  route(app, "get", list.path, {
    access: adminOnly(app),
    price: prices.list.points,
    tags: [list.tag, "admin"],
    summary: `${list.summary}; administrators only`,
    querystring: sortedListQuery(...list.sorts),
    answer: { 200: z.object({ data: z.array(list.row), meta: listMeta }) },
    refusals: [404, 422],
    handler: async (request) => {
      const { page, per_page } = request.query;
      const { rows, total } = await list.read(deps.database.reader, request.query);
      return { data: rows, meta: { total, page, per_page } };
    },
  });
}
