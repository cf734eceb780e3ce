import PersonOutlined from "@mui/icons-material/PersonOutlined";
import useAutocomplete from "@mui/material/useAutocomplete";
import { limits } from "@retro/contract/limits";
import { useMemo } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";

interface Props {
  owner: string;
  onChange: (owner: string) => void;
  /** The owner so far, if `owner` is not stored before the field is left. */
  stored?: string;
  /** A person was chosen. */
  onPick?: (owner: string) => void;
  /** Somebody asked for the field. */
  focused?: boolean;
}

/** Somebody who is here, or any name. */
export function OwnerField({ owner, onChange, stored = owner, onPick, focused = false }: Props) {
  const t = useT();
  const members = useBoardState((state) => state.members);
  const people = useMemo(() => new Map(members.map((member) => [member.name, member])), [members]);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete({
    options: [...people.keys()],
    freeSolo: true,
    openOnFocus: true,
    value: stored === "" ? null : stored,
    inputValue: owner,
    onInputChange: (_event, typed) => onChange(typed),
    onChange: (_event, picked) => onPick?.(picked ?? ""),
  });
  return (
    <div {...getRootProps()} className="action-owner">
      <label className="action-chip" data-set={owner === "" ? undefined : ""}>
        <PersonOutlined aria-hidden />
        <input
          {...getInputProps()}
          // The press on its chip asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          dir="auto"
          maxLength={limits.actions.ownerName}
          aria-label={t("actions.owner")}
          placeholder={t("actions.owner")}
        />
      </label>
      {groupedOptions.length > 0 && (
        <ul {...getListboxProps()} aria-label={t("actions.owner")}>
          {groupedOptions.map((name, index) => {
            const { key, ...option } = getOptionProps({ option: name, index });
            return (
              <li key={key} {...option} dir="auto">
                <Avatar name={name} color={people.get(name)?.options.color ?? ""} size={20} />
                <span>{name}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
