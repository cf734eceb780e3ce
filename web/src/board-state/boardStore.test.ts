import type { Item } from "@retro/contract/items";
import { describe, expect, it } from "vitest";
import { childIds } from "./view/childIds.ts";
import { createFaultyNetwork, type Participant, person } from "./testing/faultyNetwork.ts";
import { createSimulation } from "./testing/simulation.ts";

const ann = person("ann");
const bob = person("bob");
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const viewOf = (who: Participant) => {
  const { view } = who.store.getState();
  if (!view) throw new Error("not loaded");
  return view;
};
const item = (who: Participant, n: number): Item | undefined => viewOf(who).items.get(id(n));
const add = (who: Participant, n: number, title = `text ${n}`) =>
  who.store.send({ type: "sticker.add", id: id(n), parent_id: "s1c1", title });

async function two() {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const a = network.join(ann);
  const b = network.join(bob);
  await simulation.advance(1000);
  network.server.requests.length = 0;
  return { simulation, network, a, b };
}

describe("[Y2] the order of versions", () => {
  it("shows the user's change at once and other users' changes as they arrive, without asking", async () => {
    const { simulation, network, a, b } = await two();
    const done = add(a, 1);
    expect(item(a, 1)?.title).toBe("text 1");
    expect(a.store.getState().pending).toHaveLength(1);
    await simulation.advance(10);
    await expect(done).resolves.toMatchObject({ id: id(1) });
    expect(a.store.getState().pending).toHaveLength(0);
    expect(item(b, 1)?.title).toBe("text 1");
    expect(network.server.requests).toEqual(["POST /items"]);
  });

  it("without realtime: asks for changes every few seconds and says so, until realtime is back", async () => {
    const { simulation, network, a, b } = await two();
    b.connect(false);
    expect(b.store.getState().connectionStatus.phase).toBe("reconnecting");
    await simulation.advance(20_000);
    expect(b.store.getState().connectionStatus.phase).toBe("polling");
    void add(a, 1);
    await simulation.advance(10_000);
    expect(item(b, 1)?.title).toBe("text 1");
    b.connect(true);
    await simulation.advance(1000);
    expect(b.store.getState().connectionStatus.phase).toBe("live");
    const asked = network.server.requests.length;
    await simulation.advance(10_000);
    expect(network.server.requests).toHaveLength(asked);
  });

  it("fetches what was too large to be sent", async () => {
    const { simulation, network, a, b } = await two();
    network.tamper = (_to, _channel, _event, data) => {
      const event = data as { version: number; fetch?: boolean; changes?: unknown };
      event.fetch = true;
      delete event.changes;
      return [0];
    };
    void add(a, 1);
    await simulation.advance(500);
    expect(item(b, 1)?.title).toBe("text 1");
  });
});

describe("[Y5] the outbox", () => {
  it("rolls a refused move back and rejects", async () => {
    const { simulation, network, a, b } = await two();
    void add(a, 1);
    await simulation.advance(10);
    network.tamper = () => [];
    void b.store.send({ type: "item.delete", id: id(1) });
    await simulation.advance(10);
    const moved = a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null });
    expect(item(a, 1)?.parent_id).toBe("s2c1");
    await Promise.all([expect(moved).rejects.toMatchObject({ status: 422 }), simulation.advance(500)]);
    expect(item(a, 1)).toBeUndefined();
  });
});

describe("[H1] restrictions in the browser", () => {
  const option = (who: Participant, name: string, value: unknown) =>
    who.store.call("PUT", "/facilitators", { option: name, value });

  async function facilitated() {
    const all = await two();
    void all.a.store.call("POST", "/facilitators");
    void add(all.a, 1, "of Ann");
    void add(all.b, 2, "of Bob");
    await all.simulation.advance(100);
    return all;
  }

  it("drops texts at once when they are hidden, in the middle of a drag too, and nowhere keeps them", async () => {
    const { simulation, a, b } = await facilitated();
    b.store.pauseUpdates();
    b.store.send({ type: "item.move", id: id(1), parent_id: "s2c2", after_id: null }).catch(() => undefined);
    void option(a, "hideContent", true);
    await simulation.advance(50);
    expect(item(b, 1)).toMatchObject({ title: null, hidden: true });
    expect(item(b, 2)).toMatchObject({ title: "of Bob" });
    expect(JSON.stringify([...viewOf(b).items.values(), b.store.getState().pending])).not.toContain("of Ann");
  });

  it("drops an edit that waits, over a reload too, when its sticker is hidden meanwhile", async () => {
    for (const reload of [false, true]) {
      const { simulation, a, b } = await facilitated();
      b.offline = true;
      b.connect(false);
      b.store.send({ type: "item.edit", id: id(1), title: "of Ann, bettered" }).catch(() => undefined);
      await simulation.advance(500);
      expect(JSON.stringify(simulation.storedEntries())).toContain("bettered");
      void option(a, "hideContent", true);
      await simulation.advance(500);
      if (reload) b.reloadPage();
      b.offline = false;
      b.connect(true);
      let shown = "";
      b.store.subscribe(() => {
        const { view, pending } = b.store.getState();
        if (view?.facilitation.facilitator_options.hideContent === true) shown += JSON.stringify(pending);
      });
      await simulation.advance(60_000);
      expect(shown).not.toContain("bettered");
      expect(item(b, 1)).toMatchObject({ title: null, hidden: true });
      expect(b.store.getState().pending).toEqual([]);
      expect(simulation.storedEntries()).toEqual([]);
      expect(item(a, 1)?.title).toBe("of Ann");
    }
  });

  it("asks once for what is revealed", async () => {
    const { simulation, network, a, b } = await facilitated();
    void option(a, "hideContent", true);
    await simulation.advance(100);
    void add(a, 3, "unseen");
    await simulation.advance(100);
    network.server.requests.length = 0;
    void option(a, "hideContent", false);
    await simulation.advance(5000);
    expect(item(b, 1)?.title).toBe("of Ann");
    expect(item(b, 3)?.title).toBe("unseen");
    expect(network.server.requests).toEqual(["PUT /facilitators", "GET /items"]);
  });

  it("does not say who edits what while avatars are hidden", async () => {
    const { simulation, a, b } = await facilitated();
    b.store.whisperEditing(id(1));
    await simulation.advance(50);
    expect([...a.store.getState().editing]).toEqual([[id(1), ["bob"]]]);
    void option(a, "avatars", "hide");
    await simulation.advance(500);
    b.store.whisperEditing(id(2));
    await simulation.advance(500);
    expect(a.store.getState().editing.size).toBe(0);
  });
});

describe("people and identity", () => {
  it("fetches the names of absent authors once avatars are shown again, however soon after the load", async () => {
    const simulation = createSimulation();
    const cem = person("cem");
    const network = createFaultyNetwork(simulation, [ann, bob, cem]);
    const [a, b, c] = [network.join(ann), network.join(bob), network.join(cem)];
    await simulation.advance(1000);
    void a.store.call("POST", "/facilitators");
    void add(c, 1);
    await simulation.advance(100);
    c.connect(false);
    void a.store.call("PUT", "/facilitators", { option: "avatars", value: "hide" });
    await simulation.advance(10_000);
    expect(b.store.getState().people.has("cem")).toBe(false);
    b.reloadPage();
    await simulation.advance(1000);
    expect(b.store.getState().people.has("cem")).toBe(false);
    void a.store.call("PUT", "/facilitators", { option: "avatars", value: false });
    await simulation.advance(10_000);
    expect(b.store.getState().people.get("cem")?.name).toBe(cem.name);
    // Each time: the names that were fetched before were forgotten.
    void a.store.call("PUT", "/facilitators", { option: "avatars", value: "hide" });
    await simulation.advance(10_000);
    expect(b.store.getState().people.has("cem")).toBe(false);
    void a.store.call("PUT", "/facilitators", { option: "avatars", value: false });
    await simulation.advance(10_000);
    expect(b.store.getState().people.get("cem")?.name).toBe(cem.name);
  });

  it("shows the members, tells new members what is being edited, and forgets it when the editor leaves", async () => {
    const { simulation, network, a, b } = await two();
    void add(a, 1);
    await simulation.advance(10);
    a.store.whisperEditing(id(1));
    await simulation.advance(100);
    expect(b.store.getState().editing.get(id(1))).toEqual(["ann"]);
    b.reloadPage();
    await simulation.advance(15_000);
    expect(b.store.getState().editing.get(id(1))).toEqual(["ann"]);
    expect(
      b.store
        .getState()
        .members.map((member) => member.id)
        .toSorted(),
    ).toEqual(["ann", "bob"]);
    a.connect(false);
    await simulation.advance(10);
    expect(b.store.getState().editing.size).toBe(0);
    expect(network.server.requests).not.toContain("");
  });

  it("leaves what a change does not touch as it is", async () => {
    const { simulation, a, b } = await two();
    for (let n = 1; n <= 5; n += 1) void add(a, n);
    await simulation.advance(100);
    const before = viewOf(b).items;
    const column = childIds(before, "s1c1");
    void a.store.send({ type: "item.edit", id: id(3), title: "changed" });
    await simulation.advance(100);
    const after = viewOf(b).items;
    expect([1, 2, 4, 5].every((n) => before.get(id(n)) === after.get(id(n)))).toBe(true);
    expect(after.get(id(3))).not.toBe(before.get(id(3)));
    expect(childIds(after, "s1c1")).toBe(column);
  });
});
