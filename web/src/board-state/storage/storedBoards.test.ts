// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { storeUser } from "../../api/storedUser.ts";
import { Replica } from "../view/replica.ts";
import {
  type BoardStorage,
  browserBoardStorage,
  createBoardRecorder,
  deleteStoredBoards,
  listStoredBoards,
  snapshotOf,
} from "./storedBoards.ts";
import { person } from "../testing/faultyNetwork.ts";
import { aFacilitation, aSticker, aView } from "../testing/samples.ts";
import { createSimulation } from "../testing/simulation.ts";

type Kept = Parameters<BoardStorage["put"]>[0];
const kept = (id: string, at: number, user = "ann"): Kept => ({
  user,
  id,
  at,
  version: 3,
  head: { title: id, description: "" },
  session: aFacilitation(),
  items: [aSticker("a")],
  mine: ["a"],
  people: [person("bob")],
});

describe("boards on the device", () => {
  const signIn = (id: string) => storeUser({ ...person(id), role: "anonymous" });
  beforeEach(() => {
    signIn("ann");
    return deleteStoredBoards();
  });
  const idsOf = async (user: string) => (await listStoredBoards(user)).map(({ id }) => id);

  it("are kept for each user alone, the one seen last first", async () => {
    browserBoardStorage.put(kept("b1", 1));
    browserBoardStorage.put(kept("b2", 2));
    await expect.poll(() => idsOf("ann")).toEqual(["b2", "b1"]);
    signIn("bob");
    browserBoardStorage.put(kept("b1", 3, "bob"));
    await expect.poll(() => idsOf("bob")).toEqual(["b1"]);
    expect(await idsOf("ann")).toEqual(["b2", "b1"]);
    expect(await browserBoardStorage.get("bob", "b1")).toMatchObject({ user: "bob", at: 3 });
    expect(await browserBoardStorage.get("bob", "b2")).toBeUndefined();
    browserBoardStorage.remove("ann", "b2");
    await expect.poll(() => idsOf("ann")).toEqual(["b1"]);
  });

  it("are twenty at most: the ones seen longest ago go first", async () => {
    for (let n = 1; n <= 20; n += 1) browserBoardStorage.put(kept(`b${n}`, 100 - n));
    await expect.poll(() => idsOf("ann")).toHaveLength(20);
    browserBoardStorage.put(kept("b21", 200));
    await expect.poll(async () => (await idsOf("ann"))[0]).toBe("b21");
    await expect
      .poll(() => idsOf("ann"))
      .toEqual(["b21", ...Array.from({ length: 19 }, (_, i) => `b${i + 1}`)]);
  });

  it("are all forgotten when the session ends", async () => {
    browserBoardStorage.put(kept("b1", 1));
    await deleteStoredBoards();
    expect(await listStoredBoards("ann")).toEqual([]);
  });

  it.each([
    ["nobody has signed in since", () => storeUser(null)],
    ["another user has signed in since", () => signIn("bob")],
  ])(
    "are not stored again by a page that still shows one after the end of its session: %s",
    async (_, end) => {
      end();
      const written = vi.spyOn(IDBObjectStore.prototype, "put");
      onTestFinished(() => written.mockRestore());
      browserBoardStorage.put(kept("b1", 1));
      await deleteStoredBoards();
      expect(written).not.toHaveBeenCalled();
    },
  );
});

describe("a stored board", () => {
  it("opens as it was shown: items, votes, facilitation and version", () => {
    const replica = new Replica("ann");
    const facilitation = aFacilitation({ stopEditing: true }, "bob");
    replica.applyUpdate(snapshotOf({ ...kept("b1", 1), key: "ann b1", session: facilitation }));
    expect(replica.view()).toMatchObject({
      version: 3,
      details: { title: "b1" },
      facilitation,
      items: new Map([["a", aSticker("a")]]),
      votedIds: new Set(["a"]),
    });
  });
});

describe("the recorder", () => {
  function recording({ busy = false } = {}) {
    const simulation = createSimulation();
    const tab = simulation.openTab();
    const waiting = new Set<() => void>();
    const whenIdle = (work: () => void) => {
      waiting.add(work);
      return () => waiting.delete(work);
    };
    const env = busy ? { ...tab.env, whenIdle } : tab.env;
    const written: Kept[] = [];
    const removed: string[] = [];
    const recorder = createBoardRecorder(
      {
        put: (board) => written.push(board),
        get: () => Promise.resolve(undefined),
        remove: (user, id) => removed.push(`${user} ${id}`),
      },
      { user: "ann", id: "b1", env, people: () => [person("bob")] },
    );
    const beIdle = () => waiting.forEach((work) => work());
    return { simulation, recorder, written, removed, beIdle };
  }

  it("stores the board once it has rested for a second, as it is by then", async () => {
    const { simulation, recorder, written } = recording();
    const { facilitation } = aView();
    recorder.changed(aView([], { facilitation, version: 1 }));
    await simulation.advance(500);
    recorder.changed(aView([aSticker("a")], { facilitation, version: 2, votedIds: new Set(["a"]) }));
    await simulation.advance(499);
    expect(written).toEqual([]);
    await simulation.advance(1);
    expect(written).toMatchObject([
      { user: "ann", id: "b1", at: simulation.now(), version: 2, mine: ["a"], people: [{ id: "bob" }] },
    ]);
    expect(written[0]?.items).toEqual([aSticker("a")]);
    await simulation.advance(10_000);
    expect(written).toHaveLength(1);
  });

  it("waits until the browser is idle, but not when the board is left meanwhile", async () => {
    const { simulation, recorder, written, beIdle } = recording({ busy: true });
    const { facilitation } = aView();
    recorder.changed(aView([], { facilitation, version: 1 }));
    await simulation.advance(5000);
    expect(written).toEqual([]);
    beIdle();
    expect(written).toMatchObject([{ version: 1 }]);
    recorder.changed(aView([], { facilitation, version: 2 }));
    await simulation.advance(5000);
    recorder.flush();
    expect(written).toMatchObject([{ version: 1 }, { version: 2 }]);
    beIdle();
    expect(written).toHaveLength(2);
  });

  it("stores a change of the options at once: hidden text must not stay on the device", () => {
    const { recorder, written } = recording();
    recorder.changed(aView());
    recorder.changed(aView([], { facilitation: aFacilitation({ hideContent: true }, "bob") }));
    expect(written).toMatchObject([{ session: { facilitator_options: { hideContent: true } } }]);
  });

  it("stores at once when the board is left, and nothing twice", async () => {
    const { simulation, recorder, written } = recording();
    recorder.flush();
    const view = aView();
    recorder.changed(view);
    recorder.flush();
    recorder.flush();
    recorder.changed(view);
    await simulation.advance(10_000);
    expect(written).toHaveLength(1);
  });

  it("removes a board that is gone, and does not store it again by a write that was planned", async () => {
    const { simulation, recorder, written, removed } = recording();
    recorder.changed(aView());
    recorder.remove();
    await simulation.advance(10_000);
    recorder.flush();
    expect([written, removed]).toEqual([[], ["ann b1"]]);
  });
});
