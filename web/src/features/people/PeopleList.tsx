import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import { styled } from "@mui/material/styles";
import { useMemo } from "react";
import { useBoardState, useMe } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { sortMembers } from "./sortMembers.ts";

const Heading = styled("h3")(({ theme }) => ({ ...theme.typography.body1, fontWeight: 600, margin: 0 }));
const List = styled("ul")({
  display: "flex",
  flexDirection: "column",
  listStyle: "none",
  margin: 0,
  padding: 0,
  minHeight: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  // The scroll bar is at the panel's edge.
  marginInline: -16,
  paddingInline: 16,
});
const Row = styled("li")(({ theme }) => ({
  ...theme.typography.body1,
  display: "flex",
  alignItems: "center",
  gap: 12,
  flexShrink: 0,
  minHeight: 40,
  // The browser skips rows that are out of sight.
  contentVisibility: "auto",
  containIntrinsicSize: "auto 40px",
  "& > .name": { minWidth: 0, overflowWrap: "anywhere", paddingBlock: 4 },
  "& > .role": {
    ...theme.typography.caption,
    display: "inline-flex",
    alignItems: "center",
    gap: 4,
    flexShrink: 0,
    marginLeft: "auto",
    color: theme.vars.palette.text.secondary,
    "& svg": { fontSize: 18, color: theme.vars.palette.primary.main },
  },
}));

/** Everyone on the board with the full name: the facilitator first, then the user, then the others in the order of their arrival. */
export function PeopleList({ headingId }: { headingId: string }) {
  const t = useT();
  const me = useMe();
  const members = useBoardState((state) => state.members);
  const people = useBoardState((state) => state.people);
  const facilitatorId = useBoardState((state) => state.view?.facilitation.facilitator_id ?? null);
  const sorted = useMemo(() => sortMembers(members, facilitatorId, me), [members, facilitatorId, me]);
  return (
    <>
      <Heading id={headingId}>{t("invite.here", { count: sorted.length })}</Heading>
      {/* A list that scrolls takes the focus, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <List aria-labelledby={headingId} tabIndex={0}>
        {sorted.map((member) => {
          const { name, options } = people.get(member.id) ?? member;
          return (
            <Row key={member.id}>
              <Avatar name={name} color={options.color} />
              <span className="name">{member.id === me ? t("board.you", { name }) : name}</span>
              {member.id === facilitatorId && (
                <span className="role">
                  <BadgeOutlined />
                  {t("invite.facilitator")}
                </span>
              )}
            </Row>
          );
        })}
      </List>
    </>
  );
}
