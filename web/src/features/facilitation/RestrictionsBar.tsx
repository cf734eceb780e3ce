import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import CalendarTodayOutlined from "@mui/icons-material/CalendarTodayOutlined";
import EditOffOutlined from "@mui/icons-material/EditOffOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import NoAccountsOutlined from "@mui/icons-material/NoAccountsOutlined";
import NumbersOutlined from "@mui/icons-material/NumbersOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import { styled } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";
import { ScreenReaderOnly } from "../../ui/ScreenReaderOnly.ts";
import { useFacilitator, useFacilitatorAway } from "./facilitationHooks.ts";
import { restrictionsOf } from "./restrictions.ts";
import type { Restriction } from "./restrictions.ts";

const List = styled("ul")(({ theme }) => ({
  ...theme.typography.caption,
  display: "flex",
  flexWrap: "wrap",
  gap: 8,
  margin: "0 0 12px",
  padding: 0,
  listStyle: "none",
  // Text for screen readers is inside the scrolling line: beside it, it would widen the page.
  position: "relative",
  // On a phone the bar is one line that scrolls sideways, so that the board keeps its space.
  [theme.breakpoints.down("sm")]: {
    flexWrap: "nowrap",
    overflowX: "auto",
    marginInline: -12,
    paddingInline: 12,
    scrollbarWidth: "none",
    "& > li": { flexShrink: 0 },
  },
}));
const Chip = styled("li")(({ theme }) => ({
  display: "inline-flex",
  alignItems: "center",
  gap: 6,
  minHeight: 28,
  padding: "4px 12px 4px 8px",
  borderRadius: 14,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.secondary,
  "& svg": { fontSize: 16, flexShrink: 0 },
}));
const FacilitatorChip = styled(Chip)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  fontWeight: 500,
}));

function iconOf({ kind, label }: Restriction): ReactNode {
  switch (kind) {
    case "content":
      return <VisibilityOffOutlined />;
    case "editing":
      return <EditOffOutlined />;
    case "counts":
      return <NumbersOutlined />;
    case "votes":
      return <HowToVoteOutlined />;
    case "avatars":
      return label === "session.avatarsHidden" ? <NoAccountsOutlined /> : <AccountCircleOutlined />;
    case "dates":
      return <CalendarTodayOutlined />;
    default:
      return kind satisfies never;
  }
}

/** The bar above the board while there is a facilitator: who it is, and which options are set. It is empty while the seat is free. */
export function RestrictionsBar() {
  const t = useT();
  const { facilitator_options } = useFacilitation();
  const facilitator = useFacilitator();
  const away = useFacilitatorAway();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  if (facilitator === null) return null;
  const { name, isMe } = facilitator;
  const who = isMe ? t("session.byYou") : away ? t("session.away", { name }) : t("session.byName", { name });
  return (
    // Where the bar scrolls, it takes the focus so that the arrow keys scroll it.
    <List aria-label={t("session.inForce")} tabIndex={narrow ? 0 : undefined}>
      <FacilitatorChip>
        <BadgeOutlined />
        {who}
      </FacilitatorChip>
      {restrictionsOf(facilitator_options).map((restriction) => {
        const hint = isMe ? t(restriction.ownHint) : t(restriction.hint, { name });
        return (
          <Chip key={restriction.kind} {...tip(hint)}>
            {iconOf(restriction)}
            {restriction.count === undefined
              ? t(restriction.label)
              : t(restriction.label, { count: restriction.count })}
            <ScreenReaderOnly>{hint}</ScreenReaderOnly>
          </Chip>
        );
      })}
    </List>
  );
}
