import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import { styled } from "@mui/material/styles";
import { limits } from "@retro/contract/limits";
import type { Member } from "../../board-state/types.ts";
import { useBoardState, useMe } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";
import { PersonAvatar } from "./PersonAvatar.tsx";

const Row = styled("ul")(({ theme }) => ({
  display: "flex",
  alignItems: "center",
  listStyleType: "''",
  margin: 0,
  padding: 0,
  "& > li": {
    // Each avatar covers the one before, so that its ring separates them.
    position: "relative",
    display: "flex",
    borderRadius: "50%",
    boxShadow: `0 0 0 2px ${theme.vars.palette.background.default}`,
  },
  "& > li + li": { marginLeft: -2 },
  "& > li.facilitator": { marginRight: 12 },
}));
const MoreMembers = styled("span")(({ theme }) => ({
  ...theme.typography.caption,
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  minWidth: 28,
  height: 28,
  padding: "0 6px",
  borderRadius: 14,
  fontWeight: 600,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.text.primary} 10%, ${theme.vars.palette.background.default})`,
}));

const nobody: readonly Member[] = [];

/** The people on the board: the facilitator separately with a badge, at most ten others, then +N (spec 2.17). */
export function Presence() {
  const t = useT();
  const me = useMe();
  const members = useBoardState((state) => state.members) ?? nobody;
  const people = useBoardState((state) => state.people);
  const facilitatorId = useBoardState((state) => state.view?.facilitation.facilitator_id ?? null);
  const facilitator = members.find((member) => member.id === facilitatorId);
  const others = members.filter((member) => member.id !== facilitatorId);
  const shown = others.slice(0, limits.shownAvatars);
  const more = others.slice(limits.shownAvatars);
  const info = (member: Member) => people.get(member.id) ?? member;
  const nameOf = (member: Member) =>
    member.id === me ? t("board.you", { name: info(member).name }) : info(member).name;
  if (members.length === 0) return null;
  return (
    <Row aria-label={t("board.people")}>
      {facilitator !== undefined && (
        <li className="facilitator">
          <PersonAvatar
            person={info(facilitator)}
            label={t("board.facilitator", { name: nameOf(facilitator) })}
            badge={<BadgeOutlined data-testid="facilitator-badge" />}
          />
        </li>
      )}
      {shown.map((member) => (
        <li key={member.id}>
          <PersonAvatar person={info(member)} label={nameOf(member)} />
        </li>
      ))}
      {more.length > 0 && (
        <li>
          <MoreMembers
            aria-label={`${t("board.morePeople", { count: more.length })}: ${more.map(nameOf).join(", ")}`}
            role="img"
            {...tip(more.map(nameOf).join(", "))}
          >
            {t("board.morePeople", { count: more.length })}
          </MoreMembers>
        </li>
      )}
    </Row>
  );
}
