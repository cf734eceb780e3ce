import "./menus.css";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { VotesOption } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useT } from "../../i18n/useT.ts";
import { changedLimit, defaultVotesLimit, limitFault, sameLimit, toDraft } from "./votesDraft.ts";
import type { VotesLimit } from "./votesDraft.ts";

/** The usual numbers of votes, one press each; 0 permits no votes. */
const quickLimits = [0, 3, 5, 8];

interface Props {
  /** The limit in force; false while the user chooses the first one. */
  stored: VotesOption;
  focusFirst: boolean;
  onApply: (value: VotesLimit) => void;
}

/** "Apply" is enabled only while the fields differ from the stored limit, or from the default (spec 5.8). */
export function VotesFields({ stored, focusFirst, onApply }: Props) {
  const t = useT();
  const number = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useLimitDraft(stored);
  useEffect(() => {
    if (!focusFirst) return;
    number.current?.focus();
    number.current?.select();
  }, [focusFirst]);
  const next = changedLimit(draft, stored === false ? defaultVotesLimit : stored);
  const applyQuick = (limit: number) => {
    setDraft({ ...draft, limit: String(limit) });
    onApply({ limit, item: draft.item });
  };
  return (
    <form
      noValidate

      className="votes-fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (next === null) return;
        // "Apply" becomes disabled and would drop the focus.
        number.current?.focus();
        onApply(next);
      }}
    >
      <div className="votes-number-row">
        <NumberField
          input={number}
          value={draft.limit}
          noVotesNow={stored !== false && stored.limit === 0}
          onChange={(limit) => setDraft({ ...draft, limit })}
        />
        <Button type="submit" variant="contained" disabled={next === null} className="votes-apply">
          {t("session.apply")}
        </Button>
      </div>
      <QuickChoices chosen={stored === false ? null : stored.limit} onChoose={applyQuick} />
      <RadioGroup
        row
        aria-label={t("session.voteScope")}
        value={draft.item}
        onChange={(_event, item) => setDraft({ ...draft, item: item === "section" ? "section" : "board" })}
        className="votes-scope"
      >
        <FormControlLabel value="board" control={<Radio size="small" />} label={t("session.voteBoard")} />
        <FormControlLabel value="section" control={<Radio size="small" />} label={t("session.voteSection")} />
      </RadioGroup>
      {(stored === false || next !== null) && (
        <Typography variant="caption" color="textSecondary" role="note">
          {t(stored === false ? "session.limitNotYet" : "session.limitNotApplied")}
        </Typography>
      )}
    </form>
  );
}

/** The fields' values. They follow the stored limit when it changes. */
function useLimitDraft(stored: VotesOption) {
  const from = stored === false ? defaultVotesLimit : stored;
  const [known, setKnown] = useState(from);
  const [draft, setDraft] = useState(() => toDraft(from));
  if (!sameLimit(known, from)) {
    setKnown(from);
    setDraft(toDraft(from));
  }
  return [draft, setDraft] as const;
}

interface NumberFieldProps {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  noVotesNow: boolean;
  onChange: (value: string) => void;
}

function NumberField({ input, value, noVotesNow, onChange }: NumberFieldProps) {
  const t = useT();
  const fault = limitFault(value);
  const noVotes = (
    <>
      {!noVotesNow && `${t("session.onceApplied")} `}
      <span>{t(noVotesNow ? "session.noVotes" : "session.noVotesOnceApplied")}</span>
    </>
  );
  return (
    <TextField
      type="number"
      size="small"
      label={t("session.voteLimit")}
      value={value}
      error={fault !== null}
      helperText={fault !== null ? t(fault) : Number(value) === 0 ? noVotes : undefined}
      onChange={(event) => onChange(event.target.value)}
      inputRef={input}
      slotProps={{
        htmlInput: { min: 0, max: limits.voteLimitMax, step: 1, inputMode: "numeric" },
        formHelperText: { "aria-live": "polite" },
      }}
      className="votes-number"
    />
  );
}

function QuickChoices({ chosen, onChoose }: { chosen: number | null; onChoose: (limit: number) => void }) {
  const t = useT();
  return (
    <div className="votes-quick" role="group" aria-label={t("session.quickLimits")}>
      {quickLimits.map((limit) => (
        <Button
          key={limit}
          variant="outlined"
          color={limit === chosen ? "primary" : "inherit"}
          aria-pressed={limit === chosen}
          aria-label={limit === 0 ? undefined : t("votes.votes", { count: limit })}
          onClick={() => onChoose(limit)}
          className="votes-quick-button"
        >
          {limit === 0 ? t("session.quickNoVotes") : limit}
        </Button>
      ))}
    </div>
  );
}
