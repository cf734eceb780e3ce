import TextField from "@mui/material/TextField";
import { cleanLine } from "@retro/contract/clean-text";
import { limits } from "@retro/contract/limits";
import { spaceLink, type SpaceLink } from "@retro/contract/spaces/spaces";
import { useEffect, useId, useState } from "react";
import { api } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { knownSpaces, rememberSpace } from "./knownSpaces.ts";

interface Props {
  /** The first choice is the team that was opened last, or a new one, instead of none. */
  wanted?: boolean;
  /** `keyOf` makes the space of a new team; null: no team, or one without a name. */
  onChange: (keyOf: () => Promise<string | null>) => void;
}

const focusAtFirst = (field: HTMLInputElement | null) => field?.focus();

const none = "";
const another = "new";

export function TeamField({ wanted = false, onChange }: Props) {
  const t = useT();
  const id = useId();
  const spaces = useExternalStore(knownSpaces);
  const [team, setTeam] = useState(wanted ? (spaces[0]?.key ?? another) : none);
  const [name, setName] = useState("");
  useEffect(() => {
    onChange(async () => {
      if (team !== another) return team === none ? null : team;
      const key = await createTeam(name);
      // The next attempt makes no second one.
      if (key !== null) setTeam(key);
      return key;
    });
  }, [team, name, onChange]);
  return (
    <>
      <TextField
        select
        fullWidth
        id={id}
        label={t("spaces.team")}
        helperText={team === another ? undefined : t("spaces.teamHint")}
        value={team}
        onChange={({ target: { value } }) => setTeam(value)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value={none}>{t("spaces.teamNone")}</option>
        {spaces.map((space) => (
          <option key={space.key} value={space.key}>
            {space.name}
          </option>
        ))}
        <option value={another}>{t("spaces.teamNew")}</option>
      </TextField>
      {team === another && (
        <TextField
          fullWidth
          label={t("spaces.name")}
          helperText={t("spaces.teamHint")}
          inputRef={focusAtFirst}
          autoComplete="off"
          value={name}
          onChange={({ target: { value } }) => setName(value)}
          slotProps={{ htmlInput: { dir: "auto", maxLength: limits.spaceName } }}
        />
      )}
    </>
  );
}

async function createTeam(typed: string): Promise<string | null> {
  const name = cleanLine(typed);
  if (name === "") return null;
  const { key } = await api.post<SpaceLink>("spaces", { name }, { schema: spaceLink });
  rememberSpace({ key, name });
  return key;
}
