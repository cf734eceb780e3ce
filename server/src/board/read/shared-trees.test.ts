import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import { presentItem } from "@retro/rules/present";
import { buildTree } from "@retro/rules/tree";
import { expect, it } from "vitest";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard } from "../../testing/boards.ts";
import { facilitate, putStickers } from "../../testing/sticker-fixture.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { loadItems } from "../parts/load-items.ts";
import { readSnapshot } from "./snapshot.ts";
import { SharedTrees, type TreeReader } from "./shared-trees.ts";

const options = fc.record({
  hideContent: fc.boolean(),
  concealVoteCount: fc.boolean(),
  avatars: fc.constantFrom(false, "none", "show", "hide"),
}) as fc.Arbitrary<Partial<FacilitatorOptions>>;

/** Built for this user alone. */
async function readItemTree(deps: TestApp["deps"], boardId: string, userId: string) {
  const read = await readSnapshot(deps, boardId, userId, (db) => loadItems(db, boardId));
  const { value, version, facilitation } = read;
  return { tree: buildTree(value.map((item) => presentItem(item, facilitation, userId))), version };
}

const readerOf = (by: Visitor): TreeReader => ({
  userId: by.user.id,
  owner: { session: by.user.id, address: "192.0.2.1" },
});

async function crew(test: TestApp) {
  const [owner, other, facilitator] = [
    await test.visitor({ name: "Owner" }),
    await test.visitor({ name: "Other" }),
    await test.visitor({ name: "Facilitator" }),
  ];
  const board = await makeBoard(owner);
  await putStickers(owner, board, board.columns[0], [{ title: "owner's", nested: [{ title: "nested" }] }]);
  await putStickers(other, board, board.columns[1], [{ title: "other's" }]);
  return { owner, other, facilitator, board, all: [owner, other, facilitator] };
}

/** Enough stickers for a read that waits for a slot. */
async function addMany(by: Visitor, board: TestBoard): Promise<void> {
  for (let part = 0; part < 4; part += 1)
    await by.post(`${board.url}/items`, {
      parent_id: board.columns[0],
      items: Array.from({ length: 90 }, (_, i) => ({ title: `${part} ${i}` })),
    });
}

async function itemsOver(by: Visitor, board: TestBoard, accept: string): Promise<unknown> {
  const answer = await by.get(`${board.url}/items`, { "accept-encoding": accept });
  expect(answer.statusCode).toBe(200);
  const used = answer.headers["content-encoding"];
  expect(used).toBe(accept === "identity" ? undefined : accept);
  const body = answer.rawPayload;
  const plain = used === "br" ? brotliDecompressSync(body) : used === "gzip" ? gunzipSync(body) : body;
  return JSON.parse(plain.toString());
}

const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), by: fc.nat(2) }),
  fc.record({ do: fc.constant("vote" as const), by: fc.nat(2) }),
  fc.record({ do: fc.constant("react" as const), by: fc.nat(2) }),
  fc.record({ do: fc.constant("options" as const), options }),
  fc.record({ do: fc.constant("leave" as const) }),
  fc.record({ do: fc.constant("nothing" as const) }),
);

eachEngine("trees", (open) => {
  it("after any change each user's shared answer equals an answer built for that user alone", async () => {
    const test = await buildTestApp({ database: await open(), frozenAt: Date.now() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        test.time.now += 60_000;
        const { board, all, facilitator } = await crew(test);
        let sticker = "";
        for (const each of steps) {
          if (each.do === "add") sticker = (await addSticker(all[each.by] as Visitor, board, "one more")).id;
          if (each.do === "vote") await all[each.by]?.post(`${board.url}/items/${sticker}/vote`);
          if (each.do === "react") await all[each.by]?.put(`${board.url}/items/${sticker}/reactions/heart`);
          if (each.do === "options") await facilitate(facilitator, board, each.options);
          if (each.do === "leave") await facilitator.delete(`${board.url}/facilitators`);
          for (const [i, accept] of ["br", "gzip", "identity"].entries()) {
            const by = all[i] as Visitor;
            const { tree, version } = await readItemTree(test.deps, board.id, by.user.id);
            expect(await itemsOver(by, board, accept)).toEqual({ data: tree, meta: { version } });
          }
        }
      }),
      { numRuns: 5 },
    );
  }, 60_000);

  it("forty who read a board at once share one build, and those after them too, until it changes", async () => {
    const { owner, board, all, test } = await start(await open());
    const trees = new SharedTrees(test.deps);
    const read = async () =>
      Promise.all(
        Array.from({ length: 40 }, (_, i) => trees.body(board.id, readerOf(all[i % 3] as Visitor), "br")),
      );
    const bodies = [...(await read()), ...(await read())];
    expect([trees.buildCount, new Set(bodies).size]).toEqual([1, 1]);
    await addSticker(owner, board, "new");
    const [fresh] = await read();
    expect(trees.buildCount).toBe(2);
    expect(fresh?.version).toBe((bodies[0]?.version ?? 0) + 1);
    await trees.close();
  });

  it("a participant who reads while the facilitator hides content never gets what the facilitator's read gave", async () => {
    const { facilitator, owner, board, test } = await start(await open());
    await facilitate(facilitator, board, {});
    const trees = new SharedTrees(test.deps);
    for (let round = 0; round < 3; round += 1) {
      const [, hidden, ...answers] = await Promise.all([
        trees.body(board.id, readerOf(facilitator), "identity"),
        facilitator.put(`${board.url}/facilitators`, { option: "hideContent", value: true }),
        ...Array.from({ length: 5 }, () => trees.body(board.id, readerOf(owner), "identity")),
      ]);
      const { version } = hidden.json<{ meta: { version: number } }>().meta;
      answers.push(await trees.body(board.id, readerOf(owner), "identity"));
      const late = answers.filter((answer) => answer.version >= version);
      expect(late.length).toBeGreaterThan(0);
      for (const { body } of late) expect(Buffer.from(body).toString()).not.toContain("other's");
      await facilitate(facilitator, board, { hideContent: false });
    }
    await trees.close();
  });

  it("a large board is read in the worker process: the same answer; an unknown one is 404 there too", async () => {
    const { all, board, test, facilitator, owner } = await start(await open());
    await addMany(owner, board);
    await facilitate(facilitator, board, { hideContent: true, avatars: "hide" });
    const trees = new SharedTrees(test.deps, { inlineStickers: 0 });
    for (const by of all) {
      const { tree, version } = await readItemTree(test.deps, board.id, by.user.id);
      const { body } = await trees.body(board.id, readerOf(by), "br");
      expect(JSON.parse(brotliDecompressSync(body).toString())).toEqual({ data: tree, meta: { version } });
      expect(JSON.parse(Buffer.from(await trees.json(board.id, readerOf(by))).toString())).toEqual(tree);
    }
    // A read in this process waits for a slot.
    const another = await test.deps.rateLimiter.heavySlots.acquire({ address: "192.0.2.2" });
    const votes = await trees.votes(board.id, readerOf(owner));
    expect(JSON.parse(Buffer.from(votes.body).toString())).toMatchObject({ data: [] });
    another();
    await expect(trees.body("nowhere", readerOf(facilitator), "br")).rejects.toMatchObject({
      statusCode: 404,
    });
    await trees.close();
  });
});

async function start(database: TestApp["deps"]["database"]) {
  const test = await buildTestApp({ database });
  return { test, ...(await crew(test)) };
}

it("attack: reads of a large board that wait for their turn hold no place that other requests need", async () => {
  const test = await buildTestApp();
  const { board, owner, other } = await crew(test);
  const { rateLimiter } = test.deps;
  await addMany(owner, board);
  const readAnother = await rateLimiter.heavySlots.acquire({ address: "192.0.2.2" });
  const reads = [owner, other].flatMap((by) => [
    by.get(`${board.url}/items`),
    by.get(`${board.url}/items/votes`),
  ]);
  await expect.poll(() => rateLimiter.heavySlots.waiting).toBe(3);
  expect(rateLimiter.requestSlots.running).toBe(0);
  readAnother();
  for (const { statusCode } of await Promise.all(reads)) expect(statusCode).toBe(200);
});

it("readers of a large board that changes while they wait for a turn share one build, which has the last change", async () => {
  const test = await buildTestApp();
  const { board, owner, other } = await crew(test);
  const { rateLimiter } = test.deps;
  await addMany(owner, board);
  const trees = new SharedTrees(test.deps);
  const readAnother = await rateLimiter.heavySlots.acquire({ address: "192.0.2.2" });
  const reads = [];
  for (const title of ["one", "two", "three"]) {
    await addSticker(owner, board, title);
    reads.push(trees.body(board.id, readerOf(reads.length === 0 ? owner : other), "identity"));
    // The next change comes while this read waits.
    await expect.poll(() => rateLimiter.heavySlots.waiting).toBe(1);
  }
  readAnother();
  const bodies = await Promise.all(reads);
  expect([trees.buildCount, new Set(bodies).size]).toEqual([1, 1]);
  expect(Buffer.from(bodies[0]?.body ?? []).toString()).toContain("three");
  await trees.close();
});

it("a participant who waits for a build gets none that was made under options that hide more from them since", async () => {
  const test = await buildTestApp();
  const { board, owner, facilitator } = await crew(test);
  const { rateLimiter } = test.deps;
  await addMany(owner, board);
  await facilitate(facilitator, board, {});
  const trees = new SharedTrees(test.deps);
  const readAnother = await rateLimiter.heavySlots.acquire({ address: "192.0.2.2" });
  const first = trees.body(board.id, readerOf(facilitator), "identity");
  await expect.poll(() => rateLimiter.heavySlots.waiting).toBe(1);
  const waits = trees.body(board.id, readerOf(owner), "identity");
  await facilitate(facilitator, board, { hideContent: true });
  readAnother();
  await first;
  const { body } = await waits;
  expect(Buffer.from(body).toString()).not.toContain("other's");
  await trees.close();
});

it("only the newest version of a board is kept for each audience", async () => {
  const test = await buildTestApp();
  const { board, owner } = await crew(test);
  const trees = new SharedTrees(test.deps);
  for (let i = 1; i <= 3; i += 1) {
    await addSticker(owner, board, `${i}`);
    await trees.body(board.id, readerOf(owner), "identity");
  }
  expect(trees.cachedCount).toBe(1);
  await trees.close();
});

it("bodies that are kept stay below their limit: a large one drives no others out", async () => {
  const test = await buildTestApp();
  const { board, owner } = await crew(test);
  const trees = new SharedTrees(test.deps, { cacheBytes: 1000 });
  for (let i = 1; i <= 3; i += 1) {
    await trees.body(board.id, readerOf(owner), "identity");
    expect(trees.buildCount).toBe(i);
  }
  await trees.close();
});

it("a write answers with the tree at its own version when it is asked to", async () => {
  const test = await buildTestApp();
  const { board, owner } = await crew(test);
  const answer = await owner.post(`${board.url}/items?return=items`, {
    title: "with the tree",
    parent_id: board.columns[0],
  });
  const { tree, version } = await readItemTree(test.deps, board.id, owner.user.id);
  expect(answer.json()).toMatchObject({ data: tree, meta: { version } });
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const edited = await owner.put(`${board.url}?return=items`, { title: "Another" });
  expect(edited.json()).toMatchObject({ data: { board: { title: "Another" }, items: tree } });
});

it("attack: two hundred who read a board whose authors are hidden cost one reading of it", async () => {
  const test = await buildTestApp();
  const { board, all, facilitator } = await crew(test);
  await facilitate(facilitator, board, { avatars: "hide" });
  const trees = new SharedTrees(test.deps, { cacheBytes: 100_000 });
  const first = await trees.body(board.id, readerOf(all[0] as Visitor), "identity");
  // Not what a server may see: a change without a version shows who has read again.
  await test.deps.database.db.updateTable("items").set({ title: "read again" }).execute();
  const second = await trees.body(board.id, readerOf(all[1] as Visitor), "identity");
  expect(second.audience).not.toBe(first.audience);
  expect(Buffer.from(second.body).toString()).not.toContain("read again");
  await addSticker(all[0] as Visitor, board, "new");
  const third = await trees.body(board.id, readerOf(all[1] as Visitor), "identity");
  expect(Buffer.from(third.body).toString()).toContain("read again");
  await trees.close();
});
