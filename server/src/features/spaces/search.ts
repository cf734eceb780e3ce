import { limits } from "@retro/contract/limits";
import { excerptOf, hasAllWords, searchWords } from "@retro/contract/search-words";
import type { SpaceSearchHit, SpaceSearchResult } from "@retro/contract/spaces/space-search";
import { isActionHiddenFrom, isHiddenFrom } from "@retro/rules/permissions";
import { facilitationOf } from "../../board/parts/board-row.ts";
import type { Deps } from "../../deps.ts";
import { requireSpace } from "./require-space.ts";
import { findTexts, type FoundText } from "./search-store.ts";

/**
 * Titles first, then the texts written last, as far as the user may read them [G8].
 * @throws AppError 404 for an unknown key
 */
export async function searchSpace(
  deps: Pick<Deps, "database">,
  key: string,
  userId: string,
  question: string,
): Promise<SpaceSearchResult> {
  const { id: spaceId } = await requireSpace(deps.database.db, key);
  const words = searchWords(question);
  if (words.length === 0) return { hits: [], more: false };
  const most = limits.spaceSearch.found;
  const find = (titles: boolean, count: number) =>
    findTexts(deps.database.reader, { spaceId, titles, userId }, words, count);
  const titles = await find(true, most + 1);
  const texts = await find(false, most + 1 - titles.length);
  const hits = [...titles, ...texts].flatMap((row) => presentText(row, userId, words));
  return { hits: hits.slice(0, most), more: hits.length > most };
}

/** What the user may see of a text; nothing when it is hidden from them, or has not all the words. */
function presentText(row: FoundText, userId: string, words: readonly string[]): SpaceSearchHit[] {
  const text = isHidden(row, userId) ? undefined : textsOf(row).find((each) => hasAllWords(each, words));
  if (text === undefined) return [];
  const { kind, ref, board_id, board_title, board_created_at, archived_at } = row;
  return [
    {
      kind,
      id: ref,
      board_id,
      board_title,
      board_created_at: new Date(board_created_at).toISOString(),
      ...(archived_at !== null && { archived: true as const }),
      text: kind === "board" ? text : excerptOf(text, words, limits.spaceSearch.excerpt),
    },
  ];
}

/** What else belongs to a text is looked at, and shown, only when the text alone has not all the words [G8]. */
function textsOf({ kind, board_title, text, name, note, link }: FoundText): string[] {
  if (kind === "board") return [board_title];
  if (text === null) return [];
  const about = [name, note, link].filter((each) => each !== null);
  return about.length === 0 ? [text] : [text, [text, ...about].join(" · ")];
}

function isHidden({ kind, user_id, source_item_id, source_user_id, ...row }: FoundText, userId: string) {
  if (kind === "board") return false;
  const facilitation = facilitationOf(row);
  return kind === "sticker"
    ? isHiddenFrom(facilitation, { kind, user_id }, userId)
    : isActionHiddenFrom(facilitation, { source_item_id, source_user_id, user_id }, userId);
}
