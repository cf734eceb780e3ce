import fc from "fast-check";
import { expect, test } from "vitest";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { remainingVotes } from "@retro/rules/votes";
import type { ItemNode } from "@retro/rules/tree";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { insertRows } from "../../board/parts/item-store.ts";
import { makeItemRow } from "../stickers/store.ts";
import { insertBoard } from "../boards/store.ts";
import { insertUser } from "../people/store.ts";
import { countInSection, countOnBoard, findPlace, saveVote } from "./store.ts";

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
  /** A section: where the vote was given; null: a vote of an earlier release. */
  votes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...users), fc.constantFrom(null, "s0", "s1")), {
    maxLength: 40,
  }),
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
        const cast = new Map(users.map((user) => [user, new Map<string, string | null>()]));
        for (const [pick, user, section] of votes)
          cast
            .get(user)
            ?.set(stickers[pick % stickers.length] as string, section === null ? null : `${id}-${section}`);
        for (const [user, given] of cast)
          for (const [item, section_id] of given)
            await saveVote(db, {
              count: 1,
              id: `${user}-${item}`,
              board_id: id,
              item_id: item,
              user_id: user,
              created_at: 0,
              section_id,
            });

        const items = new Map(nodes.map((n) => [n.id, n]));
        for (const [user, mine] of cast)
          for (const item of stickers.slice(0, 6)) {
            const givenIn = new Map(
              [...mine].flatMap(([of, at]) => (at === null ? [] : [[of, at] as const])),
            );
            const left = (how: "board" | "section") =>
              remainingVotes(limited(how), items, mine.keys(), item, givenIn);
            const place = await findPlace(db, item, user);
            expect(999 - (await countOnBoard(db, id, user))).toBe(left("board"));
            expect(999 - (await countInSection(db, id, user, place.countsIn))).toBe(left("section"));
            expect(place.had).toBe(mine.has(item) ? 1 : 0);
          }
      }),
      { numRuns: 12 },
    );
  });
});
