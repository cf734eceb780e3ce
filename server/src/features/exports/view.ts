import type { SectionStyle, StickerStyle, TreeItem } from "@retro/contract/entities";
import { seesCounts } from "@retro/rules/gates";
import { presentItem } from "@retro/rules/present";
import { buildTree } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import { readSnapshot } from "../boards/snapshot.ts";
import { findPeople } from "../people/commands.ts";
import { loadItems } from "../stickers/load.ts";

/** A sticker as one asker may see it. `text` is null while it is hidden from them, `votes` while counts are concealed. */
export interface ViewSticker {
  text: string | null;
  style: StickerStyle;
  votes: number | null;
  /** Null where the avatar rules show nobody. */
  author: string | null;
  createdAt: string;
  stickers: ViewSticker[];
}
export interface ViewSection {
  title: string;
  style: SectionStyle;
  columns: ViewSticker[][];
}
/** A whole board as one asker may see it now: plain data, so that it can be handed to a worker. */
export interface BoardView {
  title: string;
  description: string;
  createdAt: string;
  exportedAt: string;
  /** False while counts are concealed from the asker. */
  countsShown: boolean;
  people: string[];
  sections: ViewSection[];
}

/** Whose export it is, and what only the main thread knows. */
interface Asked {
  boardId: string;
  userId: string;
  /** Ids of the users who are on the board now. */
  present: readonly string[];
  /** Epoch milliseconds. */
  now: number;
}

/**
 * A board as one user may see it, under the options in force after the read. Authors are named where their avatars are shown: not while
 * avatars are hidden, and not users who chose to show none.
 * @throws AppError 404 for an unknown board
 */
export async function readView(db: Db, { boardId, userId, present, now }: Asked): Promise<BoardView> {
  const {
    value: items,
    board,
    session,
  } = await readSnapshot({ store: { db } }, boardId, () => loadItems(db, boardId));
  const shown = items.map((item) => presentItem(item, session, userId));
  const { avatars } = session.facilitator_options;
  // With authors hidden, a list of them would say who wrote the only sticker.
  const authors = avatars === "hide" ? [] : shown.flatMap((item) => item.user_id ?? []);
  const people = await findPeople(db, [userId, ...authors, ...present]);
  const names = new Map(
    people
      .filter((p) => avatars === "show" || (avatars !== "hide" && p.options.isAvatarStickers))
      .map((p) => [p.id, p.name]),
  );

  const sticker = (item: TreeItem): ViewSticker => ({
    text: item.hidden ? null : (item.title ?? ""),
    style: item.style as StickerStyle,
    votes: item.votes,
    author: item.user_id === null ? null : (names.get(item.user_id) ?? null),
    createdAt: item.created_at,
    stickers: item.children.map(sticker),
  });
  return {
    title: board.title,
    description: board.description,
    createdAt: new Date(board.created_at).toISOString(),
    exportedAt: new Date(now).toISOString(),
    countsShown: seesCounts(session, userId),
    people: people.map((p) => p.name),
    sections: buildTree(shown).map((section) => ({
      title: section.title ?? "",
      style: section.style as SectionStyle,
      columns: section.children.map((column) => column.children.map(sticker)),
    })),
  };
}

/** A sticker and its place; `group` is the sticker that it is nested in. */
export interface Placed {
  section: ViewSection;
  /** Counted from 1. */
  column: number;
  group: ViewSticker | null;
  sticker: ViewSticker;
}

/** Every sticker of the board in reading order, groups before what is nested in them. */
export function* placed(view: Pick<BoardView, "sections">): Generator<Placed> {
  function* below(stickers: ViewSticker[], place: Omit<Placed, "sticker">): Generator<Placed> {
    for (const sticker of stickers) {
      yield { ...place, sticker };
      yield* below(sticker.stickers, { ...place, group: sticker });
    }
  }
  for (const section of view.sections)
    for (const [i, stickers] of section.columns.entries())
      yield* below(stickers, { section, column: i + 1, group: null });
}
