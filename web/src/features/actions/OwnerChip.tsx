import PersonOutlined from "@mui/icons-material/PersonOutlined";
import type { Action } from "@retro/contract/actions";
import { useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { OwnerField } from "./OwnerField.tsx";

interface Props {
  action: Action;
  onChange: (owner: string) => void;
}

/** Who does an action, or "Who?"; a press opens the field for another owner. */
export function OwnerChip({ action: { id, text, owner_id, owner_name }, onChange }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const color = useBoardState(({ people }) => people.get(owner_id ?? "")?.options.color);
  const name = owner_name ?? t("actions.who");
  const leave = (owner: string) => {
    keepFocus(() => document.querySelector(`[data-owner-of="${id}"]`));
    setOpen(false);
    onChange(owner);
  };
  if (isOpen) return <OwnerEditor owner={owner_name ?? ""} onLeave={leave} />;
  return (
    <button
      type="button"
      className="action-chip"
      data-owner-of={id}
      data-set={owner_name === null ? undefined : ""}
      data-missing={owner_name === null ? "" : undefined}
      aria-label={`${name}: ${text}`}
      onClick={() => setOpen(true)}
    >
      {owner_name !== null && color !== undefined ? (
        <Avatar name={owner_name} color={color} size={20} />
      ) : (
        <PersonOutlined aria-hidden />
      )}
      <span dir="auto">{name}</span>
    </button>
  );
}

function OwnerEditor({ owner, onLeave }: { owner: string; onLeave: (owner: string) => void }) {
  const [typed, setTyped] = useState(owner);
  return (
    // Keys and the loss of the focus bubble up from the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      onBlur={() => onLeave(typed)}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !["Enter", "Escape"].includes(event.key)) return;
        event.stopPropagation();
        onLeave(event.key === "Enter" ? typed : owner);
      }}
    >
      <OwnerField owner={typed} stored={owner} onChange={setTyped} onPick={onLeave} focused />
    </span>
  );
}
