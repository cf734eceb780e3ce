import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { MessageKey } from "@retro/contract/messages/catalogue";

export interface Restriction {
  readonly kind: "content" | "editing" | "counts" | "votes" | "avatars" | "dates";
  readonly label: MessageKey;
  readonly count?: number;
  /** What it means for a participant; `:name` is the facilitator. */
  readonly hint: MessageKey;
  /** What it means for the facilitator. */
  readonly ownHint: MessageKey;
}

/** The most important first. Avatars by the author's choice restrict nobody. */
export function restrictionsOf(options: FacilitatorOptions, meeting?: Meeting): Restriction[] {
  const { votes, avatars } = options;
  const found: Array<Restriction | false> = [
    options.hideContent && {
      kind: "content",
      label: "session.contentHidden",
      hint: "session.contentHiddenHint",
      ownHint: "session.hideContentHint",
    },
    options.stopEditing && {
      kind: "editing",
      label: "session.editingStopped",
      hint: "session.editingStoppedHint",
      ownHint: "session.stopEditingHint",
    },
    options.concealVoteCount && {
      kind: "counts",
      label: "session.countsConcealed",
      hint: "session.countsConcealedHint",
      ownHint: "session.concealVoteCountHint",
    },
    votes !== false && {
      kind: "votes",
      ...(votes.limit === 0
        ? { label: noVotesLabel(meeting) }
        : {
            label:
              votes.item === "section" ? ("session.limitSection" as const) : ("session.limitBoard" as const),
            count: votes.limit,
          }),
      hint: "session.limitHint",
      ownHint: "session.votesHint",
    },
    (avatars === "show" || avatars === "hide") && {
      kind: "avatars",
      label: avatars === "show" ? "session.avatarsShown" : "session.avatarsHidden",
      hint: avatars === "show" ? "session.avatarsShownHint" : "session.avatarsHiddenHint",
      ownHint: "session.avatarsHint",
    },
    options.showStickerDate && {
      kind: "dates",
      label: "session.datesShown",
      hint: "session.datesShownHint",
      ownHint: "session.showStickerDateHint",
    },
  ];
  return found.filter((one) => one !== false);
}

/** In a meeting a limit of 0 forbids nothing for good: there is a step for votes. */
function noVotesLabel(meeting: Meeting | undefined): MessageKey {
  const kinds = meeting?.steps.map(({ kind }) => kind) ?? [];
  const present = meeting?.steps.findIndex(({ id }) => id === meeting.step);
  if (!kinds.includes("vote")) return "session.noVotes";
  return kinds.lastIndexOf("vote") > (present ?? 0) ? "session.votingLater" : "session.votingOver";
}
