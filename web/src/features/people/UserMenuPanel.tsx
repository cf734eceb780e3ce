import "./user-menu.css";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import Popover from "@mui/material/Popover";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { User } from "@retro/contract/users";
import { limits } from "@retro/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "../../routes/router.tsx";
import { configQuery } from "../../api/config.ts";
import { fetchOwnData } from "../../api/ownData.ts";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { ColorPicker } from "../../ui/controls/ColorPicker.tsx";
import { saveFile } from "../../ui/device/saveFile.ts";
import { setSingleKeys, useSingleKeys } from "../../ui/focus/singleKeys.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toastError } from "../../ui/toasts/toast.ts";
import { personColors } from "./personColors.ts";
import { useProfileDraft } from "./useProfileDraft.ts";

const SignInActions = lazyPart(() => import("./SignInActions.tsx"), "SignInActions", { prefetch: false });

interface Props {
  user: User;
  anchor: HTMLElement;
  avatarsForced: boolean;
  watching?: { on: boolean; set: (on: boolean) => void };
  onHelp: () => void;
  onDeleteData: () => void;
  onClose: () => void;
}

/** Closing saves only if something changed; an empty name returns to the previous one (spec 2.30, 5.7). */
export function UserMenuPanel(props: Props) {
  const { user, anchor, avatarsForced, watching, onHelp, onDeleteData, onClose } = props;
  const t = useT();
  const headingId = useId();
  const { data: config } = useQuery(configQuery);
  const draft = useProfileDraft(user, onClose);
  const { close } = draft;

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-labelledby": headingId,
          className: "user-menu",
        },
      }}
    >
      <form
        className="user-form"

        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
      >
        <Typography id={headingId} variant="subtitle1" component="h2">
          {t("user.heading")}
        </Typography>
        <ProfileFields draft={draft} avatarsForced={avatarsForced} />
        {watching && (
          <FormControlLabel
            control={<Switch checked={watching.on} onChange={(_event, on) => watching.set(on)} />}
            label={t("user.onlyWatch")}
          />
        )}
        <LanguageField />
        <SingleKeysField />
        <Button
          color="inherit"
          className="user-link"
          onClick={() => {
            close();
            onHelp();
          }}
        >
          {t("shell.help")}
        </Button>
        <Divider />
        {config?.signIn && <SignInActions user={user} signIn={config.signIn} onLeave={close} />}
        {user.role !== "anonymous" && (
          <Button color="inherit" className="user-link" component={Link} to={paths.tokens()} onClick={close}>
            {t("tokens.title")}
          </Button>
        )}
        <OwnDataActions
          user={user}
          onDelete={() => {
            close();
            onDeleteData();
          }}
        />
      </form>
    </Popover>
  );
}

interface ProfileFieldsProps {
  draft: ReturnType<typeof useProfileDraft>;
  avatarsForced: boolean;
}

function ProfileFields({ draft, avatarsForced }: ProfileFieldsProps) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("user.name")}
        value={draft.name}
        autoComplete="name"
        size="small"
        fullWidth
        onChange={(event) => draft.setName(event.target.value)}
        onBlur={draft.revertEmptied}
        slotProps={{ htmlInput: { maxLength: limits.userName, dir: "auto" } }}
      />
      <div className="user-section">
        <Typography variant="caption" color="textSecondary">
          {t("user.color")}
        </Typography>
        <ColorPicker
          label={t("user.color")}
          customLabel={t("color.free")}
          value={draft.color}
          onChange={draft.setColor}
          choices={personColors.map(({ key, value }) => ({
            value,
            shown: value,
            label: t(`color.${key}`),
          }))}
        />
      </div>
      <FormControlLabel
        control={
          <Switch
            checked={draft.isAvatarStickers}
            disabled={avatarsForced}
            onChange={(_event, checked) => draft.setAvatarStickers(checked)}
          />
        }
        label={t("user.avatarOnStickers")}
      />
    </>
  );
}

function OwnDataActions({ user, onDelete }: { user: User; onDelete: () => void }) {
  const t = useT();
  const [downloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    try {
      saveFile(await fetchOwnData(user.id), "retro-my-data.json");
    } catch (error) {
      toastError(error);
    } finally {
      setDownloading(false);
    }
  };

  return (
    <div className="user-links">
      <Button color="inherit" loading={downloading} onClick={() => void download()}>
        {t("ownData.download")}
      </Button>
      {user.role !== "admin" && (
        <Button color="error" onClick={onDelete}>
          {t("ownData.delete")}
        </Button>
      )}
    </div>
  );
}

function LanguageField() {
  const t = useT();
  return (
    <div className="user-row">
      <Typography variant="caption" color="textSecondary">
        {t("shell.language")}
      </Typography>
      <LanguageSwitch />
    </div>
  );
}

/** Switches single-key shortcuts on this device; it is no part of the profile. */
function SingleKeysField() {
  const t = useT();
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        control={
          <Switch
            checked={useSingleKeys()}
            onChange={(_event, checked) => setSingleKeys(checked)}
            slotProps={{ input: { "aria-describedby": hintId } }}
          />
        }
        label={t("user.singleKeys")}
      />
      <Typography id={hintId} variant="caption" color="textSecondary" component="p" className="user-hint">
        {t("user.singleKeysHint")}
      </Typography>
    </div>
  );
}
