import ArrowForwardOutlined from "@mui/icons-material/ArrowForwardOutlined";
import CheckOutlined from "@mui/icons-material/CheckOutlined";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import SkipNextOutlined from "@mui/icons-material/SkipNextOutlined";
import UndoOutlined from "@mui/icons-material/UndoOutlined";
import type { Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Topic } from "@retro/rules/topics";
import { useRef, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { useDoneCount } from "./DoneButton.tsx";
import type { StepChange } from "./stepChange.ts";
import { hasDone, stepName } from "./stepTexts.ts";

const MeetingMenu = lazyPart(() => import("./MeetingMenu.tsx"), "MeetingMenu");

interface Props {
  meeting: Meeting;
  present: MeetingStep;
  next: MeetingStep | undefined;
  /** The next one to discuss. */
  topic: Topic | undefined;
  isTimeOver: boolean;
  change: StepChange;
}

/** One button leads through the whole meeting; the rest is in a menu. */
export function LeadButtons({ meeting, present, next, topic, isTimeOver, change }: Props) {
  const t = useT();
  const { goTo, goToTopic, undo, end, busy } = change;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [ending, setEnding] = useState(false);
  const [menu, setMenu] = useState(false);
  const { done, present: people } = useDoneCount(meeting);
  const nextName = next === undefined ? t("meeting.end") : t("meeting.next", { name: stepName(t, next) });
  return (
    <>
      {undo !== null && (
        <BarButton
          className="undo-step"
          name={t("stickers.undo")}
          word={t("stickers.undo")}
          sign={<UndoOutlined />}
          aria-disabled={busy}
          onClick={undo}
        />
      )}
      <IconAction
        ref={menuButton}
        className="more-steps"
        label={t("meeting.more")}
        aria-haspopup="menu"
        aria-expanded={menu}
        onClick={() => setMenu(true)}
      >
        <MoreHorizOutlined />
      </IconAction>
      {topic !== undefined && next !== undefined && (
        <BarButton
          className="skip-topics"
          variant="outlined"
          name={nextName}
          word={t("meeting.nextWord")}
          sign={<SkipNextOutlined />}
          aria-disabled={busy}
          onClick={() => void goTo(next)}
        />
      )}
      {topic !== undefined ? (
        <BarButton
          className="next-step"
          variant="contained"
          name={t("meeting.nextTopic")}
          word={t("meeting.topicWord")}
          sign={<ArrowForwardOutlined />}
          aria-disabled={busy}
          onClick={() => void goToTopic(topic.sticker)}
        />
      ) : (
        <BarButton
          className="next-step"
          variant="contained"
          name={nextName}
          word={t(next === undefined ? "meeting.endWord" : "meeting.nextWord")}
          sign={
            hasDone(present) && people > 0 ? (
              <>
                <CheckOutlined /> <span data-count={`${done}/${people}`} />
              </>
            ) : (
              <ArrowForwardOutlined />
            )
          }
          aria-disabled={busy}
          onClick={() => (next === undefined ? setEnding(true) : void goTo(next))}
        />
      )}
      <MeetingMenu
        open={menu}
        button={menuButton}
        meeting={meeting}
        ending={ending}
        isTimeOver={isTimeOver}
        onEndingClose={() => setEnding(false)}
        onEnd={end}
        goTo={(step) => void goTo(step)}
        onClose={() => setMenu(false)}
      />
    </>
  );
}
