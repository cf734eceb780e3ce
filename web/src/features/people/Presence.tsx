import "./presence.css";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import { limits } from "@retro/contract/limits";
import { useRef } from "react";
import type { Member } from "../../board-state/types.ts";
import { useBoardState, useMe } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { invitePanelOpen, openInvitePanel } from "./invitePanelState.ts";
import type { PersonInfo } from "@retro/contract/users";
import type { ReactNode } from "react";
import { Avatar } from "../../ui/display/Avatar.tsx";

interface Props {
  person: PersonInfo;
  label: string;
  size?: number;
  badge?: ReactNode;
}

function PersonAvatar({ person, label, size = 28, badge }: Props) {
  return (
    <span role="img" aria-label={label} {...tip(label)} style={{ display: "inline-flex" }}>
      <Avatar name={person.name} color={person.options.color} size={size} badge={badge} />
    </span>
  );
}

const nobody: readonly Member[] = [];
const noIds: readonly string[] = [];

/** At most ten others beside the facilitator, then +N (spec 2.17). */
export function Presence() {
  const t = useT();
  const open = useExternalStore(invitePanelOpen);
  const opener = useRef<HTMLButtonElement>(null);
  const me = useMe();
  const members = useBoardState((state) => state.members) ?? nobody;
  const people = useBoardState((state) => state.people);
  const facilitatorId = useBoardState((state) => state.view?.facilitation.facilitator_id ?? null);
  const step = useBoardState((state) => state.view?.facilitation.meeting?.at);
  const ready = useBoardState((state) => state.ready);
  const done = useBoardState((state) => state.readyOthers.get(String(step)) ?? noIds);
  const facilitator = members.find((member) => member.id === facilitatorId);
  const others = members.filter((member) => member.id !== facilitatorId);
  const shown = others.slice(0, limits.shownAvatars);
  const more = others.slice(limits.shownAvatars);
  const info = (member: Member) => people.get(member.id) ?? member;
  const isDone = (id: string) => step !== undefined && (id === me ? ready === step : done.includes(id));
  const nameOf = (member: Member) => {
    const { name } = info(member);
    const shownName = member.id === me ? t("board.you", { name }) : name;
    return isDone(member.id) ? t("meeting.personDone", { name: shownName }) : shownName;
  };
  if (members.length === 0) return null;
  const openList = () => {
    // The focus returns to it when the list closes.
    opener.current?.focus({ preventScroll: true });
    openInvitePanel();
  };
  return (
    // The clicks of the button inside, which is for the keyboard, bubble up to this element.
    <div
      className="presence-area"
      role="presentation"
      data-pressable=""
      data-label={t("board.people")}
      onClick={openList}
    >
      <button
        ref={opener}
        type="button"
        aria-label={t("invite.showAll")}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
      <ul className="presence" aria-label={t("board.people")}>
        {facilitator !== undefined && (
          <li className="facilitator" data-done={isDone(facilitator.id) ? "" : undefined}>
            <PersonAvatar
              person={info(facilitator)}
              label={t("board.facilitator", { name: nameOf(facilitator) })}
              badge={<BadgeOutlined data-testid="facilitator-badge" />}
            />
          </li>
        )}
        {shown.map((member) => (
          <li key={member.id} data-done={isDone(member.id) ? "" : undefined}>
            <PersonAvatar person={info(member)} label={nameOf(member)} />
          </li>
        ))}
        {more.length > 0 && (
          <li>
            <span
              className="presence-more"
              aria-label={`${t("board.morePeople", { count: more.length })}: ${more.map(nameOf).join(", ")}`}
              role="img"
              {...tip(more.map(nameOf).join(", "))}
            >
              {t("board.morePeople", { count: more.length })}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}
