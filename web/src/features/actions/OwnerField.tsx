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
}

/** Somebody who is here, or any name. */
export function OwnerField({ owner, onChange }: Props) {
  const t = useT();
  const members = useBoardState((state) => state.members);
  const people = useMemo(() => new Map(members.map((member) => [member.name, member])), [members]);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete({
    options: [...people.keys()],
    freeSolo: true,
    openOnFocus: true,
    value: owner === "" ? null : owner,
    inputValue: owner,
    onInputChange: (_event, typed) => onChange(typed),
  });
  return (
    <div {...getRootProps()} className="action-owner">
      <label className="action-chip" data-set={owner === "" ? undefined : ""}>
        <PersonOutlined aria-hidden />
        <input
          {...getInputProps()}
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
