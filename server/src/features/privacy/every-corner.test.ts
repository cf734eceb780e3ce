import { expect, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { storedTableNames } from "../../db/portable/tables.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAction, makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";
import { ownToken } from "../../testing/tokens.ts";
import { spaceHook } from "../../testing/webhooks.ts";

const name = "Ann Unmistakable";

/** Columns that name a user and need not be filled. */
const ofOthers = [
  // Only administrators have one-time links, and they are not erased.
  "sign_in_links.user_id",
  // The erasure itself writes it.
  "erasures.user_id",
];

const ok = async (answer: Promise<TestResponse>) => {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
};

/** Leaves Ann in every column that may name a user, on boards that Bob has used, too. */
async function leaveTracesEverywhere(app: TestApp, ann: Visitor, bob: Visitor): Promise<void> {
  const board = await makeBoard(bob);
  const { url, columns } = board;
  await ok(ann.get(url));
  const his = await addSticker(bob, board, "His");
  const binned = await addSticker(bob, board, "His, binned by himself");
  const hers = await addSticker(ann, board, "Hers");
  const hersBinned = await addSticker(ann, board, "Hers, binned by Bob");
  const hisBinned = await addSticker(bob, board, "His, binned by Ann", columns[1]);
  for (const { id } of [his, binned]) {
    await ok(ann.post(`${url}/items/${id}/vote`));
    await ok(ann.put(`${url}/items/${id}/reactions/heart`));
    await ok(bob.put(`${url}/items/${id}/reactions/heart`));
  }
  for (const text of ["stays", "binned by Bob", "binned by Ann"]) {
    const made = await addAction(ann, board.id, text, { source_item_id: hers.id, owner_id: ann.user.id });
    if (text === "stays") continue;
    await ok((text.endsWith("Bob") ? bob : ann).delete(`${url}/actions/${made.id}`));
  }
  for (const { id } of [binned, hersBinned]) await ok(bob.delete(`${url}/items/${id}`));
  await ok(ann.delete(`${url}/items/${hisBinned.id}`));
  await ok(ann.put(`${url}/questions/worth/answer`, { value: 4 }));
  await ok(ann.post("/api/v1/logger", { event: 100 }));
  await ok(ann.post(`${url}/template`, { title: "Own" }));
  await ok(ann.post(`${url}/facilitators`, undefined, { "idempotency-key": "seat" }));

  const closed = await makeBoard(ann);
  await ok(bob.get(closed.url));
  await ok(ann.put(`${closed.url}/passphrase`, { passphrase: "a long passphrase" }));
  const inBin = await makeBoard(bob);
  await ok(ann.delete(inBin.url));

  const key = await makeSpace(bob);
  await openSpace(ann, key);
  await spaceHook(bob, key);
  const ofSpace = await makeSpaceBoard(bob, key);
  await addAction(ann, ofSpace.id, "To do", { owner_id: ann.user.id });
  await ownToken(app, ann);
  await leaveSignInTraces(app.deps.database, { app, ann, bob, boardId: board.id });
}

/** What only a provider of sign-ins or a release before writes. */
async function leaveSignInTraces(
  { db }: RetroDatabase,
  { app, ann, bob, boardId }: { app: TestApp; ann: Visitor; bob: Visitor; boardId: string },
): Promise<void> {
  const [user_id, now] = [ann.user.id, app.time.now];
  const space = await db.selectFrom("spaces").select("id").executeTakeFirstOrThrow();
  const subject = { issuer: "https://sign-in.example", subject: user_id };
  await db
    .insertInto("identities")
    .values({ ...subject, user_id, created_at: now })
    .execute();
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("provider_sessions")
    .values({ ...subject, session_id: session.id, sid: null, id_token: "", refresh_token: null })
    .execute();
  await db.insertInto("pending_sign_ins").values({ id: "p", user_id, sealed: "", expires_at: now }).execute();
  await db.insertInto("user_merges").values({ user_id, into_id: bob.user.id, created_at: now }).execute();
  await db
    .insertInto("user_merges")
    .values({ user_id: bob.user.id, into_id: user_id, created_at: now })
    .execute();
  await db
    .insertInto("member_spaces")
    .values({ user_id, space_id: space.id, sealed_key: "", kept_at: now })
    .execute();
  await db.insertInto("board_answerers").values({ board_id: boardId, kind: "worth", user_id }).execute();
  await db
    .insertInto("feedback")
    .values({ id: "f", user_id, name, email: "ann@example.com", comment: "", search: "", created_at: now })
    .execute();
}

/** The columns, as `table.column`, in which one of these texts is. */
async function columnsWith({ db }: RetroDatabase, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const table of storedTableNames)
    for (const row of await db.selectFrom(table).selectAll().execute())
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string" && texts.some((text) => value.includes(text)))
          found.add(`${table}.${column}`);
  return [...found].toSorted();
}

/** The columns that name a user by what they are called. */
async function userColumns({ db }: RetroDatabase): Promise<string[]> {
  const stored = new Set<string>(storedTableNames);
  const tables = (await db.introspection.getTables()).filter((table) => stored.has(table.name));
  const named = /^(user|owner|creator|facilitator|source_user|into)_id$|_by$/u;
  return tables.flatMap(({ name: table, columns }) =>
    columns.filter((column) => named.test(column.name)).map((column) => `${table}.${column.name}`),
  );
}

eachEngine("an erasure", (open) => {
  test("[P6] finds the user in every column of every table, in JSON too, and leaves nothing", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15, 12) });
    const [ann, bob] = [await app.visitor({ name }), await app.visitor({ name: "Bob" })];
    await leaveTracesEverywhere(app, ann, bob);
    const before = await columnsWith(database, [ann.user.id]);
    const json = ["changes.touched", "items.reactions", "deleted_items.reactions"];
    const wanted = (await userColumns(database)).filter((column) => !ofOthers.includes(column));
    expect(before).toEqual(expect.arrayContaining([...wanted, ...json]));

    expect((await ann.delete(`/api/v1/users/${ann.user.id}`)).statusCode).toBe(200);
    expect(await columnsWith(database, [ann.user.id, "Unmistakable", "ann@example.com"])).toEqual([]);
  });
});
