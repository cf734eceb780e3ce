import type { SectionStyle } from "@retro/contract/styles";
import { palette } from "@retro/contract/palette";
import { showsAvatar } from "@retro/rules/permissions";
import type { RankedResult } from "@retro/rules/ranking";
import { nameOfTopic } from "@retro/rules/topics";
import { votesInRound } from "@retro/rules/rounds";
import { memo, useState } from "react";
import type { ComponentType, CSSProperties } from "react";
import { useBoardState, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { oneLine } from "./resultsText.ts";
import type { SteadyOrder } from "./steadyOrder.ts";

/** The rows that are rendered at first: each is a part of the page that every vote updates. */
const firstRows = 50;
const firstMembers = 5;

export interface ResultListProps {
  /** Whose votes they are: the number of a closed round; null: the present ones [V8]. */
  round: number | null;
  ranked: readonly RankedResult[];
  order: readonly string[];
  handlers: SteadyOrder["handlers"];
  onShow: (id: string) => void;
  /** The actions that came from a result, and the field for the next one. */
  Actions: ComponentType<{ sourceId: string; focused?: boolean }>;
}

export function ResultList({ ranked, round, order, handlers, onShow, Actions }: ResultListProps) {
  const t = useT();
  const locked = usePermissions().editStickers !== null;
  const [all, setAll] = useState(false);
  const byId = new Map(ranked.map((result) => [result.sticker.id, result]));
  const rows = all ? order : order.slice(0, firstRows);
  const most = ranked[0]?.votes ?? 1;
  return (
    <div {...handlers}>
      <ol className="results" aria-label={t("results.list")}>
        {rows.map((id) => {
          const result = byId.get(id);
          return (
            result && (
              <ResultRow
                key={id}
                result={result}
                round={round}
                most={most}
                onShow={onShow}
                {...(!locked && { Actions })}
              />
            )
          );
        })}
      </ol>
      {rows.length < order.length && (
        <Button onClick={() => setAll(true)}>{t("results.showAll", { count: order.length })}</Button>
      )}
    </div>
  );
}

interface RowProps extends Pick<ResultListProps, "round"> {
  result: RankedResult;
  most: number;
  onShow: (id: string) => void;
  /** Left out while the user may not add actions. */
  Actions?: ResultListProps["Actions"];
}

function ResultRow({ result, round, most, onShow, Actions }: RowProps) {
  const { rank, votes, sticker, section } = result;
  const name = nameOfTopic(result);
  const members = name === sticker.title ? result.members : [sticker, ...result.members];
  const t = useT();
  const [acting, setActing] = useState(false);
  const color = sectionColor(section.style as SectionStyle);
  const style = {
    "--share": `${Math.round((votes / most) * 100)}%`,
    ...(color !== undefined && { "--section": color }),
  } as CSSProperties;
  return (
    <li className="result" style={style} data-first={rank === 1 ? "" : undefined}>
      <button type="button" className="result-main" onClick={() => onShow(sticker.id)}>
        <span className="result-rank">{rank}.</span>
        <span className="result-text" dir="auto">
          {name}
        </span>
        <span className="result-votes">
          <VoteIcon />
          <span aria-hidden>{votes}</span>
          <span className="sr-only">, {t("votes.votes", { count: votes })},</span>
        </span>
        <span className="result-meta">
          <i aria-hidden />
          <span className="result-section" dir="auto">
            {section.title}
          </span>
          <Author userId={sticker.user_id} />
        </span>
      </button>
      {members.length > 0 && <Members members={members} round={round} />}
      {Actions && (
        <Button
          size="small"
          className="result-action"
          aria-label={t("actions.makeOf", { title: oneLine(name) })}
          aria-expanded={acting}
          onClick={() => setActing(!acting)}
        >
          {t("actions.make")}
        </Button>
      )}
      {Actions && acting && <Actions sourceId={sticker.id} focused />}
    </li>
  );
}

/** The section's colour as its stickers would have it: the tint of a background is too faint for a mark. */
function sectionColor({ self }: SectionStyle): string | undefined {
  const stored = self?.backgroundColor ?? undefined;
  return palette.find(({ tint }) => tint === stored)?.light ?? stored;
}

function Members({ members, round }: Pick<RankedResult, "members"> & Pick<RowProps, "round">) {
  const t = useT();
  const shown = members.slice(0, firstMembers).map((item) => ({ ...item, votes: votesInRound(item, round) }));
  const more = members.length - firstMembers;
  return (
    <ul className="result-members" aria-label={t("results.members")}>
      {shown.map(({ id, title, votes }) => (
        <li key={id}>
          <span className="result-text" dir="auto">
            {title}
          </span>
          {votes !== null && votes > 0 && (
            <span className="result-votes">
              <VoteIcon />
              <span aria-hidden>{votes}</span>
              <span className="sr-only">, {t("votes.votes", { count: votes })}</span>
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li>{t("results.moreMembers", { count: more })}</li>}
    </ul>
  );
}

const Author = memo(function Author({ userId }: { userId: string | null }) {
  const t = useT();
  const person = useBoardState(({ people, view }) => {
    const author = people.get(userId ?? "");
    const option = view?.facilitation.facilitator_options.avatars ?? false;
    return author !== undefined && showsAvatar(option, author.options) ? author : undefined;
  });
  if (person === undefined) return null;
  return (
    <span className="result-author">
      <Avatar name={person.name} color={person.options.color} size={16} />
      <span className="sr-only">, {t("stickers.author", { name: person.name })}</span>
      <span aria-hidden>{person.name}</span>
    </span>
  );
});

function VoteIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d="M12 20V5M5.500 11 12 4.500l6.500 6.500" />
    </svg>
  );
}
