import "./topic.css";
import CheckOutlined from "@mui/icons-material/CheckOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import type { Item } from "@retro/contract/items";
import { titleOfRound } from "@retro/rules/rounds";
import { nameOfTopic, type Topic } from "@retro/rules/topics";
import { useEffect, type ComponentType, type RefCallback, type RefObject } from "react";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { announce } from "../../../ui/focus/announce.ts";
import type { MeetingTopics } from "./useTopics.ts";

export interface TopicParts {
  Note: ComponentType<{ item: Item }>;
  Actions: ComponentType<{ sourceId: string; fieldRef?: RefObject<HTMLTextAreaElement | null> }>;
}

interface Props extends TopicParts {
  topics: MeetingTopics;
  ref: RefCallback<HTMLElement>;
  actionField: RefObject<HTMLTextAreaElement | null>;
  /** Left out for who does not facilitate. */
  discuss?: ((topic: Topic) => void) | undefined;
}

/**
 * The topic of the discussion, a part of the page for everybody: its text, its grouped stickers, and its
 * actions [F6].
 */
export function TopicStage({ topics, ref, actionField, discuss, Note, Actions }: Props) {
  const t = useT();
  const { present, left, isConcealed } = topics;
  const round = titleOfRound(useFacilitation(), topics.round, t);
  const text = present?.sticker.title ?? null;
  const announced =
    present === undefined ? "" : t("meeting.topicNow", { text: text ?? t("stickers.hidden") });
  useEffect(() => {
    if (announced !== "") announce(announced);
  }, [announced]);
  return (
    <section ref={ref} className="topic-stage" aria-label={t("meeting.topic")} tabIndex={-1}>
      <div className="topic">
        {present === undefined ? (
          <p className="topic-none">
            {t(topics.voted.length === 0 && !isConcealed ? "meeting.noTopics" : "meeting.noTopic")}
          </p>
        ) : (
          <PresentTopic
            key={present.sticker.id}
            topic={present}
            isConcealed={isConcealed}
            actionField={actionField}
            Note={Note}
            Actions={Actions}
          />
        )}
      </div>
      <div className="topic-list">
        <h3>
          {t("meeting.topics")}{" "}
          <span>
            {isConcealed ? t("session.countsConcealed") : t("meeting.topicsLeft", { count: left.length })}
          </span>
        </h3>
        {round !== null && <p className="topic-round">{round}</p>}
        <TopicList list={isConcealed ? topics.unvoted : topics.voted} topics={topics} discuss={discuss} />
        {topics.unvoted.length > 0 && !isConcealed && (
          <details>
            <summary>{t("meeting.notVoted", { count: topics.unvoted.length })}</summary>
            <TopicList list={topics.unvoted} topics={topics} discuss={discuss} />
          </details>
        )}
      </div>
    </section>
  );
}

interface PresentTopicProps
  extends TopicParts, Pick<Props, "actionField">, Pick<MeetingTopics, "isConcealed"> {
  topic: Topic;
}

function PresentTopic({ topic, isConcealed, actionField, Note, Actions }: PresentTopicProps) {
  const t = useT();
  const { sticker, members, votes } = topic;
  const name = nameOfTopic(topic);
  return (
    <>
      <h2 className="topic-text" dir="auto">
        {name ?? t("stickers.hidden")}
      </h2>
      {members.length > 0 && (
        <ul className="topic-members">
          {[...(name === sticker.title ? [] : [{ ...sticker, note: undefined }]), ...members].map(
            ({ id, title, note }) => (
              <li key={id} dir="auto">
                {title ?? t("stickers.hidden")}
                {note !== undefined && (
                  <p className="topic-member-note" dir="auto">
                    {t("meeting.note")}: {note}
                  </p>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {!isConcealed && (
        <p className="topic-votes">
          <HowToVoteOutlined fontSize="small" /> {t("meeting.topicVotes", { count: votes })}
        </p>
      )}
      <div className="topic-work">
        <Actions sourceId={sticker.id} fieldRef={actionField} />
        <Note item={sticker} />
      </div>
    </>
  );
}

interface ListProps extends Pick<Props, "topics" | "discuss"> {
  list: readonly Topic[];
}

function TopicList({ list, topics: { present, isDiscussed }, discuss }: ListProps) {
  const t = useT();
  return (
    <ol>
      {list.map((topic) => {
        const { id } = topic.sticker;
        const text = nameOfTopic(topic) ?? t("stickers.hidden");
        const isPresent = id === present?.sticker.id;
        const name = (
          <span className="text" dir="auto">
            {text}
          </span>
        );
        return (
          <li key={id} aria-current={isPresent ? "true" : undefined}>
            {isDiscussed(topic) && !isPresent ? (
              <>
                <CheckOutlined fontSize="small" />
                <span className="sr-only">{t("meeting.discussed")}</span>
              </>
            ) : (
              <span className="no-check" />
            )}
            {discuss !== undefined && !isPresent ? (
              <button
                type="button"
                aria-label={t("meeting.discuss", { text })}
                onClick={() => discuss(topic)}
              >
                {name}
              </button>
            ) : (
              name
            )}
            {topic.votes > 0 && <span className="count">{topic.votes}</span>}
          </li>
        );
      })}
    </ol>
  );
}
