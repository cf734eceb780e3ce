import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { VotesOption } from "@retro/contract/facilitator-options";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { toDraft, limitFault, changedLimit } from "./votesDraft.ts";

interface Props {
  stored: Exclude<VotesOption, false>;
  onApply: (value: Exclude<VotesOption, false>) => void;
}

/** The vote limit and its scope, board or section. "Apply" is enabled only while they differ from the stored values (spec 5.8). */
export function VotesFields({ stored, onApply }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(() => toDraft(stored));
  const fault = limitFault(draft.limit);
  const next = changedLimit(draft, stored);
  const helper = fault !== null ? t(fault) : Number(draft.limit) === 0 ? t("session.noVotes") : undefined;
  return (
    <Stack
      component="form"
      noValidate
      spacing={1}
      sx={{ pt: 3, pb: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== null) onApply(next);
      }}
    >
      <Stack direction="row" spacing={2} sx={{ alignItems: "flex-start" }}>
        <TextField
          type="number"
          size="small"
          label={t("session.voteLimit")}
          value={draft.limit}
          error={fault !== null}
          helperText={helper}
          onChange={(event) => setDraft({ ...draft, limit: event.target.value })}
          slotProps={{
            htmlInput: { min: 0, max: limits.voteLimitMax, step: 1, inputMode: "numeric" },
            formHelperText: { "aria-live": "polite" },
          }}
          sx={{ flex: 1 }}
        />
        <Button type="submit" variant="contained" disabled={next === null} sx={{ height: 40 }}>
          {t("session.apply")}
        </Button>
      </Stack>
      <RadioGroup
        row
        aria-label={t("session.voteScope")}
        value={draft.item}
        onChange={(_event, item) => setDraft({ ...draft, item: item === "section" ? "section" : "board" })}
        sx={{ columnGap: 2 }}
      >
        <FormControlLabel value="board" control={<Radio size="small" />} label={t("session.voteBoard")} />
        <FormControlLabel value="section" control={<Radio size="small" />} label={t("session.voteSection")} />
      </RadioGroup>
    </Stack>
  );
}
