import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { limitOf, votesLeft } from "./VotesLeft.tsx";

/** In the bar of a meeting on a phone. @param sectionId that is read */
export function StepVotesLeft({ sectionId }: { sectionId: string }) {
  const t = useT();
  const limit = useBoardState(limitOf);
  const isOfSection = limit !== false && limit.item === "section";
  const count = useBoardState((state) => votesLeft(state, isOfSection ? sectionId : ""));
  if (limit === false || limit.limit === 0) return null;
  return (
    <span className="step-votes">
      <b className="sign" aria-hidden>
        {count}
      </b>
      <span className="word" aria-hidden>
        {t("votes.leftWord", { count })}
      </span>
      <span className="sr-only">{t(isOfSection ? "votes.leftSection" : "votes.left", { count })}</span>
    </span>
  );
}
