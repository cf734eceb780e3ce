import type { BoardListRow } from "@retro/contract/boards";
import type { Item } from "@retro/contract/items";
import type { SectionStyle } from "@retro/contract/styles";
import { compareSiblings, sectionIdOf } from "@retro/rules/tree";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../../../api/user.ts";
import { listStoredBoards } from "../../../board-state/storage/storedBoards.ts";
import { useT } from "../../../i18n/useT.ts";
import { BoardCard } from "./BoardCard.tsx";

type StoredBoard = Awaited<ReturnType<typeof listStoredBoards>>[number];

export function StoredBoards() {
  const t = useT();
  const user = useUser();
  const { data = [] } = useQuery({
    queryKey: ["boards", "kept", user.id],
    queryFn: () => listStoredBoards(user.id),
    staleTime: 0,
  });
  return (
    <>
      <p className="boards-notice" role="status">
        {t(data.length === 0 ? "boards.failed" : "boards.kept")}
      </p>
      <ul className="board-cards">
        {data.map((board) => (
          <BoardCard key={board.id} board={toRow(board)} />
        ))}
      </ul>
    </>
  );
}

function toRow({ id, head, items, at }: StoredBoard): BoardListRow {
  const nodes = new Map<string, Item>(items.map((item) => [item.id, item]));
  const stickers = items.filter(({ kind }) => kind === "sticker");
  const counts = new Map<string | null, number>();
  for (const sticker of stickers) {
    const section = sectionIdOf(nodes, sticker.id);
    counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  const sections = items.filter(({ kind }) => kind === "section").toSorted(compareSiblings);
  return {
    id,
    title: head.title,
    section_count: sections.length,
    sticker_count: stickers.length,
    visited_at: new Date(at).toISOString(),
    sections: sections.map((section) => ({
      title: section.title ?? "",
      color: (section.style as SectionStyle).self?.backgroundColor ?? null,
      stickers: counts.get(section.id) ?? 0,
    })),
  };
}
