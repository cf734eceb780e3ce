import "./edit-board.css";
import AddOutlined from "@mui/icons-material/AddOutlined";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { limits } from "@retro/contract/limits";
import { useId } from "react";
import { useT } from "../../../i18n/useT.ts";
import { EditBoardSections, type SectionDraft } from "./EditBoardSections.tsx";
import type { BoardDraft } from "./useBoardDraft.ts";

interface Props {
  draft: BoardDraft;
  touched: boolean;
  serverError: (field: string) => string | undefined;
  onEdit: () => void;
}

export function BoardDetailsFields({
  draft,
  touched,
  serverError,
  onEdit,
  onTouch,
}: Props & { onTouch: () => void }) {
  const t = useT();
  const titleError = (touched ? draft.faults.title : undefined) ?? serverError("title");
  const descriptionError = draft.faults.description ?? serverError("description");
  return (
    <>
      <TextField
        label={t("board.title")}
        value={draft.title}
        fullWidth
        autoComplete="off"
        className="edit-board-title"
        error={titleError !== undefined}
        helperText={titleError}
        onBlur={onTouch}
        onChange={(event) => {
          draft.setTitle(event.target.value);
          onEdit();
        }}
        slotProps={{ htmlInput: { "aria-required": true, dir: "auto" } }}
      />
      <TextField
        label={t("board.description")}
        value={draft.description}
        fullWidth
        multiline
        minRows={2}
        maxRows={5}
        autoComplete="off"
        error={descriptionError !== undefined}
        helperText={descriptionError}
        onChange={(event) => {
          draft.setDescription(event.target.value);
          onEdit();
        }}
        slotProps={{ htmlInput: { dir: "auto" } }}
      />
    </>
  );
}

export function BoardSectionsFields({
  draft,
  touched,
  serverError,
  onEdit,
  onClearRefusal,
}: Props & { onClearRefusal: () => void }) {
  const t = useT();
  return (
    <div className="edit-board-sections">
      <div className="edit-board-sections-head">
        <Typography variant="subtitle1" component="h3">
          {t("board.sections")}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {draft.sections.length}/{limits.maxSections}
        </Typography>
      </div>
      <EditBoardSections
        sections={draft.sections}
        errors={draft.sections.map(
          (_, i) =>
            (touched ? draft.faults.sections[i] : undefined) ??
            serverError(`sections.${i}.title`) ??
            serverError(`sections.${i}.id`),
        )}
        onChange={(next) => {
          draft.setSections(next);
          onEdit();
        }}
        onRemove={(section) => {
          draft.removeSection(section);
          onClearRefusal();
        }}
      />
      {draft.sections.length < limits.maxSections && (
        <Button
          startIcon={<AddOutlined />}
          className="edit-board-add"
          onClick={() => {
            draft.addSection();
            onClearRefusal();
          }}
        >
          {t("board.addSection")}
        </Button>
      )}
      <ActionsSectionField
        sections={draft.sections}
        onChange={(next) => {
          draft.setSections(next);
          onEdit();
        }}
      />
    </div>
  );
}

interface ActionsSectionProps {
  sections: readonly SectionDraft[];
  onChange: (sections: readonly SectionDraft[]) => void;
}

/** One section at most is the board's place for actions [D6]. */
function ActionsSectionField({ sections, onChange }: ActionsSectionProps) {
  const t = useT();
  const id = useId();
  return (
    <TextField
      select
      size="small"
      fullWidth
      className="edit-board-actions-section"
      id={id}
      label={t("board.actionsSection")}
      helperText={t("board.actionsSectionHint")}
      value={sections.find(({ holdsActions }) => holdsActions)?.key ?? ""}
      onChange={({ target: { value } }) =>
        onChange(sections.map((section) => ({ ...section, holdsActions: section.key === value })))
      }
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{t("board.actionsSectionNone")}</option>
      {sections.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </TextField>
  );
}
