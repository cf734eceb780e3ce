import type { BoardView } from "@retro/rules/apply-change";
import { openRoundOf, titleOfRound } from "@retro/rules/rounds";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { type Translate, useT } from "../../i18n/useT.ts";

/** The open round of votes in words: its title, and on what one votes and how often [V8, V9]. Null: none is open. */
export function useOpenRoundText(): { title: string; hint: string } | null {
  const t = useT();
  const title = useBoardState(({ view }) => view && titleOf(view, t));
  const hint = useBoardState(({ view }) => view && hintOf(view, t));
  return title === null ? null : { title, hint: hint ?? "" };
}

function titleOf({ facilitation }: BoardView, t: Translate): string | null {
  return openRoundOf(facilitation) && titleOfRound(facilitation, null, t);
}

function hintOf({ facilitation, items }: BoardView, t: Translate): string | null {
  const open = openRoundOf(facilitation);
  if (open === null) return null;
  const { sections, perSticker = 1 } = open;
  // Somebody may have deleted a section of the round.
  const names = sections?.flatMap((id) => items.get(id)?.title ?? []).join(", ");
  return [
    names === undefined ? t("rounds.wholeBoard") : t("rounds.inSections", { names }),
    t("rounds.most", { count: perSticker }),
  ].join(" ");
}
