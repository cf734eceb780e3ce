import "./restrictions.css";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import type { ComponentType } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { ScreenReaderOnly } from "../../ui/focus/ScreenReaderOnly.ts";
import { useFacilitator, useFacilitatorAway } from "./facilitationHooks.ts";
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

/** What the line of chips gives up, step by step, until the others fit; at last one button replaces them. */
const steps = ["later", "first", "facilitator", "numbers", "chips"] as const;

/** `data-hides` names what is left out (`restrictions.css`). @returns the function that ends it */
function fitLine(line: HTMLElement | null): (() => void) | undefined {
  if (line === null) return undefined;
  const list = line.querySelector("ul");
  const fit = () => {
    for (let given = 0; given <= steps.length; given += 1) {
      line.dataset["hides"] = steps.slice(0, given).join(" ");
      if (list === null || list.scrollWidth <= list.clientWidth) return;
    }
  };
  fit();
  const changed = new MutationObserver(fit);
  changed.observe(line, { childList: true, subtree: true, characterData: true });
  const resized = "ResizeObserver" in window ? new ResizeObserver(fit) : null;
  resized?.observe(line);
  // Absent in jsdom only. The letters of another language may arrive later than the text.
  const fonts = document.fonts as FontFaceSet | undefined;
  fonts?.addEventListener("loadingdone", fit);
  return () => {
    changed.disconnect();
    resized?.disconnect();
    fonts?.removeEventListener("loadingdone", fit);
  };
}

interface Props {
  /** How many votes the user has left on the board; empty unless the limit counts for the board. */
  VotesLeft: ComponentType<{ numberOnly?: boolean }>;
  /** Only for the facilitator, and not while content is hidden, or the bar of a meeting has a number [V10]. */
  Voters: ComponentType;
}

/** Empty while the seat is free, unless options or a round are in force. It never changes the size of the header. */
export function RestrictionsBar({ VotesLeft, Voters }: Props) {
  const t = useT();
  const { facilitator_options, meeting } = useFacilitation();
  const isInBar = meeting !== undefined && facilitator_options.votes !== false;
  const facilitator = useFacilitator();
  const away = useFacilitatorAway();
  const round = useOpenRoundText();
  const restrictions = restrictionsOf(facilitator_options, meeting);
  // A round stays open while nobody facilitates, and so do the options of a meeting or of a restored board.
  if (facilitator === null && round === null && restrictions.length === 0) return null;
  const { name = "", isMe = false } = facilitator ?? {};
  const hintOf = ({ ownHint, hint }: Restriction) =>
    facilitator === null ? "" : isMe ? t(ownHint) : t(hint, { name });
  const who =
    facilitator === null
      ? null
      : isMe
        ? t("session.byYou")
        : away
          ? t("session.away", { name })
          : t("session.byName", { name });
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
        {isMe && !isInBar && !facilitator_options.hideContent && <Voters />}
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
  /** Empty while nobody facilitates. */
  hint: string;
  VotesLeft: Props["VotesLeft"];
}

function RestrictionChip({ restriction, hint, VotesLeft }: ChipProps) {
  const t = useT();
  const { label, count } = restriction;
  const text = count === undefined ? t(label) : t(label, { count });
  const isNumber = label === "session.limitBoard";
  const explained = hint === "" ? text : `${text}. ${hint}`;
  return (
    <li className={isNumber ? "number" : undefined} {...tip(explained)}>
      <RestrictionIcon of={restriction} />
      {isNumber ? <VotesLeft /> : <span className="text">{text}</span>}
      <ScreenReaderOnly>{isNumber ? explained : hint}</ScreenReaderOnly>
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
