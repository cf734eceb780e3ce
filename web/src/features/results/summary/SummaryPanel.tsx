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
import { OwnerAndDue } from "../../../ui/display/OwnerAndDue.tsx";
import { SidePanel } from "../../../ui/panels/SidePanel.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { useRoundTitle } from "../roundTitles.ts";
import { useRanking } from "../useRanking.ts";
import { partsOfTopic, type Summary, summaryTexts, topicsHeading, topicsToTell } from "./summaryText.ts";
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

/** Parts of other features, which only an open panel renders. */
export interface SummaryParts {
  boardId: string;
  /** The meeting's last question. */
  top: ReactNode;
  /** Beside the copy: the PDF, and the next board. */
  buttons: ReactNode;
}

/** What a meeting came to, for everybody, with its last question. */
export function SummaryPanel({ boardId, top, buttons }: SummaryParts) {
  const t = useT();
  const { summary, loadAnswers, concealed, hidden } = useSummary(boardId);
  // Texts and counts that are hidden now leave the memory.
  useScrubHiddenText(concealed || hidden > 0);
  const { topics, actions, answers, people, length } = summary;
  return (
    <SidePanel
      name="summary"
      title={t("summary.title")}
      footer={
        <div className="summary-buttons">
          <CopySummary load={async () => ({ ...summary, answers: await loadAnswers() })} />
          {buttons}
        </div>
      }
    >
      {top}
      <Part heading={topicsHeading(summary, t)} none={t(concealed ? "results.concealed" : "results.noVotes")}>
        {topics.map((topic) => (
          <li key={topic.sticker.id}>
            <span dir="auto">{nameOfTopic(topic)}</span>
            {topic.votes > 0 && <span className="about">{t("votes.votes", { count: topic.votes })}</span>}
            <TopicParts topic={topic} />
          </li>
        ))}
      </Part>
      <Part heading={t("actions.title")} none={t("actions.none")}>
        {actions.map((action) => (
          <li key={action.id}>
            <span dir="auto">{action.text}</span>
            <span className="about">
              <OwnerAndDue action={action} />
              {action.status !== "open" && <span>{t(`actions.${action.status}`)}</span>}
            </span>
          </li>
        ))}
      </Part>
      {hidden > 0 && <p className="results-note">{t("results.hidden", { count: hidden })}</p>}
      {answers.length > 0 && (
        <Part heading={t("summary.answers")} none="">
          {answers.map(({ question, result }) => (
            <li key={question}>
              <span dir="auto">{question}</span>
              <span className="about">{result}</span>
            </li>
          ))}
        </Part>
      )}
      {length !== null && (
        <Part heading={t("summary.when")} none="">
          <li>{length}</li>
        </Part>
      )}
      <Part heading={t("summary.people")} none="">
        {people.length > 0 && <li dir="auto">{people.join(", ")}</li>}
      </Part>
    </SidePanel>
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

function Part({ heading, none, children }: { heading: string; none: string; children: ReactNode }) {
  const isEmpty = children === false || (Array.isArray(children) && children.length === 0);
  return (
    <>
      <h3 className="summary-heading">{heading}</h3>
      {isEmpty ? <p className="results-note">{none}</p> : <ul className="summary-list">{children}</ul>}
    </>
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
    const summary: Summary = {
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

function CopySummary({ load }: { load: () => Promise<Summary> }) {
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
    <Button variant="contained" onClick={(event) => void copy(event)}>
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
