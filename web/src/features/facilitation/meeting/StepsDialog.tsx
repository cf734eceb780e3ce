import AddOutlined from "@mui/icons-material/AddOutlined";
import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { limits } from "@retro/contract/limits";
import {
  isAsking,
  type Meeting,
  type MeetingStep,
  type StepKind,
  stepKinds,
} from "@retro/contract/facilitation/meeting";
import { usualMinutes } from "@retro/rules/meeting";
import { useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { createId } from "../../../board-state/commands/createId.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import { editedQuestions, isUnfinished, type QuestionTexts, questionTexts } from "./questionTexts.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { stepName, stepSentence } from "./stepTexts.ts";

interface Props {
  meeting: Meeting;
  onClose: () => void;
}

/** A step as it is edited: its texts as they are shown, and the minutes as they are typed. */
interface Row {
  step: MeetingStep;
  name: string;
  sentence: string;
  minutes: string;
  questions: QuestionTexts;
}

/** Names, sentences, minutes and order of the steps [F1]. The present step stays. */
export function StepsDialog({ meeting, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const toRow = (step: MeetingStep): Row => ({
    step,
    name: stepName(t, step),
    sentence: stepSentence(t, step),
    minutes: String(step.minutes ?? ""),
    questions: questionTexts(t, step),
  });
  const [rows, setRows] = useState(() => meeting.steps.map(toRow));
  const change = (index: number, patch: Partial<Row>) =>
    setRows((all) => all.map((row, i) => (i === index ? { ...row, ...patch } : row)));
  const move = (index: number, by: number) =>
    setRows((all) => {
      const moved = [...all];
      moved.splice(index + by, 0, ...moved.splice(index, 1));
      return moved;
    });
  const addButton = useRef<HTMLButtonElement>(null);
  const leaveOut = (index: number) => {
    keepFocus(() => addButton.current);
    setRows((all) => all.filter((_, i) => i !== index));
  };
  const add = () => {
    const step: MeetingStep = { id: createId(), kind: "custom", name: "", minutes: null };
    const row = { ...toRow(step), name: t("meeting.newStep"), minutes: "5" };
    setRows((all) => [...all, row]);
  };
  const addKind = (kind: UsualKind) => {
    keepFocus(() => addButton.current);
    const order = stepKinds.indexOf(kind);
    const step = { id: freeId(kind, rows), kind, minutes: usualMinutes[kind] };
    setRows((all) => {
      const behind = all.findIndex(({ step: each }) => stepKinds.indexOf(each.kind) > order);
      return all.toSpliced(behind === -1 ? all.length : behind, 0, toRow(step));
    });
  };
  const save = async () => {
    const isSaved = await commands.setSteps(rows.map((row) => fromRow(row, toRow(row.step), t)));
    if (!isSaved) throw new ApiError(409, t("meeting.notDone"));
  };
  return (
    <FormDialog
      open
      title={t("meeting.editSteps")}
      width={720}
      submitLabel={t("common.save")}
      submitDisabled={rows.some(
        ({ name, step, questions }) => name.trim() === "" || isUnfinished(step, questions),
      )}
      keepOnOutsideClick
      onCancel={onClose}
      onSubmit={save}
    >
      <ol className="step-rows">
        {rows.map((row, index) => (
          <li key={row.step.id}>
            <StepFields row={row} onChange={(patch) => change(index, patch)} />
            <div className="step-buttons">
              <IconAction
                size="small"
                label={t("meeting.moveUp", { name: row.name })}
                // Not disabled: a step that arrives at the top keeps the focus.
                aria-disabled={index === 0}
                onClick={() => index > 0 && move(index, -1)}
              >
                <ArrowUpwardOutlined />
              </IconAction>
              <IconAction
                size="small"
                label={t("meeting.moveDown", { name: row.name })}
                aria-disabled={index === rows.length - 1}
                onClick={() => index < rows.length - 1 && move(index, 1)}
              >
                <ArrowDownwardOutlined />
              </IconAction>
              <IconAction
                size="small"
                label={t("meeting.leaveOut", { name: row.name })}
                disabled={row.step.id === meeting.step}
                onClick={() => leaveOut(index)}
              >
                <DeleteOutlined />
              </IconAction>
            </div>
            {isAsking(row.step.kind) && (
              <QuestionFields
                kind={row.step.kind}
                texts={row.questions}
                onChange={(questions) => change(index, { questions })}
              />
            )}
          </li>
        ))}
      </ol>
      <div className="add-steps">
        <Button
          ref={addButton}
          startIcon={<AddOutlined />}
          disabled={rows.length >= limits.meeting.steps}
          onClick={add}
        >
          {t("meeting.addStep")}
        </Button>
        {usualKinds
          .filter(
            (kind) => rows.length < limits.meeting.steps && !rows.some(({ step }) => step.kind === kind),
          )
          .map((kind) => (
            <Button key={kind} startIcon={<AddOutlined />} onClick={() => addKind(kind)}>
              {t("meeting.addNamed", { name: stepName(t, { kind }) })}
            </Button>
          ))}
      </div>
    </FormDialog>
  );
}

function StepFields({ row, onChange }: { row: Row; onChange: (patch: Partial<Row>) => void }) {
  const t = useT();
  return (
    <>
      <TextField
        size="small"
        label={t("meeting.stepName")}
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.meeting.stepName } }}
      />
      <TextField
        size="small"
        label={t("meeting.stepSentence")}
        value={row.sentence}
        onChange={({ target }) => onChange({ sentence: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.meeting.stepSentence } }}
      />
      <TextField
        size="small"
        label={t("meeting.stepMinutes")}
        value={row.minutes}
        onChange={({ target }) => onChange({ minutes: target.value.replace(/\D/g, "").slice(0, 2) })}
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
    </>
  );
}

type UsualKind = Exclude<StepKind, "custom">;
const usualKinds = stepKinds.filter((kind) => kind !== "custom");

/** A step may have been renamed, and another one have its id. */
function freeId(kind: UsualKind, rows: readonly Row[]): string {
  return rows.some(({ step }) => step.id === kind) ? createId() : kind;
}

/** A text that nobody changed stays the kind's own, in each reader's language. */
function fromRow(
  { step, name, sentence, minutes, questions }: Row,
  shown: Row,
  t: ReturnType<typeof useT>,
): MeetingStep {
  const { name: _name, sentence: _sentence, questions: _questions, ...kept } = step;
  const asked = editedQuestions(t, step, questions);
  const keptName = name === shown.name ? step.name : name.trim();
  const keptSentence = sentence === shown.sentence ? step.sentence : sentence.trim();
  return {
    ...kept,
    minutes: Number(minutes) > 0 ? Number(minutes) : null,
    ...(asked !== undefined && { questions: asked }),
    ...(keptName !== undefined && { name: keptName || name.trim() }),
    ...(keptSentence !== undefined && { sentence: keptSentence }),
  };
}
