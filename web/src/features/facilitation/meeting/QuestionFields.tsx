import TextField from "@mui/material/TextField";
import { limits } from "@retro/contract/limits";
import { useT } from "../../../i18n/useT.ts";
import type { QuestionTexts } from "./questionTexts.ts";

interface Props {
  kind: "checkin" | "health";
  texts: QuestionTexts;
  onChange: (texts: QuestionTexts) => void;
}

/** What a check-in asks, and the statements of a health check [Q4, Q5]. */
export function QuestionFields({ kind, texts, onChange }: Props) {
  const t = useT();
  if (kind === "health")
    return (
      <div className="step-questions">
        <TextField
          size="small"
          multiline
          label={t("meeting.statements")}
          helperText={t("meeting.statementsHint")}
          value={texts.lines}
          onChange={({ target }) => onChange({ ...texts, lines: target.value })}
        />
      </div>
    );
  return (
    <div className="step-questions">
      <TextField
        size="small"
        label={t("meeting.checkinQuestion")}
        value={texts.lines}
        onChange={({ target }) => onChange({ ...texts, lines: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.questions.text } }}
      />
      <TextField
        size="small"
        label={t("meeting.checkinWords")}
        helperText={t("meeting.checkinWordsHint")}
        value={texts.words}
        onChange={({ target }) => onChange({ ...texts, words: target.value })}
      />
    </div>
  );
}
