import "./edit-board.css";
import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import TextField from "@mui/material/TextField";
import { translate } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { DragHandle } from "../../../ui/drag/DragHandle.tsx";
import { useSortableList } from "../../../ui/drag/useSortableList.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { LiveRegion } from "../../../ui/focus/LiveRegion.tsx";

export interface SectionDraft {
  key: string;
  id: string | null;
  title: string;
  /** It is the board's place for actions [D6]. */
  holdsActions?: boolean;
}

interface Props {
  sections: readonly SectionDraft[];
  errors: readonly (string | undefined)[];
  onChange: (sections: readonly SectionDraft[]) => void;
  onRemove: (section: SectionDraft) => void;
}

export function EditBoardSections({ sections, errors, onChange, onRemove }: Props) {
  const move = (key: string, place: number) => {
    const from = sections.findIndex((section) => section.key === key);
    const others = sections.filter((section) => section.key !== key);
    if (from === place || from < 0) return;
    onChange([...others.slice(0, place), ...sections.slice(from, from + 1), ...others.slice(place)]);
    announce(translate("drag.moved", { place: place + 1, places: sections.length }));
  };
  const list = useSortableList<HTMLUListElement>({ onDrop: move });
  return (
    <>
      <ul ref={list} className="edit-sections">
        {sections.map((section, i) => (
          <SectionRow
            key={section.key}
            section={section}
            number={i + 1}
            error={errors[i]}
            count={sections.length}
            onTitle={(title) =>
              onChange(sections.map((each) => (each.key === section.key ? { ...each, title } : each)))
            }
            onUp={() => move(section.key, i - 1)}
            onDown={() => move(section.key, i + 1)}
            onRemove={() => onRemove(section)}
          />
        ))}
      </ul>
      {/* The board's own region is hidden behind the dialog. */}
      <LiveRegion />
    </>
  );
}

interface RowProps {
  section: SectionDraft;
  number: number;
  error: string | undefined;
  count: number;
  onTitle: (title: string) => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
}

function SectionRow({ section, number, error, count, onTitle, onUp, onDown, onRemove }: RowProps) {
  const t = useT();
  const { title } = section;
  return (
    <li className="edit-section" data-row={section.key}>
      <DragHandle title={title} />
      <TextField
        size="small"
        fullWidth
        autoComplete="off"
        value={title}
        error={error !== undefined}
        helperText={error}
        onChange={(event) => onTitle(event.target.value)}
        slotProps={{
          htmlInput: {
            "aria-label": t("board.sectionTitle", { number }),
            "aria-required": true,
            dir: "auto",
          },
        }}
      />
      <IconAction
        icon={ArrowUpwardOutlined}
        label={t("board.moveUp", { title })}
        disabled={number === 1}
        onClick={onUp}
        size="small"
      />
      <IconAction
        icon={ArrowDownwardOutlined}
        label={t("board.moveDown", { title })}
        disabled={number === count}
        onClick={onDown}
        size="small"
      />
      <IconAction
        icon={DeleteOutlined}
        label={t("board.removeSection", { title })}
        disabled={count === 1}
        onClick={onRemove}
        size="small"
      />
    </li>
  );
}
