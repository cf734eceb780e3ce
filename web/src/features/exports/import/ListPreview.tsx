import type { ImportOutcome, TableChoices } from "@retro/contract/files/table-import";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { TableOutcome } from "./TableOutcome.tsx";
import { useTake } from "./useTake.ts";
import { WritingProgress } from "./WritingProgress.tsx";

interface Props {
  board: ImportOutcome;
  section: string | undefined;
  onTake: (choices: TableChoices, signal: AbortSignal) => Promise<void>;
  onClose: () => void;
}

/** What a list or the file of a known tool becomes. Nothing is written before its button. */
export function ListPreview({ board, section, onTake, onClose }: Props) {
  const t = useT();
  const { refused, cancel, take } = useTake(onTake);
  const count = board.stickers;
  return (
    <FormDialog
      title={section === undefined ? t("import.list.title") : t("import.section.title", { title: section })}
      width={600}
      keepOnOutsideClick
      refused={refused}
      submitLabel={t(section === undefined ? "import.table.submit" : "import.section.submit", { count })}
      submitDisabled={count + board.actions === 0}
      cancelLabel={t("common.cancel")}
      onCancel={() => {
        cancel();
        onClose();
      }}
      onSubmit={() => take({})}
    >
      <div className="list-preview">
        {board.sections.map(({ title, stickers, first = [] }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a section is its place
          <section key={i}>
            <h3 dir="auto">{title}</h3>
            <ul>
              {first.map((text, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a sticker is its place
                <li key={at} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
            {stickers > first.length && (
              <span className="more">{t("exports.more", { count: stickers - first.length })}</span>
            )}
          </section>
        ))}
      </div>
      {/* The sections are above. */}
      <TableOutcome preview={{ ...board, sections: [] }} section={section} reading={false} />
      {section === undefined && <WritingProgress />}
    </FormDialog>
  );
}
