import { expect, test } from "vitest";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { insertUser } from "../people/store.ts";
import { findFeedback, insertFeedback, insertFile, listFeedback } from "./store.ts";

eachEngine("feedback with pictures", (open) => {
  test("lists each one's pictures in the order in which they were attached", async () => {
    const { db } = await open();
    const options = { color: "#123456", isAvatarStickers: true };
    await insertUser(db, { id: "ann", name: "Ann", role: "anonymous", options }, 0);
    for (const id of ["f1", "f2"])
      await insertFeedback(db, { id, user_id: "ann", name: id, email: null, comment: "c", created_at: 0 });
    for (const [feedback_id, position] of [
      ["f1", 2],
      ["f2", 1],
      ["f1", 0],
      ["f2", 0],
      ["f1", 1],
    ] as const) {
      // The order of the ids is another one.
      const id = `${feedback_id}-${9 - position}`;
      await insertFile(db, { id, feedback_id, position, type: "image/png", bytes: new Uint8Array([1]) });
    }
    const { rows } = await listFeedback(db, { page: 1, per_page: 20, sort: "name" });
    expect(rows.map(({ attachments }) => attachments)).toEqual([
      ["f1-9", "f1-8", "f1-7"],
      ["f2-9", "f2-8"],
    ]);
  });

  test("of many that are found for npm run admin, the latest are listed", async () => {
    const { db } = await open();
    for (const [created_at, id] of ["first", "second", "third"].entries())
      await insertFeedback(db, {
        id,
        user_id: null,
        name: "Ann",
        email: null,
        comment: "Lovely",
        created_at,
      });
    const found = async (words: string) => (await findFeedback(db, words, 2)).map(({ id }) => id);
    expect(await found("LOVELY")).toEqual(["third", "second"]);
    expect(await found("first")).toEqual(["first"]);
  });
});
