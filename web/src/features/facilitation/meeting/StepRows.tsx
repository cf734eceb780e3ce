import "./step-rows.css";
import AddOutlined from "@mui/icons-material/AddOutlined";
import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import ExpandMoreOutlined from "@mui/icons-material/ExpandMoreOutlined";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { isAsking } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { DragHandle } from "../../../ui/drag/DragHandle.tsx";
import { useSortableList } from "../../../ui/drag/useSortableList.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { LiveRegion } from "../../../ui/focus/LiveRegion.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { newDraft, type StepDraft } from "./stepDraft.ts";

interface Props {
  drafts: readonly StepDraft[];
  /** The present step of a meeting: it stays. */
  present?: string;
  onChange: (drafts: readonly StepDraft[]) => void;
}

/** The agenda of a meeting: which steps it has, in which order, under which names and for how long [F1]. */
export function StepRows({ drafts, present, onChange }: Props) {
  const t = useT();
  const isFull = drafts.filter(({ isOn }) => isOn).length >= limits.meeting.steps;
  const move = (id: string, place: number) => {
    const row = drafts.find(({ step }) => step.id === id);
    if (row === undefined || place < 0 || place >= drafts.length) return;
    onChange(drafts.filter((each) => each !== row).toSpliced(place, 0, row));
    announce(t("drag.moved", { place: place + 1, places: drafts.length }));
  };
  const list = useSortableList<HTMLOListElement>({ onDrop: move });
  const add = (name: string, sentence?: string, place = drafts.length) =>
    onChange(drafts.toSpliced(place, 0, newDraft(t, name, sentence)));
  const closing = drafts.findLastIndex(({ step }) => step.kind === "close");
  const readyMade = [
    { name: t("meeting.agreement"), sentence: t("meeting.agreementSentence"), place: 0 },
    { name: t("meeting.thanks"), sentence: t("meeting.thanksSentence"), place: closing },
  ].filter(({ name }) => !drafts.some((draft) => draft.name === name));
  return (
    <>
      <ol ref={list} className="step-rows">
        {drafts.map((draft, index) => (
          <StepRow
            key={draft.step.id}
            draft={draft}
            canSwitch={draft.step.id !== present && (draft.isOn || !isFull)}
            onChange={(patch) => onChange(drafts.with(index, { ...draft, ...patch }))}
            move={(by) => move(draft.step.id, index + by)}
            isFirst={index === 0}
            isLast={index === drafts.length - 1}
          />
        ))}
      </ol>
      <div className="add-steps">
        <Button startIcon={<AddOutlined />} disabled={isFull} onClick={() => add(t("meeting.newStep"))}>
          {t("meeting.addStep")}
        </Button>
        {readyMade.map(({ name, sentence, place }) => (
          <Button
            key={name}
            startIcon={<AddOutlined />}
            disabled={isFull}
            aria-label={t("meeting.addNamed", { name })}
            onClick={() => add(name, sentence, place === -1 ? undefined : place)}
          >
            {name}
          </Button>
        ))}
      </div>
      {/* The board's own region is hidden behind the dialog. */}
      <LiveRegion />
    </>
  );
}

interface RowProps {
  draft: StepDraft;
  canSwitch: boolean;
  isFirst: boolean;
  isLast: boolean;
  onChange: (patch: Partial<StepDraft>) => void;
  move: (by: number) => void;
}

function StepRow({ draft, canSwitch, isFirst, isLast, onChange, move }: RowProps) {
  const t = useT();
  const { step, isOn, name } = draft;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="step-row" data-row={step.id} data-off={isOn ? undefined : ""}>
      <DragHandle title={name} />
      <Switch
        size="small"
        checked={isOn}
        disabled={!canSwitch}
        onChange={(_event, checked) => onChange({ isOn: checked })}
        slotProps={{ input: { "aria-label": name } }}
      />
      <input
        className="step-name"
        aria-label={t("meeting.stepName")}
        dir="auto"
        autoComplete="off"
        value={name}
        maxLength={limits.meeting.stepName}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <label className="step-number">
        <NumberInput
          label={t(step.kind === "discuss" ? "meeting.topicMinutes" : "meeting.stepMinutes")}
          value={draft.minutes}
          placeholder="–"
          onChange={(minutes) => onChange({ minutes })}
        />
        <span aria-hidden>{t("meeting.minShort")}</span>
      </label>
      <IconAction
        size="small"
        className="step-more"
        icon={ExpandMoreOutlined}
        label={t("meeting.stepMore", { name })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOn && <StepNumbers draft={draft} onChange={onChange} />}
      {isOpen && (
        <div className="step-details">
          <TextField
            size="small"
            label={t("meeting.stepSentence")}
            value={draft.sentence}
            onChange={({ target }) => onChange({ sentence: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.meeting.stepSentence } }}
          />
          {isAsking(step.kind) && (
            <QuestionFields
              kind={step.kind}
              texts={draft.questions}
              onChange={(questions) => onChange({ questions })}
            />
          )}
          <div className="step-moves">
            <IconAction
              size="small"
              icon={ArrowUpwardOutlined}
              label={t("meeting.moveUp", { name })}
              // Not disabled: a step that arrives at the top keeps the focus.
              aria-disabled={isFirst}
              onClick={() => move(-1)}
            />
            <IconAction
              size="small"
              icon={ArrowDownwardOutlined}
              label={t("meeting.moveDown", { name })}
              aria-disabled={isLast}
              onClick={() => move(1)}
            />
          </div>
        </div>
      )}
    </li>
  );
}

/** What only steps for voting and for discussing have. */
function StepNumbers({ draft, onChange }: Pick<RowProps, "draft" | "onChange">) {
  const t = useT();
  const { kind } = draft.step;
  if (kind === "vote")
    return (
      <div className="step-numbers">
        <NumberInput
          label={t("meeting.votesEach")}
          isShown
          value={draft.votes}
          placeholder={t("meeting.votesAuto")}
          onChange={(votes) => onChange({ votes })}
        />
        <NumberInput
          label={t("meeting.perSticker")}
          isShown
          value={draft.perSticker}
          placeholder="1"
          onChange={(perSticker) => onChange({ perSticker })}
        />
      </div>
    );
  if (kind === "discuss")
    return (
      <div className="step-numbers">
        <NumberInput
          label={t("meeting.topTopics")}
          isShown
          value={draft.topics}
          placeholder={t("meeting.allTopics")}
          onChange={(topics) => onChange({ topics })}
        />
      </div>
    );
  return null;
}

interface NumberInputProps {
  label: string;
  isShown?: boolean;
  value: string;
  /** What an empty field means. */
  placeholder: string;
  onChange: (value: string) => void;
}

function NumberInput({ label, isShown = false, value, placeholder, onChange }: NumberInputProps) {
  const input = (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, "").slice(0, 2))}
    />
  );
  if (!isShown) return input;
  return (
    <label className="step-number">
      <span aria-hidden>{label}</span>
      {input}
    </label>
  );
}
