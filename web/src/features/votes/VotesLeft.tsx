import "./votes.css";
import { useBoardState, useItemState } from "../../board-state/boardHooks.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { votesLeftFor } from "./mayVote.ts";

const maxDots = 10;

export const limitOf = ({ view }: BoardState) => view?.facilitation.facilitator_options.votes ?? false;

export function votesLeft({ view }: BoardState, id: string): number {
  return view === null ? 0 : (votesLeftFor(view, id) ?? 0);
}

/** Empty unless the limit counts for the board. `numberOnly`: where there is no room for words. */
export function BoardVotesLeft({ numberOnly = false }: { numberOnly?: boolean }) {
  const t = useT();
  const limit = useBoardState(limitOf);
  const count = useBoardState((state) => votesLeft(state, ""));
  if (limit === false || limit.item !== "board" || limit.limit === 0) return null;
  if (numberOnly)
    return (
      <span className="votes-left narrow">
        {count}
        <Dots count={count} limit={limit.limit} />
      </span>
    );
  const many = limit.limit > maxDots;
  const params = { count, limit: limit.limit };
  return (
    <span className="votes-left" data-short={many ? t("votes.leftShortOf", params) : count}>
      <span className="words">{many ? t("votes.leftOf", params) : t("votes.left", { count })}</span>
      <Dots count={count} limit={limit.limit} />
    </span>
  );
}

export function SectionVotesLeft({ sectionId }: { sectionId: string }) {
  const t = useT();
  const limit = useItemState(sectionId, limitOf);
  const count = useItemState(sectionId, (state) => votesLeft(state, sectionId));
  if (limit === false || limit.item !== "section" || limit.limit === 0) return null;
  const many = limit.limit > maxDots;
  const params = { count, limit: limit.limit };
  const text = many ? t("votes.leftSectionOf", params) : t("votes.leftSection", params);
  return (
    <span className={many ? "votes-left pill" : "votes-left pill dotted"} {...tip(text)}>
      <span aria-hidden>{many ? t("votes.leftShortOf", params) : t("votes.leftShort", params)}</span>
      <Dots count={count} limit={limit.limit} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Dots({ count, limit }: { count: number; limit: number }) {
  if (limit > maxDots) return null;
  return (
    <span className="dots" aria-hidden>
      {Array.from({ length: limit }, (_, i) => (
        <i key={i} data-left={i < count ? "" : undefined} />
      ))}
    </span>
  );
}
