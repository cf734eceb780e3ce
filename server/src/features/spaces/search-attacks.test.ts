import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { emptyFacilitation } from "@retro/rules/facilitation";
import { describe, expect, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { type Browser, buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard } from "../../testing/boards.ts";
import { makeSpace } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const secret = "zyxsecret";
const ask = (by: Browser, key: string, question = secret) =>
  by.get(`/api/v1/spaces/${key}/search?q=${encodeURIComponent(question)}`);
const nothing = { data: { hits: [], more: false } };

/** Ann's space with a board that has her sticker; Eve has the key too. */
async function start(open?: () => Promise<RetroDatabase>) {
  const database = open && { database: await open() };
  const app = await buildTestApp({ ...database, frozenAt: Date.UTC(2026, 10, 23) });
  const [ann, eve] = [await app.visitor(), await app.visitor()];
  const key = await makeSpace(ann);
  const board = await makeBoard(ann);
  await ann.put(`/api/v1/spaces/${key}/boards/${board.id}`);
  await addSticker(ann, board, secret);
  return { app, ann, eve, key, board };
}

const hide = async (by: Visitor, { url }: TestBoard, value = true) => {
  await by.post(`${url}/facilitators`);
  await by.put(`${url}/facilitators`, { option: "hideContent", value });
};
const found = async (by: Browser, key: string, question = secret) =>
  (await ask(by, key, question))
    .json<{ data: { hits: { text: string }[] } }>()
    .data.hits.map(({ text }) => text);

eachEngine("[G8] a search in a space", (open) => {
  test("attack: a hidden sticker of another is not found, nor what was made from it; both answers are those of no match", async () => {
    const { ann, eve, key, board } = await start(open);
    const sticker = await addSticker(ann, board, `${secret} source`);
    await ann.post(`${board.url}/actions`, { text: `${secret} action`, source_item_id: sticker.id });
    expect(await found(eve, key)).toHaveLength(3);
    const own = await addSticker(eve, board, `${secret} of eve`);
    const direct = `${secret} written directly`;
    await ann.post(`${board.url}/actions`, { text: direct });
    await hide(ann, board);
    expect(await found(eve, key)).toEqual([direct, own.title]);
    expect((await ask(eve, key, `${secret} source`)).json()).toEqual(nothing);
    expect((await ask(eve, key, `${secret} action`)).json()).toEqual(nothing);
    expect(await found(ann, key)).toHaveLength(5);
    await hide(ann, board, false);
    expect(await found(eve, key)).toHaveLength(5);
  });

  test("attack: hidden matches take no place of visible ones, so that counts and order reveal nothing", async () => {
    const { ann, eve, key, board } = await start(open);
    const other = await makeBoard(ann);
    await ann.put(`/api/v1/spaces/${key}/boards/${other.id}`);
    const items = Array.from({ length: 60 }, (_, i) => ({ title: `${secret} ${i}` }));
    await ann.post(`${other.url}/items`, { parent_id: other.columns[0], items });
    expect((await ask(eve, key)).json()).toMatchObject({ data: { more: true } });
    await hide(ann, other);
    expect((await ask(eve, key)).json()).toMatchObject({ data: { hits: [{ text: secret }], more: false } });
    expect(await found(eve, key, `board:${board.id}`)).toEqual([]);
  });

  test("attack: options in any spelling hide a text, whatever the query that reads it expects", async () => {
    const { app, eve, ann, key, board } = await start(open);
    const facilitation = {
      ...emptyFacilitation({}),
      facilitator_options: { ...noOptions, hideContent: true },
    };
    await app.deps.database.db
      .updateTable("boards")
      .set({
        facilitator_id: ann.user.id,
        facilitator_options: JSON.stringify(facilitation.facilitator_options, null, 2),
      })
      .where("id", "=", board.id)
      .execute();
    expect(await found(eve, key)).toEqual([]);
    expect(await found(ann, key)).toEqual([secret]);
  });

  test("attack: a board whose passphrase the caller has not given is not found, neither its title nor its texts", async () => {
    const { ann, eve, key, board } = await start(open);
    await ann.put(board.url, { title: `Board ${secret}` });
    await ann.put(`${board.url}/passphrase`, { passphrase: "horse battery staple" });
    expect((await ask(eve, key)).json()).toEqual(nothing);
    expect(await found(ann, key)).toHaveLength(2);
    await eve.post(`${board.url}/pass`, { passphrase: "horse battery staple" });
    expect(await found(eve, key)).toHaveLength(2);
  });

  test("attack: operators, quotes and scopes of the query language are words like all others", async () => {
    const { app, ann, eve, key, board } = await start(open);
    const [{ id }] = (await app.deps.database.db.selectFrom("spaces").select("id").execute()) as [
      { id: string },
    ];
    const other = await makeSpace(ann, "Other");
    const questions = [
      `" OR ${secret}`,
      `${secret}" OR "a`,
      `${secret}' | 'a`,
      `nothing OR ${secret}`,
      `nothing | ${secret}`,
      `words : ${secret} NOT nothing`,
      `NEAR(${secret} nothing)`,
      `${secret} AND`,
      `!${secret} & nothing`,
      `${secret}:* <-> nothing`,
      `\u{E000}t${id.replaceAll("-", "")} ${secret}`,
      `'; drop table space_texts; --`,
    ];
    for (const question of questions) {
      expect([question, (await ask(eve, other, question)).json()]).toEqual([question, nothing]);
      expect([question, (await ask(eve, key, question)).json()]).toEqual([question, nothing]);
    }
    for (const question of [
      `"${secret}"`,
      `${secret}*`,
      `^${secret}`,
      `-${secret}`,
      `(${secret})`,
      `\\${secret}`,
    ])
      expect([question, await found(eve, key, question)]).toEqual([question, [secret]]);
    expect((await eve.get(board.url)).statusCode).toBe(200);
  });

  test("attack: a question of 1,000 words, emoji, NUL and no words at all does no harm", async () => {
    const { eve, key } = await start(open);
    const status = async (question: string) => (await ask(eve, key, question)).statusCode;
    expect(await status("a ".repeat(499))).toBe(200);
    expect(
      await status(Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(" ")),
    ).toBe(200);
    expect(await status("я".repeat(1000))).toBe(200);
    expect(await status("я".repeat(1001))).toBe(422);
    expect((await ask(eve, key, "🙂🙂 ’ …")).json()).toEqual(nothing);
    expect((await ask(eve, key, "")).json()).toEqual(nothing);
    expect(await status("\u0000")).toBe(422);
    expect((await eve.get(`/api/v1/spaces/${key}/search?q=%FF`)).statusCode).toBeLessThan(500);
    expect((await eve.get(`/api/v1/spaces/${key}/search`)).statusCode).toBe(422);
    expect((await eve.get(`/api/v1/spaces/${key}/search?q=a&q=b`)).statusCode).toBe(422);
  });
});

describe("[G8] a search", () => {
  test("attack: a board in the bin is not found, and is found again when it is restored", async () => {
    const { ann, eve, key, board } = await start();
    await ann.delete(board.url);
    expect((await ask(eve, key)).json()).toEqual(nothing);
    await ann.put(`${board.url}/restore`);
    expect(await found(eve, key)).toEqual([secret]);
  });

  test("attack: a board that was moved out, or is in another space or in none, is not found", async () => {
    const { ann, eve, key, board } = await start();
    const [other, lone] = [await makeSpace(ann, "Other"), await makeBoard(ann)];
    await addSticker(ann, lone, `${secret} in no space`);
    await ann.put(`/api/v1/spaces/${other}/boards/${board.id}`, { leaving: key });
    expect((await ask(eve, key)).json()).toEqual(nothing);
    expect(await found(eve, other)).toEqual([secret]);
    await ann.delete(`/api/v1/spaces/${other}/boards/${board.id}`);
    expect((await ask(eve, other)).json()).toEqual(nothing);
  });
});
