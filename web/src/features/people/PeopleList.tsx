import "./people-list.css";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import { useMemo } from "react";
import { useBoardState, useMe } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import type { Member } from "../../board-state/types.ts";

export function PeopleList({ headingId }: { headingId: string }) {
  const t = useT();
  const me = useMe();
  const members = useBoardState((state) => state.members);
  const people = useBoardState((state) => state.people);
  const facilitatorId = useBoardState((state) => state.view?.facilitation.facilitator_id ?? null);
  const sorted = useMemo(() => sortMembers(members, facilitatorId, me), [members, facilitatorId, me]);
  return (
    <>
      <h3 className="people-heading" id={headingId}>
        {t("invite.here", { count: sorted.length })}
      </h3>
      {/* A list that scrolls takes the focus, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="people-list" aria-labelledby={headingId} tabIndex={0}>
        {sorted.map((member) => {
          const { name, options } = people.get(member.id) ?? member;
          return (
            <li className="people-row" key={member.id}>
              <Avatar name={name} color={options.color} />
              <span className="name">{member.id === me ? t("board.you", { name }) : name}</span>
              {member.id === facilitatorId && (
                <span className="role">
                  <BadgeOutlined />
                  {t("invite.facilitator")}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function sortMembers(members: readonly Member[], facilitatorId: string | null, me: string): Member[] {
  const rank = ({ id }: Member) => (id === facilitatorId ? 0 : id === me ? 1 : 2);
  return members.toSorted((a, b) => rank(a) - rank(b));
}
