import "./restrictions.css";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import type { ComponentType } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { ScreenReaderOnly } from "../../ui/focus/ScreenReaderOnly.ts";
import { useFacilitator, useFacilitatorAway } from "./facilitationHooks.ts";
import { fitLine } from "./fitLine.ts";
import { useOpenRoundText } from "./openRound.ts";
import { restrictionsOf } from "./restrictions.ts";
import type { Restriction } from "./restrictions.ts";
import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import CalendarTodayOutlined from "@mui/icons-material/CalendarTodayOutlined";
import EditOffOutlined from "@mui/icons-material/EditOffOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import NoAccountsOutlined from "@mui/icons-material/NoAccountsOutlined";
import NumbersOutlined from "@mui/icons-material/NumbersOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";

interface Props {
  /** How many votes the user has left on the board; empty unless the limit counts for the board. */
  VotesLeft: ComponentType<{ numberOnly?: boolean }>;
  /** Only for the facilitator, and not while content is hidden. */
  Voters: ComponentType;
}

/** Empty while the seat is free. It never changes the size of the header. */
export function RestrictionsBar({ VotesLeft, Voters }: Props) {
  const t = useT();
  const { facilitator_options } = useFacilitation();
  const facilitator = useFacilitator();
  const away = useFacilitatorAway();
  const round = useOpenRoundText();
  // A round stays open while nobody facilitates.
  if (facilitator === null && round === null) return null;
  const { name = "", isMe = false } = facilitator ?? {};
  const hintOf = ({ ownHint, hint }: Restriction) => (isMe ? t(ownHint) : t(hint, { name }));
  const who =
    facilitator === null
      ? null
      : isMe
        ? t("session.byYou")
        : away
          ? t("session.away", { name })
          : t("session.byName", { name });
  const restrictions = restrictionsOf(facilitator_options);
  return (
    <div className="restrictions-line" ref={fitLine}>
      <RestrictionsSummary who={who} round={round} restrictions={restrictions} VotesLeft={VotesLeft} />
      <ul className="restrictions" aria-label={t("session.inForce")}>
        {who !== null && (
          <li className="facilitator" {...tip(who)}>
            <BadgeOutlined />
            <span className="text">{who}</span>
          </li>
        )}
        {round !== null && (
          <li {...tip(`${round.title}. ${round.hint}`)}>
            <HowToVoteOutlined />
            <span className="text">{round.title}</span>
            <ScreenReaderOnly>{round.hint}</ScreenReaderOnly>
          </li>
        )}
        {restrictions.map((each) => (
          <RestrictionChip key={each.kind} restriction={each} hint={hintOf(each)} VotesLeft={VotesLeft} />
        ))}
        {isMe && !facilitator_options.hideContent && <Voters />}
      </ul>
    </div>
  );
}

interface SummaryProps {
  who: string | null;
  round: ReturnType<typeof useOpenRoundText>;
  restrictions: readonly Restriction[];
  VotesLeft: Props["VotesLeft"];
}

/** Where the line has no room: one button whose tooltip lists everything; the list is for screen readers. */
function RestrictionsSummary({ who, round, restrictions, VotesLeft }: SummaryProps) {
  const t = useT();
  const limit = restrictions.find((each) => each.label === "session.limitBoard");
  const shown = limit ?? restrictions[0];
  const [first = "", ...more] = [
    ...(who === null ? [] : [who]),
    ...(round === null ? [] : [`${round.title}. ${round.hint}`]),
    ...restrictions.map(({ label, count }) => (count === undefined ? t(label) : t(label, { count }))),
  ];
  return (
    <button
      type="button"
      className="restrictions-summary"
      {...tip([first, ...more].join("\n"), { tap: true })}
    >
      {/* The first line of the tooltip; the others are in the list. */}
      <ScreenReaderOnly>{first}</ScreenReaderOnly>
      {shown !== undefined ? (
        <RestrictionIcon of={shown} />
      ) : round !== null ? (
        <HowToVoteOutlined />
      ) : (
        <BadgeOutlined />
      )}
      {limit !== undefined && <VotesLeft numberOnly />}
    </button>
  );
}

interface ChipProps {
  restriction: Restriction;
  hint: string;
  VotesLeft: Props["VotesLeft"];
}

function RestrictionChip({ restriction, hint, VotesLeft }: ChipProps) {
  const t = useT();
  const { label, count } = restriction;
  const text = count === undefined ? t(label) : t(label, { count });
  const isNumber = label === "session.limitBoard";
  return (
    <li className={isNumber ? "number" : undefined} {...tip(`${text}. ${hint}`)}>
      <RestrictionIcon of={restriction} />
      {isNumber ? <VotesLeft /> : <span className="text">{text}</span>}
      <ScreenReaderOnly>{isNumber ? `${text}. ${hint}` : hint}</ScreenReaderOnly>
    </li>
  );
}

function RestrictionIcon({ of: { kind, label } }: { of: Restriction }) {
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
