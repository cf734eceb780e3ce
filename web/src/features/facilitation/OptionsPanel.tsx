import "./menus.css";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { avatarsOption } from "@retro/contract/facilitation/facilitator-options";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { SidePanel } from "../../ui/panels/SidePanel.tsx";
import { useBoardState, useBoardStore, useFacilitation } from "../../board-state/boardHooks.ts";
import { optionsPanel, useFacilitationCommands, useFacilitator } from "./facilitationHooks.ts";
import { OptionSwitch } from "./OptionSwitch.tsx";
import { VotesFields } from "./VotesFields.tsx";
import "./rounds/rounds.css";
import Button from "@mui/material/Button";
import { openRoundOf } from "@retro/rules/rounds";
import { useOpenRoundText } from "./openRound.ts";
import { hasVotes } from "./rounds/presentVotes.ts";
import { RoundDialogs, type RoundQuestion } from "./rounds/RoundDialogs.tsx";

const switches = ["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"] as const;

/** An option takes effect at once; if the server refuses, its confirmed value returns (spec 4.5, 5.8). */
export function OptionsPanel() {
  const t = useT();
  const commands = useFacilitationCommands();
  const facilitator = useFacilitator();
  const { facilitator_options: options, locked } = useFacilitation();
  return (
    <SidePanel name={optionsPanel} title={t("session.options")} dialog>
      {facilitator?.isMe === true && !locked ? (
        <div className="options">
          {switches.map((name) => (
            <OptionSwitch
              key={name}
              label={t(`session.${name}`)}
              hint={t(`session.${name}Hint`)}
              checked={options[name]}
              onChange={(checked) => void commands.setOption(name, checked)}
            />
          ))}
          <ScreenOption />
          <VotesOption />
          <RoundsOption />
          <AvatarsOption />
        </div>
      ) : (
        <Typography color="textSecondary">
          {locked
            ? t("error.board_read_only")
            : facilitator === null
              ? t("session.optionsOfNobody")
              : t("session.facilitatorIs", { name: facilitator.name })}
        </Typography>
      )}
    </SidePanel>
  );
}

/** While something is withheld: whether this screen, which others may see, withholds it too [F4]. In a meeting its bar has it. */
function ScreenOption() {
  const t = useT();
  const store = useBoardStore();
  const screen = useBoardState((state) => state.screen);
  const { meeting } = useFacilitation();
  if (screen === null || meeting !== undefined) return null;
  return (
    <OptionSwitch
      label={t("meeting.hideScreen")}
      hint={t("meeting.hideScreenHint")}
      checked={screen !== "open"}
      onChange={(checked) => store.setScreenHidden(checked)}
    />
  );
}

/** Sends nothing: the limit begins with "Apply" or a quick choice. */
function VotesOption() {
  const t = useT();
  const commands = useFacilitationCommands();
  const { votes } = useFacilitation().facilitator_options;
  const [choosing, setChoosing] = useState(false);
  return (
    <OptionSwitch
      label={t("session.votes")}
      hint={t("session.votesHint")}
      checked={votes !== false || choosing}
      onChange={(checked) => {
        setChoosing(checked);
        if (!checked && votes !== false) void commands.setOption("votes", false);
      }}
    >
      {(votes !== false || choosing) && (
        <VotesFields
          stored={votes}
          focusFirst={choosing}
          onApply={(value) => {
            setChoosing(false);
            void commands.setOption("votes", value);
          }}
        />
      )}
    </OptionSwitch>
  );
}

function AvatarsOption() {
  const t = useT();
  const commands = useFacilitationCommands();
  const { avatars } = useFacilitation().facilitator_options;
  return (
    <OptionSwitch
      label={t("session.avatars")}
      hint={t("session.avatarsHint")}
      checked={avatars !== false}
      onChange={(checked) => void commands.setOption("avatars", checked && "none")}
    >
      {avatars !== false && (
        <RadioGroup
          row
          aria-label={t("session.avatars")}
          value={avatars}
          onChange={(_event, value) => void commands.setOption("avatars", avatarsOption.parse(value))}
          className="options-avatars"
        >
          <FormControlLabel value="none" control={<Radio size="small" />} label={t("session.avatarsNone")} />
          <FormControlLabel value="show" control={<Radio size="small" />} label={t("session.avatarsShow")} />
          <FormControlLabel value="hide" control={<Radio size="small" />} label={t("session.avatarsHide")} />
        </RadioGroup>
      )}
    </OptionSwitch>
  );
}

/** Where the facilitator opens and closes rounds of votes, below the limit [V8]. */
function RoundsOption() {
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
