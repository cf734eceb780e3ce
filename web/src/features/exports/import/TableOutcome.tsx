import type { ImportOutcome } from "@retro/contract/files/table-import";
import { useT } from "../../../i18n/useT.ts";

interface Props {
  preview: ImportOutcome;
  /** The title of the section that gets the stickers; without it a board is made. */
  section: string | undefined;
  reading: boolean;
}

/** What the board would have, read out when it changes. */
export function TableOutcome({ preview, section, reading }: Props) {
  const t = useT();
  const { sections, actions, leftOut } = preview;
  const titles = sections.map(({ title, stickers }) => t("import.table.section", { title, count: stickers }));
  const left = leftOut.map(({ kind, count }) => t(`import.leftOut.${kind}`, { count }));
  if (section !== undefined) return <p className="mapper-outcome">{t("import.section.hint")}</p>;
  const parts = [
    titles.length > 0 && t("import.table.sections", { list: titles.join(", ") }),
    actions > 0 && t("import.table.actions", { count: actions }),
    left.length > 0 && t("import.leftOut", { list: left.join(", ") }),
  ].filter((part) => part !== false);
  return (
    <p className="mapper-outcome" role="status">
      {reading ? t("import.table.reading") : parts.join(" ")}
    </p>
  );
}
