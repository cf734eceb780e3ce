import "./table-mapper.css";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import {
  type ColumnChoice,
  columnRoles,
  type TableChoices,
  tableDelimiters,
  tableEncodings,
  type TablePreview,
} from "@retro/contract/files/table-import";
import { type ReactNode, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { firstFault } from "./importFailure.ts";
import { TableOutcome } from "./TableOutcome.tsx";
import { usePreview } from "./usePreview.ts";
import { useTake } from "./useTake.ts";
import { WritingProgress } from "./WritingProgress.tsx";

interface Props {
  file: File;
  table: TablePreview;
  /** The title of the section that gets the stickers; without it the table becomes a board. */
  section: string | undefined;
  onTake: (choices: TableChoices, signal: AbortSignal) => Promise<void>;
  onClose: () => void;
}

/** What an import needs to make what the preview shows. */
function choicesOf(preview: TablePreview): TableChoices {
  const { encoding, delimiter, sheet, sheets, heading, columns } = preview;
  return {
    columns: columns.map(({ role }) => role).join(","),
    encoding: encoding ?? undefined,
    delimiter: delimiter ?? undefined,
    sheet: sheets.length > 0 ? String(sheet) : undefined,
    heading,
  };
}

/** Which column of a table is what. Nothing is written before the button that says how many stickers. */
export function TableMapper({ file, table, section, onTake, onClose }: Props) {
  const t = useT();
  const { preview, fault, reading, choose, retry } = usePreview(file, table);
  const { refused, forget, cancel, take } = useTake(onTake);
  const invalid = firstFault(preview.errors, t);
  // Whether the columns are the user's choice.
  const [isChosen, setChosen] = useState(false);
  const change = (changed: Partial<TablePreview>): void => {
    forget();
    const choices = choicesOf({ ...preview, ...changed });
    // Another way to split the text makes other columns, which are guessed again; other letters make other headings.
    const isSplitAnew = (changed.delimiter ?? changed.sheet) !== undefined;
    const isGuessed = isSplitAnew || (changed.encoding !== undefined && !isChosen);
    if (isSplitAnew || changed.columns !== undefined) setChosen(!isSplitAnew);
    const guessed = isGuessed ? { ...choices, columns: undefined } : choices;
    choose(changed.sheet === undefined ? guessed : { ...guessed, heading: undefined }, changed);
  };
  return (
    <FormDialog
      title={section === undefined ? t("import.table.title") : t("import.section.title", { title: section })}
      width={880}
      keepOnOutsideClick
      refused={refused ?? fault ?? invalid}
      submitLabel={
        fault === null
          ? t(section === undefined ? "import.table.submit" : "import.section.submit", {
              count: preview.stickers,
            })
          : t("common.retry")
      }
      submitDisabled={
        reading || (fault === null && (invalid !== null || preview.stickers + preview.actions === 0))
      }
      cancelLabel={t("common.cancel")}
      onCancel={() => {
        cancel();
        onClose();
      }}
      onSubmit={() => (fault === null ? take(choicesOf(preview)) : retry())}
    >
      <div className="mapper-source">
        {preview.encoding !== null && (
          <Choice
            label={t("import.table.encoding")}
            value={preview.encoding}
            options={tableEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(encoding) => change({ encoding })}
          />
        )}
        {preview.delimiter !== null && (
          <Choice
            label={t("import.table.delimiter")}
            value={preview.delimiter}
            options={tableDelimiters.map((value) => ({ value, label: t(`import.table.delimiter.${value}`) }))}
            onChange={(delimiter) => change({ delimiter })}
          />
        )}
        {preview.sheets.length > 1 && (
          <Choice
            label={t("import.table.sheet")}
            value={String(preview.sheet)}
            options={preview.sheets.map((label, i) => ({ value: String(i + 1), label }))}
            onChange={(sheet) => change({ sheet: Number(sheet) })}
          />
        )}
        <FormControlLabel
          label={t("import.table.heading")}
          control={
            <Checkbox
              checked={preview.heading === "yes"}
              onChange={(event) => change({ heading: event.target.checked ? "yes" : "no" })}
            />
          }
        />
      </div>
      <ColumnTable preview={preview} onColumns={(columns) => change({ columns })} />
      <TableOutcome preview={preview} section={section} reading={reading} />
      {section === undefined && <WritingProgress />}
    </FormDialog>
  );
}

function ColumnTable({
  preview: { columns, rows, rowCount },
  onColumns,
}: {
  preview: TablePreview;
  onColumns: (columns: TablePreview["columns"]) => void;
}) {
  const t = useT();
  const setRole = (index: number, role: ColumnChoice): void => {
    // A role that only one column can have moves to this column.
    const isTaken = (other: ColumnChoice) => other === role && role !== "" && role !== "stickers";
    onColumns(
      columns.map((column, i) =>
        i === index ? { ...column, role } : isTaken(column.role) ? { ...column, role: "" } : column,
      ),
    );
  };
  const roles = [
    { value: "" as const, label: t("import.table.role.none") },
    ...columnRoles.map((value) => ({ value, label: t(`import.table.role.${value}`) })),
  ];
  return (
    <div className="mapper-table">
      <table>
        <caption>
          {t("import.table.columns")} · {t("import.table.rows", { shown: rows.length, count: rowCount })}
        </caption>
        <thead>
          <tr>
            {columns.map(({ heading, role }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <th key={i} scope="col">
                <Choice
                  label={t("import.table.column", { name: heading })}
                  value={role}
                  options={roles}
                  onChange={(chosen) => setRole(i, chosen)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={row}>
              {cells.map((cell, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <td key={i} data-left-out={columns[i]?.role === "" || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}
