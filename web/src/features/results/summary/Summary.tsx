import "./summary.css";
import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import type { Action } from "@retro/contract/actions";
import { sortActions } from "@retro/rules/actions";
import { showsAvatar } from "@retro/rules/permissions";
import { nameOfTopic, type Topic } from "@retro/rules/topics";
import { useMemo } from "react";
import type { MouseEvent, ReactNode } from "react";
import { useBoardState, useFacilitation, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { copyForms, copyText } from "../../../ui/device/copyText.ts";
import { useScrubHiddenText } from "../../../ui/device/scrubHiddenText.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { useRoundTitle } from "../roundTitles.ts";
import { useRanking } from "../useRanking.ts";
import {
  isNoted,
  partsOfTopic,
  type SummaryContent,
  summaryTexts,
  topicsHeading,
  topicsToTell,
} from "./summaryText.ts";
import { meetingLength } from "@retro/rules/meeting-length";
import { timesOf } from "@retro/rules/meeting";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import type { Question } from "@retro/contract/facilitation/questions";
import { type AnswerText, answerTexts } from "@retro/rules/answer-texts";
import { askedQuestions } from "@retro/rules/questions";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { questionsQuery } from "../../../api/questions.ts";

/** When the meeting was, or the last one on the board, in the reader's time zone [F10]; null: there was none. */
function useMeetingLength(): string | null {
  const t = useT();
  const locale = dateLocale(useLocale());
  const store = useBoardStore();
  const { meeting, last_meeting: last } = useFacilitation();
  const now = store.serverNow();
  const times = meeting === undefined ? last : timesOf(meeting, now);
  if (times === undefined || times === null) return null;
  return meetingLength(times, meeting !== undefined && times.ended === now, { t, locale });
}

const noActions: ReadonlyMap<string, Action> = new Map();

interface Props {
  boardId: string;
  /** What the team will do. */
  actions: ReactNode;
  /** The meeting's last question. */
  question: ReactNode;
  /** Beside the copy: the PDF, and the next board. */
  buttons: ReactNode;
}

/** What a meeting came to, for everybody: in the step to close, and in a panel after it. */
export function Summary({ boardId, actions, question, buttons }: Props) {
  const t = useT();
  const { summary, loadAnswers, concealed, hidden } = useSummary(boardId);
  // Texts and counts that are hidden now leave the memory.
  useScrubHiddenText(concealed || hidden > 0);
  const { answers, people, length } = summary;
  return (
    <div className="summary-parts">
      <div className="summary-columns">
        {actions}
        <div className="summary-question">{question}</div>
        <SummaryTopics summary={summary} isConcealed={concealed} />
        <div className="summary-about">
          {answers.length > 0 && (
            <Part heading={t("summary.answers")}>
              {answers.map((answer) => (
                <li key={answer.question}>
                  <span dir="auto">{answer.question}</span>
                  <span className="about">{answer.result}</span>
                </li>
              ))}
            </Part>
          )}
          {length !== null && (
            <Part heading={t("summary.when")}>
              <li>{length}</li>
            </Part>
          )}
          {people.length > 0 && (
            <Part heading={t("summary.people")}>
              <li dir="auto">{people.join(", ")}</li>
            </Part>
          )}
          {hidden > 0 && <p className="results-note">{t("results.hidden", { count: hidden })}</p>}
        </div>
        <div className="summary-buttons">
          <CopySummary load={async () => ({ ...summary, answers: await loadAnswers() })} />
          {buttons}
        </div>
      </div>
    </div>
  );
}

/** So many topics are shown of a meeting that has discussed none. */
const shownAtFirst = 3;

/** What was discussed or noted; the other topics are folded. */
function SummaryTopics({ summary, isConcealed }: { summary: SummaryContent; isConcealed: boolean }) {
  const t = useT();
  const { topic = "", discussed = [] } = useFacilitation().meeting ?? {};
  const isTold = (each: Topic) =>
    each.sticker.id === topic || discussed.includes(each.sticker.id) || isNoted(each);
  const told = summary.topics.filter(isTold);
  const shown = told.length > 0 ? told : summary.topics.slice(0, shownAtFirst);
  const others = summary.topics.filter((each) => !shown.includes(each));
  return (
    <section className="summary-topics">
      <h3>{topicsHeading(summary, t)}</h3>
      {shown.length === 0 ? (
        <p className="results-note">{t(isConcealed ? "results.concealed" : "results.noVotes")}</p>
      ) : (
        <TopicList topics={shown} />
      )}
      {others.length > 0 && (
        <details>
          <summary>{t("summary.otherTopics", { count: others.length })}</summary>
          <TopicList topics={others} />
        </details>
      )}
    </section>
  );
}

function TopicList({ topics }: { topics: readonly Topic[] }) {
  const t = useT();
  return (
    <ul className="summary-list">
      {topics.map((topic) => (
        <li key={topic.sticker.id}>
          <p>
            <b dir="auto">{nameOfTopic(topic)}</b>{" "}
            {topic.votes > 0 && <span className="about">{t("votes.votes", { count: topic.votes })}</span>}
          </p>
          <TopicParts topic={topic} />
        </li>
      ))}
    </ul>
  );
}

function TopicParts({ topic }: { topic: Topic }) {
  const t = useT();
  const parts = partsOfTopic(topic).filter(({ title, note }) => title !== null || note !== undefined);
  if (parts.length === 0) return null;
  return (
    <ul>
      {parts.map(({ id, title, note }) => (
        <li key={id}>
          {title !== null && <span dir="auto">{title}</span>}
          {note !== undefined && (
            <p className="summary-note" dir="auto">
              {t("meeting.note")}: {note}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3>{heading}</h3>
      <ul className="summary-list">{children}</ul>
    </section>
  );
}

function useSummary(boardId: string) {
  const { round, ranking, concealed } = useRanking();
  const roundName = useRoundTitle(round);
  const title = useBoardState((state) => state.view?.details.title ?? "");
  const all = useBoardState((state) => state.view?.actions ?? noActions);
  const people = usePeople();
  const length = useMeetingLength();
  const { answers, loadAnswers } = useAnswers(boardId);
  const shownNow = useMemo(() => {
    const actions = sortActions(all.values());
    const shown = actions.filter(({ text }) => text !== null);
    const summary: SummaryContent = {
      title,
      round: roundName,
      topics: ranking === null ? [] : topicsToTell(ranking),
      actions: shown,
      answers,
      people,
      length,
    };
    return {
      summary,
      concealed,
      hidden: (ranking?.hidden ?? 0) + actions.length - shown.length,
    };
  }, [title, roundName, ranking, concealed, all, answers, people, length]);
  return { ...shownNow, loadAnswers };
}

/** The names of those who are on the board, and of the authors whose avatars it shows: some have left already. */
function usePeople(): readonly string[] {
  const members = useBoardState((state) => state.members);
  const people = useBoardState((state) => state.people);
  const items = useBoardState((state) => state.view?.items);
  const { avatars } = useFacilitation().facilitator_options;
  return useMemo(() => {
    const names = new Map(members.map(({ id, name }) => [id, name]));
    for (const { user_id } of items?.values() ?? []) {
      const author = people.get(user_id ?? "");
      if (user_id !== null && author !== undefined && showsAvatar(avatars, author.options))
        names.set(user_id, author.name);
    }
    return [...names.values()];
  }, [members, people, items, avatars]);
}

function CopySummary({ load }: { load: () => Promise<SummaryContent> }) {
  const t = useT();
  const locale = useLocale();
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    const forms = load().then((summary) => {
      const { markdown, html } = summaryTexts(summary, t, locale);
      return { "text/plain": markdown, "text/html": html };
    });
    const copied =
      (await copyForms(["text/plain", "text/html"], forms)) ||
      (await forms.then(
        (texts) => copyText(texts["text/plain"]),
        () => false,
      ));
    // The older way to copy takes the focus.
    if (document.activeElement === document.body) button.focus();
    if (copied) toast({ message: t("summary.copied"), kind: "success" });
    else toast({ message: t("results.copyFailed"), kind: "error" });
  };
  return (
    <Button variant="outlined" onClick={(event) => void copy(event)}>
      <ContentCopyOutlined fontSize="small" />
      {t("summary.copy")}
    </Button>
  );
}

const none: readonly Question[] = [];

interface Answers {
  /** None before they have come. */
  answers: AnswerText[];
  /** Waits until they have come. */
  loadAnswers: () => Promise<AnswerText[]>;
}

/** The shown answers to what the board asks, or has asked. */
function useAnswers(boardId: string): Answers {
  const t = useT();
  const locale = useLocale();
  const queries = useQueryClient();
  const asked = askedQuestions(useFacilitation().meeting?.steps ?? []);
  const query = questionsQuery(boardId, ["summary", ...asked.keys()].join(" "));
  const { data = none } = useQuery({ ...query, placeholderData: keepPreviousData });
  return {
    answers: useMemo(() => answerTexts(data, { t, locale }), [data, t, locale]),
    loadAnswers: async () => answerTexts(await queries.ensureQueryData(query), { t, locale }),
  };
}
