import { describe, expect, test } from "vitest";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { limits } from "@retro/contract/limits";
import { withTopic } from "@retro/rules/meeting";
import { observeBoards } from "../../../testing/observed-board.ts";

const start = observeBoards();
const begin = ["POST", "/meeting", {}] as const;
const goTo = (step: string) => ["PUT", "/meeting", { step }] as const;
const discuss = (topic: string | null, from_topic?: string | null) =>
  ["PUT", "/meeting", { topic, from_topic }] as const;
const undo = ["PUT", "/meeting", { undo: true }] as const;

type Board = Awaited<ReturnType<typeof start>>;

async function stateOf(t: Board): Promise<Facilitation> {
  return (await t.sendOk("cy", "GET", "")).data as Facilitation;
}

async function toDiscussion(t: Board): Promise<void> {
  await t.sendOk("ann", ...begin);
  await t.sendOk("ann", ...goTo("discuss"));
}

describe("the topics of a meeting [F6]", () => {
  test("begin with the one that has the most votes, and each has the time of the step", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("vote"));
    for (const by of ["ann", "bob", "cy"] as const) await t.sendOk(by, "POST", "/items/@three/vote");
    await t.sendOk("ann", ...goTo("discuss"));
    const { meeting, timer } = await stateOf(t);
    expect(meeting).toMatchObject({ topic: "@three", at: t.app.time.now });
    expect(timer).toMatchObject({ startTime: t.app.time.now, countTime: 300 });
  });

  test("of a step for so many end with the last one of them; any other can be put up by hand", async () => {
    const t = await start();
    const steps = [{ id: "talk", kind: "discuss", minutes: 5, topics: 1 }];
    await t.sendOk("ann", "POST", "/items/@three/vote");
    for (const by of ["ann", "bob"] as const) await t.sendOk(by, "POST", "/items/@one/vote");
    await t.sendOk("ann", "POST", "/meeting", {
      steps: [...steps, { id: "end", kind: "group", minutes: 1 }],
    });
    expect((await stateOf(t)).meeting?.topic).toBe("@one");
    await t.sendOk("ann", ...discuss(null));
    for (const step of ["end", "talk"]) await t.sendOk("ann", ...goTo(step));
    expect((await stateOf(t)).meeting?.topic).toBeUndefined();
    await t.sendOk("ann", ...discuss("@three"));
    expect((await stateOf(t)).meeting?.topic).toBe("@three");
  });

  test("the topic before it is discussed, until it is put up again", async () => {
    const t = await start();
    await toDiscussion(t);
    for (const topic of ["@one", "@three", "@five"]) await t.sendOk("ann", ...discuss(topic));
    expect((await stateOf(t)).meeting?.discussed?.slice(-2)).toEqual(["@one", "@three"]);
    await t.sendOk("ann", ...discuss("@one"));
    expect((await stateOf(t)).meeting?.discussed?.slice(-2)).toEqual(["@three", "@five"]);
    await t.sendOk("ann", ...discuss(null));
    const { meeting, timer } = await stateOf(t);
    expect([meeting?.topic, meeting?.discussed?.at(-1), timer.startTime]).toEqual([undefined, "@one", null]);
  });

  test("undo puts the topic before, its time and the marks back exactly [F3]", async () => {
    const t = await start();
    await toDiscussion(t);
    await t.sendOk("ann", ...discuss("@one"));
    const { version: _, ...before } = (await stateOf(t)) as Facilitation & { version: number };
    t.app.time.now += 4000;
    await t.sendOk("ann", ...discuss("@three"));
    await t.sendOk("ann", ...undo);
    expect(await stateOf(t)).toMatchObject({ meeting: before.meeting, timer: before.timer });
    expect((await t.send("ann", ...undo)).code).toBe("meeting_state");
  });

  test.each([
    ["by a participant", "bob", ["DELETE", "/items/@three"]],
    ["with its section", "ann", ["DELETE", "/items/@A"]],
    ["with all stickers", "ann", ["PUT", "/delete-cards"]],
  ] as const)("a sticker that is deleted %s is no topic any more", async (_, by, command) => {
    const t = await start();
    await toDiscussion(t);
    await t.sendOk("ann", ...discuss("@three"));
    const before = await stateOf(t);
    const [method, path] = command;
    await t.sendOk(by, method, path);
    const { topic: __, ...meeting } = before.meeting ?? {};
    const after = await stateOf(t);
    expect([after.meeting, after.timer]).toEqual([meeting, before.timer]);
  });

  test("undo returns to no topic that has been deleted or grouped since, and undoes the rest [F3]", async () => {
    const t = await start();
    await toDiscussion(t);
    for (const gone of ["@three", "@one"]) {
      await t.sendOk("ann", ...discuss(gone));
      await t.sendOk("ann", ...discuss("@five"));
      if (gone === "@three") await t.sendOk("bob", "DELETE", "/items/@three");
      else await t.sendOk("bob", "PUT", "/sort", { item_id: "@one", parent_id: "@two", position: 0 });
      await t.sendOk("ann", ...undo);
      const { meeting } = await stateOf(t);
      expect([meeting?.step, meeting?.topic, meeting?.discussed?.includes(gone)]).toEqual([
        "discuss",
        undefined,
        false,
      ]);
    }
  });

  test("undo goes on when the topic that was gone to has been deleted since [F3]", async () => {
    const t = await start();
    await toDiscussion(t);
    await t.sendOk("ann", ...discuss("@one"));
    await t.sendOk("ann", ...discuss("@three"));
    await t.sendOk("bob", "DELETE", "/items/@three");
    await t.sendOk("ann", ...undo);
    expect((await stateOf(t)).meeting?.topic).toBe("@one");
  });

  test("two presses of Next topic at once go one topic: the later one names a topic that was left", async () => {
    const t = await start();
    await toDiscussion(t);
    await t.sendOk("ann", ...discuss("@one"));
    await t.sendOk("ann", ...discuss("@three", "@one"));
    const late = await t.send("ann", ...discuss("@five", "@one"));
    expect([late.status, late.code]).toEqual([409, "meeting_state"]);
  });

  test("attack: who does not facilitate puts up no topic, and nothing of another board or step is put up", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    expect((await t.send("ann", ...discuss("@one"))).code).toBe("meeting_state");
    await t.sendOk("ann", ...goTo("discuss"));
    const refused = await t.send("bob", ...discuss("@one"));
    expect([refused.status, refused.code]).toEqual([403, "facilitator_only"]);
    for (const topic of ["@x-one", "@A", "@A.0", "@two-a", "nowhere", ""])
      expect([topic, (await t.send("ann", ...discuss(topic))).status]).toEqual([topic, 422]);
  });

  test(`the meeting remembers the last ${limits.meeting.discussed}: what everybody gets with each step stays small`, async () => {
    const t = await start();
    await toDiscussion(t);
    let facilitation = await stateOf(t);
    for (let i = 0; i <= limits.meeting.discussed + 1; i++)
      facilitation = withTopic(facilitation, `topic-${i}`, 0) as Facilitation;
    const { discussed = [] } = facilitation.meeting ?? {};
    expect([discussed.length, discussed.at(-1)]).toEqual([limits.meeting.discussed, "topic-500"]);
  });
});

describe("the note of a topic [F7]", () => {
  const note = (t: Board, by: "ann" | "bob" | "cy", body: object) => t.send(by, "PUT", "/items/@two", body);
  const read = async (t: Board, by: "bob" | "cy") => {
    const tree = JSON.stringify((await t.sendOk(by, "GET", "/items")).data);
    return /"note":"([^"]*)"/u.exec(tree)?.[1];
  };

  test("two who write it at once do not overwrite each other unseen: the later gets the present one [T8]", async () => {
    const t = await start();
    expect((await note(t, "ann", { note: "First\nline", rev: 1 })).status).toBe(200);
    const late = await note(t, "bob", { note: "Second", rev: 1 });
    expect([late.status, late.code, late.data]).toMatchObject([409, "conflict", { note: "First\nline" }]);
  });

  test("an empty one is none; a deleted sticker brings it back", async () => {
    const t = await start();
    await note(t, "ann", { note: "Said" });
    await t.sendOk("cy", "DELETE", "/items/@two");
    await t.sendOk("cy", "POST", "/items/@two/restore");
    expect(await read(t, "bob")).toBe("Said");
    await note(t, "ann", { note: "" });
    expect(await read(t, "bob")).toBeUndefined();
  });

  test("attack: while content is hidden nobody reads it on any road, and only those who see the text change it [H1]", async () => {
    const t = await start();
    await note(t, "bob", { note: "Secret note" });
    await t.facilitate({ hideContent: true });
    for (const road of ["/items", "/changes?since=1", "/items/votes", "/actions"])
      expect(JSON.stringify(await t.send("cy", "GET", road))).not.toContain("Secret note");
    for (const kind of ["json", "csv", "markdown"]) {
      const { body } = await t.people.cy.get(`/web/boards/${t.names.id("@retro")}/export-${kind}`);
      expect([kind, body.includes("Secret note")]).toEqual([kind, false]);
    }
    expect((await note(t, "cy", { note: "Mine" })).code).toBe("content_hidden");
    const done = await note(t, "bob", { note: "Secret note 2" });
    expect(JSON.stringify(done.received.cy)).not.toContain("Secret");
    expect(JSON.stringify(done.received.ann)).toContain("Secret note 2");
  });

  test("is in every text file", async () => {
    const t = await start();
    await note(t, "bob", { note: "=Said *twice*" });
    const file = async (kind: string) =>
      (await t.people.cy.get(`/web/boards/${t.names.id("@retro")}/export-${kind}`)).body;
    expect(await file("json")).toContain('"note": "=Said *twice*"');
    expect(await file("csv")).toContain("'=Said *twice*");
    expect(await file("markdown")).toContain("*Note:* \\=Said \\*twice\\*");
  });

  test(`has at most ${limits.topicNote} characters`, async () => {
    const t = await start();
    const tooLong = await note(t, "ann", { note: "x".repeat(limits.topicNote + 1) });
    expect([tooLong.status, Object.keys(tooLong.errors ?? {})]).toEqual([422, ["note"]]);
  });
});
