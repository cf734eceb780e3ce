import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useEffect } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import type { DraftCommand } from "../../../board-state/drafts/drafts.ts";
import type { MeetingTopics } from "./useTopics.ts";

/** A text that was typed for a topic stays where its user finds it when the topic can no longer be put up. */
export function useTextsWithoutField(meeting: Meeting | undefined, topics: MeetingTopics | null): void {
  const { drafts } = useBoardStore();
  const hasEnded = meeting === undefined;
  useEffect(() => {
    if (!hasEnded && topics === null) return undefined;
    const ids = new Set(
      [...(topics?.voted ?? []), ...(topics?.unvoted ?? [])].map(({ sticker }) => sticker.id),
    );
    const release = () => {
      for (const place of drafts.places()) {
        const topic = topicOfDraft(drafts.get(place));
        if (topic != null && !ids.has(topic)) drafts.release(place);
      }
    };
    release();
    return drafts.subscribe(release);
  }, [drafts, hasEnded, topics]);
}

function topicOfDraft(draft: DraftCommand | null): string | null | undefined {
  if (draft?.type === "action.add") return draft.source_item_id;
  return draft?.type === "item.edit" && draft.note !== undefined ? draft.id : null;
}
