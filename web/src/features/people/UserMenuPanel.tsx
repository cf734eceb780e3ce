import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, ApiError } from "../../api/client.ts";
import { fetchOwnData } from "../../api/ownData.ts";
import { userQuery } from "../../api/user.ts";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { useT } from "../../i18n/useT.ts";
import { ColorPicker } from "../../ui/ColorPicker.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { toast } from "../../ui/toast.ts";
import { personColors } from "./personColors.ts";

interface Props {
  user: User;
  anchor: HTMLElement;
  avatarsForced: boolean;
  onSaved: (user: User) => void;
  /** Opens the help; absent if there is no help. */
  onHelp: (() => void) | undefined;
  /** Opens the dialog that deletes all data about the user. */
  onDeleteData: () => void;
  onClose: () => void;
}

/**
 * Name, colour, avatar on stickers, language. Closing saves only if something changed; an empty name returns to the previous one (spec
 * 2.29, 2.30 and 5.7).
 */
export function UserMenuPanel({
  user,
  anchor,
  avatarsForced,
  onSaved,
  onHelp,
  onDeleteData,
  onClose,
}: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const headingId = useId();
  const [name, setName] = useState(user.name);
  const [color, setColor] = useState(user.options.color);
  const [isAvatarStickers, setAvatarStickers] = useState(user.options.isAvatarStickers);

  const [downloading, setDownloading] = useState(false);

  const revertEmptied = () => {
    if (name.trim() === "") setName(user.name);
  };

  const close = () => {
    const kept = name.trim() === "" ? user.name : name.trim();
    const next = { name: kept, options: { color, isAvatarStickers } };
    onClose();
    const same =
      next.name === user.name &&
      color === user.options.color &&
      isAvatarStickers === user.options.isAvatarStickers;
    if (same) return;
    // Shown before the answer, which corrects it.
    queryClient.setQueryData(userQuery.queryKey, { ...user, ...next });
    void save(next);
  };

  const save = async (next: Pick<User, "name" | "options">) => {
    try {
      const saved = await api.put<User>(`users/${user.id}`, next, { schema: userSchema, keepalive: true });
      queryClient.setQueryData(userQuery.queryKey, saved);
      onSaved(saved);
    } catch (error) {
      queryClient.setQueryData(userQuery.queryKey, user);
      toast({ kind: "error", message: error instanceof ApiError ? error.message : t("error.internal") });
    }
  };

  const download = async () => {
    setDownloading(true);
    try {
      saveFile(await fetchOwnData(user.id), "retro-my-data.json");
    } catch (error) {
      toast({ kind: "error", message: error instanceof ApiError ? error.message : t("error.internal") });
    } finally {
      setDownloading(false);
    }
  };

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
          sx: { width: 320, p: 4, mt: 1, "@media (pointer: coarse)": { width: 344, px: 3 } },
        },
      }}
    >
      <Stack
        component="form"
        spacing={4}
        useFlexGap
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
      >
        <Typography id={headingId} variant="subtitle1" component="h2">
          {t("user.heading")}
        </Typography>
        <TextField
          label={t("user.name")}
          value={name}
          autoComplete="name"
          size="small"
          fullWidth
          onChange={(event) => setName(event.target.value)}
          onBlur={revertEmptied}
          slotProps={{ htmlInput: { maxLength: limits.userName } }}
        />
        <Stack spacing={2} useFlexGap>
          <Typography variant="caption" color="textSecondary">
            {t("user.color")}
          </Typography>
          <ColorPicker
            label={t("user.color")}
            customLabel={t("color.free")}
            value={color}
            onChange={setColor}
            choices={personColors.map(({ key, value }) => ({
              value,
              shown: value,
              label: t(`color.${key}`),
            }))}
          />
        </Stack>
        <FormControlLabel
          control={
            <Switch
              checked={isAvatarStickers}
              disabled={avatarsForced}
              onChange={(_event, checked) => setAvatarStickers(checked)}
            />
          }
          label={t("user.avatarOnStickers")}
        />
        <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between" }}>
          <Typography variant="caption" color="textSecondary">
            {t("shell.language")}
          </Typography>
          <LanguageSwitch />
        </Stack>
        {onHelp !== undefined && (
          <Button
            color="inherit"
            onClick={() => {
              close();
              onHelp();
            }}
            sx={{ alignSelf: "flex-start", mx: -4 }}
          >
            {t("shell.help")}
          </Button>
        )}
        <Divider />
        <Stack sx={{ alignItems: "flex-start", mx: -4, my: -2 }}>
          <Button color="inherit" loading={downloading} onClick={() => void download()}>
            {t("ownData.download")}
          </Button>
          {user.role !== "admin" && (
            <Button
              color="error"
              onClick={() => {
                close();
                onDeleteData();
              }}
            >
              {t("ownData.delete")}
            </Button>
          )}
        </Stack>
      </Stack>
    </Popover>
  );
}
