import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

/** On the board are Ann with two votes, Bob and Cy with one each. */
const start = observeBoards();
const concealed = { votes: { limit: 4, item: "board" }, concealVoteCount: true } as const;
const left = async (t: ObservedBoard) => (await t.send("cy", "GET", "/votes-left")).data;

const sort = (t: ObservedBoard, item: string, parent: string) =>
  t.sendOk("cy", "PUT", "/sort", { item_id: item, parent_id: parent, position: 0 });
const roads: Record<string, (t: ObservedBoard) => Promise<unknown>> = {
  "a deletion": (t) => t.sendOk("cy", "DELETE", "/items/@two"),
  "a deletion and its restoration": async (t) => {
    await t.sendOk("cy", "DELETE", "/items/@two");
    await t.sendOk("cy", "POST", "/items/@two/restore");
  },
  "a move to another section": (t) => sort(t, "@two", "@B.0"),
  "a group": (t) => sort(t, "@one", "@five"),
  "a section that is deleted": (t) => t.sendOk("ann", "DELETE", "/items/@B"),
};

test.each(
  Object.keys(roads).flatMap((road) => [[road, "after", true] as const, [road, "without", false] as const]),
)(
  "[V10, H2] attack: while counts are concealed, %s %s a look at the votes left changes none that were given",
  async (road, _, asksBefore) => {
    const t = await start();
    await t.facilitate(concealed);
    const before = { used: 0, present: 3, left: 8, each: 4 };
    const known = asksBefore ? await left(t) : before;
    expect(known).toEqual(before);
    await roads[road]?.(t);
    expect(await left(t)).toEqual(before);
    // The next vote counts, also the vote of somebody to whom a deletion gave one back.
    await t.sendOk("ann", "POST", "/items/@three/vote");
    expect(await left(t)).toEqual({ used: 0, present: 3, left: 7, each: 4 });
    await t.sendOk("ann", "DELETE", "/items/@three/vote");
    expect(await left(t)).toEqual(before);
  },
);

test("[V10] attack: a sticker that leaves the sections of a concealed round does not tell its votes", async () => {
  const t = await start();
  await t.facilitate({});
  await t.sendOk("ann", "POST", "/rounds", {
    sections: [t.names.id("@A")],
    votes: { limit: 2, item: "section" },
    concealVoteCount: true,
  });
  await t.sendOk("ann", "POST", "/items/@one/vote");
  await t.sendOk("bob", "POST", "/items/@two/vote");
  const before = await left(t);
  expect(before).toEqual({ used: 0, present: 3, left: 4, each: 2 });
  await sort(t, "@one", "@B.0");
  expect(await left(t)).toEqual(before);
});

test("[V10] the voter's own remaining votes give one back that was on a deleted sticker", async () => {
  const t = await start();
  await t.facilitate({ votes: { limit: 2, item: "board" }, concealVoteCount: true });
  expect(await left(t)).toEqual({ used: 1, present: 3, left: 2, each: 2 });
  await t.sendOk("cy", "DELETE", "/items/@two");
  // Ann's vote on @two-a went with @two: she has both votes again, and counts as somebody who has used them.
  expect((await t.sendOk("ann", "POST", "/items/@one/vote")).data).toMatchObject({ remaining: 1 });
  expect(await left(t)).toEqual({ used: 1, present: 3, left: 2, each: 2 });
});

test("[V10] when votes are reset or counts are shown, the votes that are there count again", async () => {
  const t = await start();
  await t.facilitate(concealed);
  await t.sendOk("cy", "DELETE", "/items/@two");
  expect(await left(t)).toMatchObject({ left: 8 });
  await t.facilitate({ concealVoteCount: false });
  expect(await left(t)).toMatchObject({ left: 10 });
  await t.facilitate(concealed);
  await t.sendOk("ann", "PUT", "/reset-votes");
  expect(await left(t)).toMatchObject({ left: 12 });
});

eachEngine("votes left while people come and go", (open) => {
  test.each(["bob", "ann"] as const)(
    "[V10, H2] attack: who asks only when others have left learns nothing of what these have given, if it was %s's",
    async (voter) => {
      const app = await buildTestApp({ database: await open() });
      await app.listen();
      const people = { ann: await app.visitor(), bob: await app.visitor() };
      const { ann, bob } = people;
      const board = await makeBoard(ann);
      await ann.post(`${board.url}/facilitators`);
      for (const [option, value] of Object.entries(concealed))
        await ann.put(`${board.url}/facilitators`, { option, value });
      const mine = await listenOn(app, ann, board.id);
      const tab = await listenOn(app, bob, board.id);
      for (const text of ["a", "b", "c", "d"]) {
        const { id } = await addSticker(ann, board, text);
        if (text !== "d") await people[voter].post(`${board.url}/items/${id}/vote`);
      }
      tab.raw.socket.close();
      await mine.raw.receive("pusher_internal:member_removed");
      const answer = await ann.get(`${board.url}/votes-left`);
      expect(answer.json()).toEqual({ data: { used: 0, present: 2, left: 5, each: 4 } });
    },
  );

  test("[V10] attack: a closed tab does not tell how many votes its user has given, and nor does a return", async () => {
    const app = await buildTestApp({ database: await open() });
    await app.listen();
    const [ann, bob, cy] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await ann.post(`${board.url}/facilitators`);
    for (const [option, value] of Object.entries(concealed))
      await ann.put(`${board.url}/facilitators`, { option, value });
    const ids = [];
    for (const text of ["a", "b", "c", "d"]) ids.push((await addSticker(ann, board, text)).id);
    const told = async () => (await ann.get(`${board.url}/votes-left`)).json<{ data: object }>().data;
    const mine = await listenOn(app, ann, board.id);
    const tab = await listenOn(app, bob, board.id);
    expect(await told()).toEqual({ used: 0, present: 2, left: 8, each: 4 });
    for (const id of ids.slice(0, 3)) await bob.post(`${board.url}/items/${id}/vote`);
    expect(await told()).toEqual({ used: 0, present: 2, left: 5, each: 4 });
    tab.raw.socket.close();
    await mine.raw.receive("pusher_internal:member_removed");
    expect(await told()).toEqual({ used: 0, present: 2, left: 5, each: 4 });

    // Cy has voted before anybody saw them on the board: their arrival adds as much as anybody's.
    await cy.post(`${board.url}/items/${ids[0]}/vote`);
    expect(await told()).toEqual({ used: 0, present: 2, left: 5, each: 4 });
    await listenOn(app, cy, board.id);
    expect(await told()).toEqual({ used: 0, present: 3, left: 9, each: 4 });
    // Whoever comes and votes before anybody asks again is counted with that vote.
    const dan = await app.visitor();
    await listenOn(app, dan, board.id);
    await dan.post(`${board.url}/items/${ids[0]}/vote`);
    expect(await told()).toEqual({ used: 0, present: 4, left: 12, each: 4 });
    await cy.delete(`/api/v1/users/${cy.user.id}`);
    expect(await told()).toEqual({ used: 0, present: 4, left: 12, each: 4 });
    expect(
      JSON.stringify(await app.deps.database.db.selectFrom("given_votes").selectAll().execute()),
    ).not.toContain(cy.user.id);
  });
});
