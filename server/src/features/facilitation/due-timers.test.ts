import { expect, test } from "vitest";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { insertUser } from "../people/store.ts";
import { insertBoard } from "../boards/store.ts";
import { findDueTimers } from "../../board/parts/board-store.ts";

eachEngine("the timers that end soon", (open) => {
  test("are all found, however many, the first one first; later ones and boards without one are not [C4]", async () => {
    const { db } = await open();
    const options = { color: "#123456", isAvatarStickers: true };
    await insertUser(db, { id: "ann", name: "Ann", role: "anonymous", options }, 0);
    const row = await insertBoard(db, {
      id: "none",
      title: "t",
      description: "",
      creator_id: "ann",
      section_count: 0,
      sticker_count: 0,
      now: 0,
    });
    // Three at each moment, and ids in another order than times.
    const due = Array.from({ length: 1203 }, (_, i) => ({
      id: `b${String((i * 7) % 1203).padStart(4, "0")}`,
      timer_settles_at: 1000 + Math.floor(i / 3),
    }));
    for (let at = 0; at < due.length; at += 100)
      await db
        .insertInto("boards")
        .values(due.slice(at, at + 100).map((timer) => ({ ...row, ...timer })))
        .execute();
    const inOrder = due.toSorted((a, b) => a.timer_settles_at - b.timer_settles_at || (a.id < b.id ? -1 : 1));
    expect(await findDueTimers(db, 2000)).toEqual(inOrder);
    expect(await findDueTimers(db, 1300)).toEqual(
      inOrder.filter(({ timer_settles_at }) => timer_settles_at <= 1300),
    );
    expect(await findDueTimers(db, 999)).toEqual([]);
  });
});
