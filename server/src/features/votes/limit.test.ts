import fc from "fast-check";
import { expect, test } from "vitest";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { idleTimer, type Facilitation } from "@retro/contract/entities";
import { remainingVotes } from "@retro/rules/votes";
import type { ItemNode } from "@retro/rules/tree";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { insertRows } from "../../board/parts/item-store.ts";
import { makeItemRow } from "../stickers/store.ts";
import { insertBoard } from "../boards/store.ts";
import { insertUser } from "../people/store.ts";
import { countInSection, countOnBoard, countOwn, saveVote } from "./store.ts";

const users = ["ann", "bob"];
const limited = (item: "board" | "section"): Facilitation => ({
  facilitator_id: null,
  facilitator_options: { ...noOptions, votes: { limit: 999, item } },
  timer: idleTimer,
});

/**
 * Two sections of two columns; each number names the parent of one more sticker: a column, or an earlier
 * sticker.
 */
const boards = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
  votes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...users)), { maxLength: 40 }),
});

function grow(board: string, parents: readonly number[]): ItemNode[] {
  const node = (id: string, parent: string | null, kind: ItemNode["kind"]): ItemNode => ({
    id: `${board}-${id}`,
    parent_id: parent === null ? null : `${board}-${parent}`,
    kind,
    order: "a0",
  });
  const nodes = [node("s0", null, "section"), node("s1", null, "section")];
  const places = ["c0", "c1", "c2", "c3"];
  for (const [i, column] of places.entries()) nodes.push(node(column, `s${i % 2}`, "column"));
  for (const [i, pick] of parents.entries()) {
    nodes.push(node(`t${i}`, places[pick % places.length] as string, "sticker"));
    places.push(`t${i}`);
  }
  return nodes;
}

eachEngine("a vote limit counted in the database", (open) => {
  test("leaves what the rule leaves that reads the whole board [V2]", async () => {
    const database = await open();
    const { db } = database;
    for (const id of users)
      await insertUser(
        db,
        { id, name: id, role: "anonymous", options: { color: "#123456", isAvatarStickers: true } },
        0,
      );
    let made = 0;
    await fc.assert(
      fc.asyncProperty(boards, async ({ parents, votes }) => {
        const id = `b${(made += 1)}`;
        await insertBoard(db, {
          id,
          title: "t",
          description: "",
          creator_id: "ann",
          section_count: 2,
          sticker_count: parents.length,
          now: 0,
        });
        const nodes = grow(id, parents);
        await insertRows(
          db,
          nodes.map((n) =>
            makeItemRow({
              id: n.id,
              boardId: id,
              parentId: n.parent_id,
              kind: n.kind,
              order: n.order,
              now: 0,
            }),
          ),
        );
        const stickers = nodes.filter((n) => n.kind === "sticker").map((n) => n.id);
        const cast = new Map(users.map((user) => [user, new Set<string>()]));
        for (const [pick, user] of votes) cast.get(user)?.add(stickers[pick % stickers.length] as string);
        for (const [user, ids] of cast)
          for (const item of ids)
            await saveVote(db, {
              count: 1,
              id: `${user}-${item}`,
              board_id: id,
              item_id: item,
              user_id: user,
              created_at: 0,
            });

        const items = new Map(nodes.map((n) => [n.id, n]));
        for (const [user, mine] of cast)
          for (const item of stickers.slice(0, 6)) {
            const left = (how: "board" | "section") => remainingVotes(limited(how), items, mine, item);
            expect(999 - (await countOnBoard(db, id, user))).toBe(left("board"));
            expect(999 - (await countInSection(db, id, user, item))).toBe(left("section"));
            expect(await countOwn(db, item, user)).toBe(mine.has(item) ? 1 : 0);
          }
      }),
      { numRuns: 12 },
    );
  });
});
