import "./results.css";
import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import type { VoteRanking } from "@retro/rules/ranking";
import { nameOfTopic } from "@retro/rules/topics";
import { useMemo, useState } from "react";
import type { MouseEvent } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { copyText } from "../../ui/device/copyText.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { useScrubHiddenText } from "../../ui/device/scrubHiddenText.ts";
import { SidePanel } from "../../ui/panels/SidePanel.tsx";
import { leaveSidePanel, useSidePanel } from "../../ui/panels/sidePanelState.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { ResultList, type ResultListProps } from "./ResultList.tsx";
import { oneLine, resultsText } from "./resultsText.ts";
import { useRoundTitle, useRoundTitles } from "./roundTitles.ts";
import { useSteadyOrder } from "./steadyOrder.ts";
import { useRanking } from "./useRanking.ts";

export function ResultsPanel({ onShow, Actions }: Pick<ResultListProps, "onShow" | "Actions">) {
  const t = useT();
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const { round, ranking, concealed, onlyMine } = useRanking(chosen);
  const ids = useMemo(() => ranking?.ranked.map(({ sticker }) => sticker.id) ?? [], [ranking]);
  const { order, outdated, handlers } = useSteadyOrder(ids);
  // Texts and counts that are hidden now leave the memory.
  useScrubHiddenText(concealed || (ranking?.hidden ?? 0) > 0);
  return (
    <SidePanel
      name="results"
      title={t("results.title")}
      footer={
        ranking !== null &&
        ids.length > 0 && <ResultsFooter ranking={ranking} round={round} outdated={outdated} />
      }
    >
      <Button className="to-summary" {...useSidePanel("summary").buttonProps}>
        {t("summary.title")}
      </Button>
      <RoundChoice round={round} onChange={setChosen} />
      {ids.length === 0 ? (
        <NoResults ranking={ranking} concealed={concealed} />
      ) : (
        <>
          {onlyMine && <p className="results-note">{t("results.onlyYou")}</p>}
          <ResultList
            ranked={ranking?.ranked ?? []}
            round={round}
            order={order}
            handlers={handlers}
            Actions={Actions}
            onShow={(id) => leaveSidePanel("results", () => onShow(id))}
          />
        </>
      )}
      <LeftOut ranking={ranking} />
      <Leader ranking={ranking} />
    </SidePanel>
  );
}

/** Closed rounds can be looked at; until somebody chooses, the panel follows the vote. */
function RoundChoice({
  round,
  onChange,
}: {
  round: number | null;
  onChange: (round: number | null) => void;
}) {
  const t = useT();
  const titles = useRoundTitles();
  if (titles.length < 2) return null;
  return (
    <label className="round-choice">
      <span>{t("rounds.shown")}</span>
      <select
        value={round ?? titles.length}
        onChange={({ target }) =>
          onChange(Number(target.value) === titles.length ? null : Number(target.value))
        }
      >
        {titles.map((title, i) => (
          <option key={title} value={i + 1}>
            {i + 1 === titles.length ? t("rounds.now", { title }) : title}
          </option>
        ))}
      </select>
    </label>
  );
}

function NoResults({ ranking, concealed }: { ranking: VoteRanking | null; concealed: boolean }) {
  const t = useT();
  if (concealed) return <EmptyState title={t("results.concealed")}>{t("results.concealedHint")}</EmptyState>;
  if (ranking === null) return <EmptyState title={t("results.loading")} />;
  const empty = ranking.unvoted.length + ranking.hidden === 0;
  return (
    <EmptyState title={t(empty ? "results.noStickers" : "results.noVotes")}>
      {t(empty ? "results.noStickersHint" : "results.noVotesHint")}
    </EmptyState>
  );
}

function LeftOut({ ranking }: { ranking: VoteRanking | null }) {
  const t = useT();
  if (ranking === null) return null;
  const { ranked, unvoted, hidden } = ranking;
  return (
    <>
      {unvoted.length > 0 && ranked.length > 0 && (
        <p className="results-note">{t("results.unvoted", { count: unvoted.length })}</p>
      )}
      {hidden > 0 && <p className="results-note">{t("results.hidden", { count: hidden })}</p>}
    </>
  );
}

function Leader({ ranking }: { ranking: VoteRanking | null }) {
  const t = useT();
  const leaders = ranking?.ranked.filter(({ rank }) => rank === 1) ?? [];
  const [first] = leaders;
  const text =
    first === undefined
      ? ""
      : leaders.length > 1
        ? t("results.tied", { count: leaders.length })
        : t("results.leader", { title: oneLine(nameOfTopic(first)) });
  const [announced, setAnnounced] = useState({ first: text, now: "" });
  // The order at the opening is no news.
  if (text !== (announced.now || announced.first)) setAnnounced({ first: "", now: text });
  return (
    <p className="sr-only" role="status">
      {announced.now}
    </p>
  );
}

interface FooterProps {
  ranking: VoteRanking;
  round: number | null;
  outdated: boolean;
}

function ResultsFooter({ ranking, round, outdated }: FooterProps) {
  const t = useT();
  const roundName = useRoundTitle(round);
  const title = useBoardState((state) => state.view?.details.title ?? "");
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    const copied = await copyText(resultsText({ title, round: roundName }, ranking, t));
    // The older way to copy takes the focus.
    if (document.activeElement === document.body) button.focus();
    if (copied) toast({ message: t("results.copied"), kind: "success" });
    else toast({ message: t("results.copyFailed"), kind: "error" });
  };
  return (
    <>
      <span className="results-outdated">{outdated && t("results.outdated")}</span>
      <Button variant="contained" onClick={(event) => void copy(event)}>
        <ContentCopyOutlined fontSize="small" />
        {t("results.copy")}
      </Button>
    </>
  );
}
