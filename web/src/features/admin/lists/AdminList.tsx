import type { MessageKey } from "@retro/contract/messages/catalogue";
import "./lists.css";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import type * as z from "zod/mini";
import { useT } from "../../../i18n/useT.ts";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { ListTable } from "./ListTable.tsx";
import type { Column } from "./ListTable.tsx";
import { Pager } from "./Pager.tsx";
import { SearchField } from "./SearchField.tsx";
import { lastPage, useList, useListState } from "./useList.ts";

interface Props<Row> {
  heading: MessageKey;
  path: string;
  row: z.ZodMiniType<Row>;
  columns: readonly Column<Row>[];
  Details?: ComponentType<{ row: Row; open: boolean; onClose: () => void }>;
}

export function AdminList<Row extends { id: string | number }>(props: Props<Row>) {
  const { heading, path, row, columns, Details } = props;
  const t = useT();
  const [address, change] = useListState();
  const known = columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort, `-${sort}`]));
  const state = { ...address, sort: known.includes(address.sort) ? address.sort : "" };
  const { data, error, refetch, isFetching, isPlaceholderData } = useList(path, row, state);
  const last = data === undefined ? Infinity : lastPage(data.meta);
  // An old address, or a list that has become shorter.
  const isBeyond = !isFetching && state.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, true);
  });
  const [shown, setShown] = useState<Row | null>(null);
  const [open, setOpen] = useState(false);
  const show = (each: Row) => {
    setShown(each);
    setOpen(true);
  };
  return (
    <div className="admin-list">
      <div className="admin-list-head">
        <Typography variant="h1" className="admin-list-title">
          {t(heading)}
        </Typography>
        <SearchField value={state.q} onChange={(q) => change({ q })} />
      </div>
      <div className="admin-list-rows">
        {error !== null ? (
          <EmptyState title={t("admin.failed")} onRetry={() => void refetch()}>
            {error.message}
          </EmptyState>
        ) : data?.meta.total === 0 ? (
          <EmptyState title={t(state.q === "" ? "admin.empty" : "admin.nothingFound")}>
            {state.q === "" ? undefined : t("admin.nothingFoundHint")}
          </EmptyState>
        ) : (
          <ListTable
            caption={t(heading)}
            columns={columns}
            rows={data?.rows}
            stale={isPlaceholderData}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            {...(Details !== undefined && { onOpen: show })}
          />
        )}
      </div>
      {data !== undefined && data.meta.total > 0 && <Pager meta={data.meta} onChange={change} />}
      {shown !== null && Details !== undefined && (
        <Details row={shown} open={open} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
