import type { PersonInfo } from "@retro/contract/entities";
import type { ReactNode } from "react";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { tip } from "../../ui/tooltips/tip.ts";

interface Props {
  person: PersonInfo;
  label: string;
  size?: number;
  badge?: ReactNode;
}

export function PersonAvatar({ person, label, size = 28, badge }: Props) {
  return (
    <span role="img" aria-label={label} {...tip(label)} style={{ display: "inline-flex" }}>
      <Avatar name={person.name} color={person.options.color} size={size} badge={badge} />
    </span>
  );
}
