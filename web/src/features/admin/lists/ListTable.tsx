import ButtonBase from "@mui/material/ButtonBase";
import Skeleton from "@mui/material/Skeleton";
import { styled } from "@mui/material/styles";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import { useT } from "../../../i18n/useT.ts";

export interface Column<Row> {
  /** The name by which the server sorts; absent if it cannot sort by this column. */
  sort?: string;
  label: string;
  text: (row: Row) => string;
  /** A number: right-aligned, with digits of equal width. */
  numeric?: boolean;
  /** Long text: a separate paragraph where a row is a card. */
  long?: boolean;
  /** Share of the table's width; `xs` is the share on a phone. */
  width?: string | { xs: string; sm: string };
}

const ScrollContainer = styled("div")({ overflowX: "auto", borderRadius: 12 });
const RowsTable = styled(Table)(({ theme }) => ({
  tableLayout: "fixed",
  "& th": { fontWeight: 600, color: theme.vars.palette.text.secondary, overflowWrap: "normal" },
  "& th, & td": { padding: "10px 16px", borderColor: theme.vars.palette.divider, verticalAlign: "top" },
  "& thead > tr > *": { verticalAlign: "middle" },
  "& tbody tr:last-of-type > *": { borderBottom: 0 },
  "& tbody[aria-busy=true]": { opacity: 0.66 },
  [theme.breakpoints.down("sm")]: {
    "& th, & td": { padding: "10px 12px" },
    // The space of an invisible sort arrow costs too much width on a phone.
    "& .MuiTableSortLabel-root:not(.Mui-active) svg": { display: "none" },
    // Too many columns for a phone: each row becomes a card with the first text as its title and the others below. The headings become one
    // line of sort buttons.
    "&.cards": {
      "&, & thead, & tbody, & tbody tr": { display: "block" },
      "& thead tr": {
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 12,
        padding: "0 12px",
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      },
      "& thead th": { ...theme.typography.caption, width: "auto !important", border: 0, padding: "14px 0" },
      "& thead .MuiTableSortLabel-root": { verticalAlign: "top" },
      "& tbody tr": { padding: "10px 12px" },
      "& tbody tr:not(:last-of-type)": { borderBottom: `1px solid ${theme.vars.palette.divider}` },
      "& tbody td": { display: "inline", border: 0, padding: 0, color: theme.vars.palette.text.secondary },
      "& tbody td:empty": { display: "none" },
      "& tbody td:first-of-type": {
        display: "block",
        fontWeight: 600,
        color: theme.vars.palette.text.primary,
      },
      "& tbody td:first-of-type ~ td:not(:empty) ~ td:not(.long)::before": { content: '" · "' },
      "& tbody .waiting td": { display: "block" },
      "& tbody .waiting td:nth-of-type(n + 3)": { display: "none" },
      "& tbody td.long": { display: "block", marginTop: 4, color: theme.vars.palette.text.primary },
    },
  },
}));
const RowButton = styled(ButtonBase)({
  font: "inherit",
  textAlign: "start",
  justifyContent: "flex-start",
  borderRadius: 4,
  verticalAlign: "top",
  minHeight: 20,
  overflowWrap: "anywhere",
});

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** These are still the rows of the previous page. */
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  onOpen?: (row: Row) => void;
}

/** The rows. A click anywhere on a row opens its details; a button does the same for the keyboard. */
export function ListTable<Row extends { id: string | number }>(props: Props<Row>) {
  const { caption, columns, rows, stale, sort, onSort, onOpen } = props;
  const t = useT();
  return (
    <ScrollContainer>
      <RowsTable aria-label={caption} className={columns.length > 3 ? "cards" : ""}>
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
              sx={{ cursor: onOpen === undefined ? "auto" : "pointer" }}
            >
              {columns.map(({ label, text, numeric, long }, index) => (
                <TableCell
                  key={label}
                  className={long === true ? "long" : ""}
                  align={numeric === true ? "right" : "left"}
                  sx={{ fontVariantNumeric: numeric === true ? "tabular-nums" : "normal" }}
                >
                  {index === 0 && onOpen !== undefined ? (
                    // The button's click bubbles up to the row.
                    <RowButton aria-haspopup="dialog">{text(row)}</RowButton>
                  ) : (
                    text(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </RowsTable>
    </ScrollContainer>
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
  const ascending = name !== undefined && sort === name;
  const descending = name !== undefined && sort === `-${name}`;
  // Ascending, descending, then back to the server's default order.
  const next = ascending ? `-${name}` : descending ? "" : (name ?? "");
  return (
    <TableCell
      scope="col"
      align={numeric === true ? "right" : "left"}
      sx={{ width }}
      sortDirection={ascending ? "asc" : descending ? "desc" : false}
    >
      {name === undefined ? (
        label
      ) : (
        <TableSortLabel
          active={ascending || descending}
          direction={descending ? "desc" : "asc"}
          onClick={() => onSort(next)}
        >
          {label}
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
