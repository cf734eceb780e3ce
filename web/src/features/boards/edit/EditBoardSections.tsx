import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DragIndicatorOutlined from "@mui/icons-material/DragIndicatorOutlined";
import { styled } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";

export interface SectionDraft {
  key: string;
  /** Null for a new section. */
  id: string | null;
  title: string;
}

const List = styled("ul")({ listStyleType: "''", margin: 0, padding: 0, display: "grid", gap: 8 });
const Row = styled("li")(({ theme }) => ({
  display: "flex",
  alignItems: "flex-start",
  gap: 2,
  backgroundColor: theme.vars.palette.background.paper,
  borderRadius: 8,
  // On a phone, the title and its buttons do not fit on one line.
  [theme.breakpoints.down("sm")]: {
    flexWrap: "wrap",
    justifyContent: "flex-end",
    "& > .MuiTextField-root": { width: "calc(100% - 34px)" },
  },
  // Centred on the field beside them, without the error text below it.
  "& .icon-button": { marginBlock: 3, "@media (pointer: coarse)": { marginBlock: 0 } },
}));
const Handle = styled("span")(({ theme }) => ({
  display: "inline-flex",
  padding: "8px 4px",
  cursor: "grab",
  touchAction: "none",
  color: theme.vars.palette.text.secondary,
}));

interface Props {
  sections: readonly SectionDraft[];
  /** Errors by index. */
  errors: readonly (string | undefined)[];
  onChange: (sections: readonly SectionDraft[]) => void;
  onRemove: (section: SectionDraft) => void;
}

/** The sections in their order. Users drag them by the handle, or move them with the buttons. */
export function EditBoardSections({ sections, errors, onChange, onRemove }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const move = (from: number, to: number) => onChange(arrayMove([...sections], from, to));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const from = sections.findIndex((section) => section.key === active.id);
        const to = sections.findIndex((section) => section.key === over?.id);
        if (from >= 0 && to >= 0 && from !== to) move(from, to);
      }}
    >
      <SortableContext items={sections.map((section) => section.key)} strategy={verticalListSortingStrategy}>
        <List>
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
              onUp={() => move(i, i - 1)}
              onDown={() => move(i, i + 1)}
              onRemove={() => onRemove(section)}
            />
          ))}
        </List>
      </SortableContext>
    </DndContext>
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
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: section.key });
  const { title } = section;
  return (
    <Row
      ref={setNodeRef}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        ...(isDragging && { zIndex: 1, position: "relative" }),
      }}
    >
      {/* The alternative to dragging. */}
      <Handle {...listeners} aria-hidden {...tip(t("board.drag", { title }))}>
        <DragIndicatorOutlined />
      </Handle>
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
      <IconAction label={t("board.moveUp", { title })} disabled={number === 1} onClick={onUp} size="small">
        <ArrowUpwardOutlined fontSize="small" />
      </IconAction>
      <IconAction
        label={t("board.moveDown", { title })}
        disabled={number === count}
        onClick={onDown}
        size="small"
      >
        <ArrowDownwardOutlined fontSize="small" />
      </IconAction>
      <IconAction
        label={t("board.removeSection", { title })}
        disabled={count === 1}
        onClick={onRemove}
        size="small"
      >
        <DeleteOutlined fontSize="small" />
      </IconAction>
    </Row>
  );
}
