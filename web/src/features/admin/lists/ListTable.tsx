import type { MessageKey } from "@retro/contract/messages/catalogue";
import "./list-table.css";
import type { CSSProperties } from "react";
import ButtonBase from "@mui/material/ButtonBase";
import Skeleton from "@mui/material/Skeleton";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import { type Translate, useLocale, useT } from "../../../i18n/useT.ts";

export interface Column<Row> {
  sort?: string;
  label: MessageKey;
  text: (row: Row, t: Translate, locale: string) => string;
  numeric?: boolean;
  long?: boolean;
  /** Share of the table's width; `xs` is the share on a phone. */
  width?: string | { xs: string; sm: string };
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  /** These are still the rows of the previous page. */
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  onOpen?: (row: Row) => void;
}

export function ListTable<Row extends { id: string | number }>(props: Props<Row>) {
  const { caption, columns, rows, stale, sort, onSort, onOpen } = props;
  const t = useT();
  const locale = useLocale();
  return (
    <div className="list-scroll">
      <Table aria-label={caption} className={`list-table ${columns.length > 3 ? "cards" : ""}`}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <Heading key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody aria-busy={rows === undefined || stale}>
          {rows === undefined && <LoadingRows columns={columns.length} label={t("admin.loading")} />}
          {rows?.map((row) => (
            <TableRow
              key={row.id}
              hover={onOpen !== undefined}
              onClick={onOpen && (() => onOpen(row))}
              className={onOpen === undefined ? "" : "opens"}
            >
              {columns.map(({ label, text, numeric, long }, index) => (
                <TableCell
                  key={label}
                  className={`${long === true ? "long" : ""} ${numeric === true ? "numeric" : ""}`}
                  align={numeric === true ? "right" : "left"}
                >
                  {index === 0 && onOpen !== undefined ? (
                    // The button's click bubbles up to the row.
                    <ButtonBase className="list-row-button" aria-haspopup="dialog">
                      {text(row, t, locale)}
                    </ButtonBase>
                  ) : (
                    text(row, t, locale)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Heading<Row>({
  column: { sort: name, label, numeric, width },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const t = useT();
  const ascending = name !== undefined && sort === name;
  const descending = name !== undefined && sort === `-${name}`;
  const widths = typeof width === "object" ? width : { xs: width, sm: width };
  // Ascending, descending, then back to the server's default order.
  const next = ascending ? `-${name}` : descending ? "" : (name ?? "");
  return (
    <TableCell
      scope="col"
      align={numeric === true ? "right" : "left"}
      style={{ "--width": widths.sm, "--phone-width": widths.xs } as CSSProperties}
      sortDirection={ascending ? "asc" : descending ? "desc" : false}
    >
      {name === undefined ? (
        t(label)
      ) : (
        <TableSortLabel
          active={ascending || descending}
          direction={descending ? "desc" : "asc"}
          onClick={() => onSort(next)}
        >
          {t(label)}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

const loadingWidths = ["70%", "45%", "60%", "80%", "50%", "65%", "40%", "75%"];

function LoadingRows({ columns, label }: { columns: number; label: string }) {
  return loadingWidths.map((width, row) => (
    <TableRow key={width} className="waiting" {...(row === 0 && { "aria-label": label })}>
      {Array.from({ length: columns }, (_, column) => (
        <TableCell key={column}>
          <Skeleton width={width} />
        </TableCell>
      ))}
    </TableRow>
  ));
}
