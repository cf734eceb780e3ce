import { personalData } from "@retro/contract/personal-data";
import { describe, expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { addAction } from "../../testing/spaces.ts";
import { watchStatements } from "../../testing/databases/statements.ts";
import { writePersonalData } from "./personal-data.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

eachEngine("the download of one's own data, part by part", (open) => {
  test("templates, feedback with its pictures, and every other list are in the order of time", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor()];
    const tick = () => (app.time.now += 1000);
    const boards = [];
    for (const title of ["First", "Second"]) {
      tick();
      const board = await makeBoard(ann, title);
      boards.push(board);
      await ann.put(board.url, { description: `About ${title}` });
      await ann.post(`${board.url}/template`, { title });
      await addSticker(bob, board, "His");
      const sticker = await addSticker(ann, board, `On ${title}`);
      await ann.post(`${board.url}/items/${sticker.id}/vote`);
      await bob.post(`${board.url}/items/${sticker.id}/vote`);
      await ann.post("/api/v1/logger", { event: title === "First" ? 101 : 100 });
    }
    for (const [i, who] of [ann, bob, ann].entries()) {
      const id = `f${i}`;
      await database.db
        .insertInto("feedback")
        .values({
          id,
          user_id: who.user.id,
          name: `n${i}`,
          email: i === 0 ? "ann@example.com" : null,
          comment: `c${i}`,
          search: "",
          created_at: noon + (10 - i) * 1000,
        })
        .execute();
      for (const position of [1, 0])
        await database.db
          .insertInto("feedback_files")
          .values({
            id: `${id} ${position}`,
            feedback_id: id,
            position,
            type: "image/png",
            bytes: Buffer.from(`${i}${position}`),
          })
          .execute();
    }
    const body = personalData.parse((await ann.get(`/api/v1/users/${ann.user.id}/data`)).json());
    const picture = (text: string) => ({ type: "image/png", base64: Buffer.from(text).toString("base64") });
    expect(body.feedback).toEqual([
      { name: "n2", email: null, comment: "c2", created_at: at(8), pictures: [picture("20"), picture("21")] },
      {
        name: "n0",
        email: "ann@example.com",
        comment: "c0",
        created_at: at(10),
        pictures: [picture("00"), picture("01")],
      },
    ]);
    expect(body.templates).toMatchObject([
      { title: "First", description: "About First", created_at: at(1) },
      { title: "Second", description: "About Second", created_at: at(2) },
    ]);
    expect(body.templates[0]?.sections).toHaveLength(3);
    expect(body.boards_created.map(({ title, created_at }) => [title, created_at])).toEqual([
      ["First", at(1)],
      ["Second", at(2)],
    ]);
    expect(body.boards_opened.map(({ title, opened_at }) => [title, opened_at])).toEqual([
      ["First", at(1)],
      ["Second", at(2)],
    ]);
    expect(body.stickers.map(({ text }) => text).toSorted()).toEqual(["On First", "On Second"]);
    expect(body.votes.map(({ board_id, created_at }) => [board_id, created_at])).toEqual([
      [boards[0]?.id, at(1)],
      [boards[1]?.id, at(2)],
    ]);
    expect(body.activity.map(({ event, created_at }) => [event, created_at])).toEqual([
      ["Save", at(1)],
      ["New Board", at(2)],
    ]);
  });

  test("[P6] a user with thousands of rows in a table costs a bounded page of them at a time, and each row comes once", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const { id: boardId } = await makeBoard(ann);
    const count = 2_100;
    // Many rows have the same time, also where a page ends.
    const rows = Array.from({ length: count }, (_, i) => ({ id: `row ${i}`, created_at: noon + (i % 3) }));
    const owned = { board_id: boardId, user_id: ann.user.id };
    for (let from = 0; from < count; from += 700) {
      const part = rows.slice(from, from + 700);
      const stickers = part.map((row) => ({
        ...row,
        ...owned,
        parent_id: null,
        kind: "sticker" as const,
        order_key: "a0",
        title: row.id,
        style: "{}",
        rev: 1,
      }));
      await database.db.insertInto("items").values(stickers).execute();
      const votes = part.map((row) => ({ ...row, ...owned, item_id: row.id }));
      await database.db.insertInto("votes").values(votes).execute();
      const log = { event_id: 101, user_id: ann.user.id, function: "", object: "", search: "" };
      const logs = part.map((row) => ({ ...row, ...log, name: row.id }));
      await database.db.insertInto("logs").values(logs).execute();
    }
    await addSticker(bob, await makeBoard(bob), "His");
    let largest = 0;
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        largest = Math.max(largest, result.rows.length);
        return result;
      },
    });
    let file = "";
    for await (const piece of writePersonalData(counted, ann.user.id, noon)) file += piece;
    const body = personalData.parse(JSON.parse(file));
    const inOrder = rows
      .toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    expect(body.stickers.map(({ text }) => text)).toEqual(inOrder);
    expect(body.votes.map(({ item_id }) => item_id)).toEqual(inOrder);
    expect(body.activity.map(({ name }) => name)).toEqual(inOrder);
    expect(largest).toBeLessThanOrEqual(1_000);
  });

  test("[P6] T12 · has deleted stickers while they can be restored: the own ones with their text, those of others without", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const [hers, his] = [await addSticker(ann, board, "Hers"), await addSticker(bob, board, "His secret")];
    for (const { id } of [hers, his]) await ann.post(`${board.url}/items/${id}/vote`);
    app.time.now += 1000;
    await bob.delete(`${board.url}/items/${hers.id}`);
    await ann.delete(`${board.url}/items/${his.id}`);
    const answer = await ann.get(`/api/v1/users/${ann.user.id}/data`);
    expect(answer.body).not.toContain("His secret");
    const body = personalData.parse(answer.json());
    expect(body.stickers).toEqual([
      { board_id: board.id, id: hers.id, text: "Hers", style: {}, created_at: at(0), deleted_at: at(1) },
    ]);
    expect(body.deletions).toEqual([{ board_id: board.id, item_id: his.id, deleted_at: at(1) }]);
    expect(body.votes.map(({ item_id }) => item_id).toSorted()).toEqual([hers.id, his.id].toSorted());
  });

  test("[P6] M5 · attack: no text of a board comes out whose passphrase the user has not given, also not as an edit of what the user wrote", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Ours");
    const { id, url } = board;
    const [kept, gone] = [await addSticker(ann, board, "Mine"), await addSticker(ann, board, "Mine too")];
    const [action, dropped] = [await addAction(ann, id, "Mine"), await addAction(ann, id, "Mine too")];
    const secret = "His secret";
    for (const sticker of [kept, gone]) await bob.put(`${url}/items/${sticker.id}`, { title: secret });
    for (const each of [action, dropped])
      await bob.put(`${url}/actions/${each.id}`, { text: secret, owner_name: secret });
    const download = () => ann.get(`/api/v1/users/${ann.user.id}/data`);
    expect((await download()).body.split(secret)).toHaveLength(7);
    await bob.delete(`${url}/items/${gone.id}`);
    await bob.delete(`${url}/actions/${dropped.id}`);
    const passphrase = "horse battery staple";
    await bob.put(`${url}/passphrase`, { passphrase });
    const withheld = await download();
    expect(withheld.body).not.toContain(secret);
    const { stickers, actions } = personalData.parse(withheld.json());
    expect(stickers.map(({ text }) => text)).toEqual(["", ""]);
    expect(actions.map(({ text, owner_name }) => [text, owner_name])).toEqual([
      ["", null],
      ["", null],
    ]);
    await ann.post(`${url}/pass`, { passphrase });
    expect((await download()).body.split(secret)).toHaveLength(7);
  });
});

describe("the download of a user", () => {
  test("[P6] attack: a user with much data downloads it: a worker process reads it, and the server no more than the session", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    for (let i = 0; i < 10; i += 1) await addSticker(ann, await makeBoard(ann), `On board ${i}`);
    let statements = 0;
    await watchStatements(
      () => (statements += 1),
      async () => {
        const { body } = await ann.get(`/api/v1/users/${ann.user.id}/data`);
        expect(body).toContain("On board 9");
      },
    );
    expect(statements).toBeLessThan(4);
  });

  test("[P6] D4 · has deleted actions while they can be restored, each with its own times", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const { id: board_id, url } = await makeBoard(bob);
    const hers = await addAction(ann, board_id, "Hers");
    const his = await addAction(bob, board_id, "His secret");
    app.time.now += 1000;
    await bob.delete(`${url}/actions/${hers.id}`);
    app.time.now += 1000;
    await ann.delete(`${url}/actions/${his.id}`);
    const answer = await ann.get(`/api/v1/users/${ann.user.id}/data`);
    expect(answer.body).not.toContain("His secret");
    const body = personalData.parse(answer.json());
    expect(body.actions).toMatchObject([
      { board_id, id: hers.id, text: "Hers", created_at: at(0), deleted_at: at(1) },
    ]);
    expect(body.deleted_actions).toEqual([{ board_id, action_id: his.id, deleted_at: at(2) }]);
  });

  test("[P6] M5 · names the boards whose passphrase the user has given, and nobody else's", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob, cid] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const boards = [
      await makeBoard(bob, "First"),
      await makeBoard(bob, "Second"),
      await makeBoard(bob, "Third"),
    ];
    for (const { url } of boards) await bob.put(`${url}/passphrase`, { passphrase: "horse battery staple" });
    const give = (who: typeof ann, index: number) =>
      who.post(`${boards[index]?.url}/pass`, { passphrase: "horse battery staple" });
    app.time.now += 1000;
    await give(ann, 1);
    await give(cid, 2);
    app.time.now += 1000;
    await give(ann, 0);
    const body = personalData.parse((await ann.get(`/api/v1/users/${ann.user.id}/data`)).json());
    expect(body.passphrases_given).toEqual([
      { board_id: boards[1]?.id, given_at: at(1) },
      { board_id: boards[0]?.id, given_at: at(2) },
    ]);
  });

  test("[P6] has the seats that the user holds, the boards that they put into the bin, and the actions made from their stickers", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const [board, binned] = [await makeBoard(bob), await makeBoard(bob)];
    await ann.post(`${board.url}/facilitators`);
    app.time.now += 1000;
    expect((await ann.delete(binned.url)).statusCode).toBe(200);
    const sticker = await addSticker(ann, board, "Hers");
    const made = [];
    for (const text of ["One", "Two"])
      made.push(await addAction(bob, board.id, text, { source_item_id: sticker.id }));
    await bob.delete(`${board.url}/actions/${made[1]?.id}`);
    const body = personalData.parse((await ann.get(`/api/v1/users/${ann.user.id}/data`)).json());
    expect(body.seats_held).toEqual([{ board_id: board.id }]);
    expect(body.boards_in_bin).toEqual([{ board_id: binned.id, deleted_at: at(1) }]);
    expect(body.actions_from_stickers).toEqual(made.map(({ id }) => ({ board_id: board.id, action_id: id })));
    const his = personalData.parse((await bob.get(`/api/v1/users/${bob.user.id}/data`)).json());
    expect([his.seats_held, his.boards_in_bin, his.actions_from_stickers]).toEqual([[], [], []]);
  });

  test("tells an administrator their address, and of their sessions the first one first", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const root = await signInAdmin(app);
    app.time.now += 1000;
    await signInAdmin(app, undefined, false);
    app.time.now += 3_600_000;
    await root.get("/api/v1/users/auth");
    await database.db.updateTable("users").set({ seen_at: null }).execute();
    const body = personalData.parse((await root.get(`/api/v1/users/${root.user.id}/data`)).json());
    expect(body.user).toEqual({ ...root.user, email: "root@example.com", created_at: at(0) });
    expect(body.sessions.map(({ created_at, last_used_at }) => [created_at, last_used_at])).toEqual([
      [at(0), at(3601)],
      [at(1), at(1)],
    ]);
    expect(body.exported_at).toBe(at(3601));
  });
});
