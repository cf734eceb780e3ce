import CloseOutlined from "@mui/icons-material/CloseOutlined";
import FormControlLabel from "@mui/material/FormControlLabel";
import Popover from "@mui/material/Popover";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { avatarsOption } from "@retro/contract/facilitator-options";
import { useId } from "react";
import type { ReactNode } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useFacilitationCommands } from "./facilitationHooks.ts";
import { VotesFields } from "./VotesFields.tsx";
import { defaultVotesLimit } from "./votesDraft.ts";

const switches = ["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"] as const;

interface Props {
  anchor: HTMLElement | null;
  onClose: () => void;
}

/**
 * The facilitator's six options. Each has an explanation and takes effect at once, while the board stays visible. If the server refuses,
 * the option returns to its confirmed value (spec 4.5 and 5.8).
 */
export function OptionsPanel({ anchor, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const options = useFacilitation().facilitator_options;
  const titleId = useId();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-labelledby": titleId,
          sx: { width: 400, maxWidth: "calc(100vw - 24px)", mt: 2, px: 6, pt: 4, pb: 5 },
        },
      }}
    >
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", mb: 2 }}>
        <Typography id={titleId} variant="subtitle1" component="h2">
          {t("session.options")}
        </Typography>
        <IconAction size="small" label={t("common.close")} onClick={onClose} sx={{ mr: -2 }}>
          <CloseOutlined fontSize="small" />
        </IconAction>
      </Stack>
      <Stack spacing={1}>
        {switches.map((name) => (
          <OptionSwitch
            key={name}
            label={t(`session.${name}`)}
            hint={t(`session.${name}Hint`)}
            checked={options[name]}
            onChange={(checked) => void commands.setOption(name, checked)}
          />
        ))}
        <VotesOption />
        <AvatarsOption />
      </Stack>
    </Popover>
  );
}

function VotesOption() {
  const t = useT();
  const commands = useFacilitationCommands();
  const { votes } = useFacilitation().facilitator_options;
  return (
    <OptionSwitch
      label={t("session.votes")}
      hint={t("session.votesHint")}
      checked={votes !== false}
      onChange={(checked) => void commands.setOption("votes", checked ? defaultVotesLimit : false)}
    >
      {votes !== false && (
        <VotesFields
          key={`${votes.limit} ${votes.item}`}
          stored={votes}
          onApply={(value) => void commands.setOption("votes", value)}
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
          sx={{ columnGap: 1 }}
        >
          <FormControlLabel value="none" control={<Radio size="small" />} label={t("session.avatarsNone")} />
          <FormControlLabel value="show" control={<Radio size="small" />} label={t("session.avatarsShow")} />
          <FormControlLabel value="hide" control={<Radio size="small" />} label={t("session.avatarsHide")} />
        </RadioGroup>
      )}
    </OptionSwitch>
  );
}

interface OptionSwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

function OptionSwitch({ label, hint, checked, onChange, children }: OptionSwitchProps) {
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        labelPlacement="start"
        control={
          <Switch
            edge="end"
            checked={checked}
            onChange={(_event, next) => onChange(next)}
            slotProps={{ input: { "aria-label": label, "aria-describedby": hintId } }}
          />
        }
        label={
          <>
            <Typography component="span" sx={{ display: "block", fontWeight: 500 }}>
              {label}
            </Typography>
            <Typography id={hintId} component="span" variant="caption" color="textSecondary">
              {hint}
            </Typography>
          </>
        }
        sx={{ m: 0, py: 1, gap: 3, display: "flex", justifyContent: "space-between" }}
      />
      {children}
    </div>
  );
}
