import "./rounds.css";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { openRoundOf } from "@retro/rules/rounds";
import { useState } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useOpenRoundText } from "../openRound.ts";
import { hasVotes } from "./presentVotes.ts";
import { RoundDialogs, type RoundQuestion } from "./RoundDialogs.tsx";

/** Where the facilitator opens and closes rounds of votes, below the limit [V8]. */
export function RoundsOption() {
  const t = useT();
  const [question, setQuestion] = useState<RoundQuestion>(null);
  const isOpen = openRoundOf(useFacilitation()) !== null;
  const voted = useBoardState(({ view }) => hasVotes(view));
  const round = useOpenRoundText();
  return (
    <section className="rounds-state" aria-label={t("rounds.title")}>
      <Typography component="p">
        <span className="option-name">{round?.title ?? t("rounds.title")}</span>
        <Typography component="span" variant="caption" color="textSecondary">
          {round?.hint ?? t("rounds.hint")}
        </Typography>
      </Typography>
      {(isOpen || voted) && (
        <Button variant="outlined" size="small" onClick={() => setQuestion("close")}>
          {t("rounds.close")}
        </Button>
      )}
      <Button variant="outlined" size="small" onClick={() => setQuestion("open")}>
        {t("rounds.newButton")}
      </Button>
      <RoundDialogs question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}
