import "./rounds.css";
import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { limits } from "@retro/contract/limits";
import { type OpenRound, roundTitle } from "@retro/contract/facilitation/rounds";
import type { BoardView } from "@retro/rules/apply-change";
import { isRoundsFull, openRoundOf, presentRound } from "@retro/rules/rounds";
import { childrenOf } from "@retro/rules/tree";
import { useId, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useBoardState, useBoardStore, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { isCountWithin, NumberField } from "../../../ui/controls/NumberField.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import { hasVotes } from "./presentVotes.ts";

const usualVotes = 3;

interface Draft {
  name: string;
  votes: string;
  perSticker: string;
  /** null: the whole board. */
  sections: readonly string[] | null;
  conceal: boolean;
}

/** Opens a round of votes: on what, and how many. The votes so far become a closed round [V8]. */
export function RoundDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const commands = useFacilitationCommands();
  const store = useBoardStore();
  const facilitation = useFacilitation();
  const closes = useBoardState(({ view }) => hasVotes(view));
  const { votes, concealVoteCount } = facilitation.facilitator_options;
  const [sections] = useState(() => sectionsOf(store.getState().view));
  const [draft, setDraft] = useState<Draft>({
    name: "",
    votes: String((votes !== false && votes.limit) || usualVotes),
    perSticker: "1",
    sections: null,
    conceal: concealVoteCount,
  });
  const change = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }));
  const round = readDraft(draft);
  const open = async () => {
    if (round === null) return;
    if (!(await commands.openRound(round)))
      throw new ApiError(409, t(isRoundsFull(facilitation) ? "error.rounds_full" : "meeting.notDone"));
  };
  const present = presentRound(facilitation);
  return (
    <FormDialog
      title={t("rounds.new")}
      submitLabel={t("rounds.open")}
      submitDisabled={round === null}
      keepOnOutsideClick
      onCancel={onClose}
      onSubmit={open}
    >
      {closes && (
        <Alert severity="info">
          {t("rounds.closesPresent", { title: roundTitle(t, present, openRoundOf(facilitation) ?? {}) })}
        </Alert>
      )}
      <TextField
        label={t("rounds.name")}
        placeholder={roundTitle(t, closes ? present + 1 : present, {})}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.rounds.name }, inputLabel: { shrink: true } }}
      />
      <div className="round-numbers">
        <NumberField
          label={t("meeting.votesEach")}
          value={draft.votes}
          max={limits.voteLimitMax}
          onChange={(value) => change({ votes: value })}
        />
        <NumberField
          label={t("rounds.perSticker")}
          value={draft.perSticker}
          max={limits.rounds.perSticker}
          onChange={(value) => change({ perSticker: value })}
        />
      </div>
      <ScopeFields
        sections={sections}
        chosen={draft.sections}
        onChange={(chosen) => change({ sections: chosen })}
      />
      <FormControlLabel
        control={<Checkbox checked={draft.conceal} onChange={(_event, conceal) => change({ conceal })} />}
        label={t("rounds.conceal")}
      />
    </FormDialog>
  );
}

function sectionsOf(view: BoardView | null): { id: string; title: string }[] {
  if (view === null) return [];
  return childrenOf(view.items, null).map(({ id, title }) => ({ id, title: title ?? "" }));
}

/** Null while a number is not permitted, or no section is chosen. */
function readDraft({ name, votes, perSticker, sections, conceal }: Draft): OpenRound | null {
  const [limit, most] = [Number(votes), Number(perSticker)];
  if (!isCountWithin(limit, limits.voteLimitMax) || !isCountWithin(most, limits.rounds.perSticker))
    return null;
  if (sections?.length === 0) return null;
  return {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(sections && { sections: [...sections] }),
    ...(most > 1 && { perSticker: most }),
    votes: { limit, item: "board" },
    concealVoteCount: conceal,
  };
}

interface ScopeProps {
  sections: readonly { id: string; title: string }[];
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

function ScopeFields({ sections, chosen, onChange }: ScopeProps) {
  const t = useT();
  const nameId = useId();
  return (
    <div>
      <Typography id={nameId} variant="subtitle2" component="p">
        {t("rounds.scope")}
      </Typography>
      <RadioGroup
        aria-labelledby={nameId}
        value={chosen === null ? "board" : "sections"}
        onChange={(_event, scope) => onChange(scope === "board" ? null : [])}
      >
        <FormControlLabel value="board" control={<Radio size="small" />} label={t("rounds.board")} />
        <FormControlLabel value="sections" control={<Radio size="small" />} label={t("rounds.sections")} />
      </RadioGroup>
      {chosen !== null && (
        <div className="round-sections" role="group" aria-label={t("rounds.sections")}>
          {sections.map(({ id, title }) => (
            <FormControlLabel
              key={id}
              control={
                <Checkbox
                  size="small"
                  checked={chosen.includes(id)}
                  onChange={(_event, checked) =>
                    onChange(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
              }
              label={<bdi>{title}</bdi>}
            />
          ))}
          {chosen.length === 0 && (
            <Typography variant="caption" color="textSecondary">
              {t("rounds.chooseSections")}
            </Typography>
          )}
        </div>
      )}
    </div>
  );
}
