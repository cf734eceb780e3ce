import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { addition, loseAnswers, refuseRepetition } from "../testing/lostAnswers.ts";
import { faultless } from "../testing/networkFaults.ts";
import { RefusalError } from "../testing/refusalError.ts";
import { addSticker, ann, itemId, ignoreResult, itemOf } from "../testing/twoParticipants.ts";

const edit = (who: Participant, title: string) => who.store.send({ type: "item.edit", id: itemId(1), title });
const pending = (who: Participant) => who.store.getState().pending;
const titles = (...people: Participant[]) => people.map((who) => itemOf(who, 1)?.title);

describe("[Y6] a refused addition that was carried out: its author changes or discards it", () => {
  it("keeps the better text when the board is closed while the comparison runs", async () => {
    const { a, b, network, simulation } = await refuseRepetition();
    // The repetition is refused; the comparison is slow.
    network.refuse = (method, _, from) =>
      from === ann && method === "POST" ? new RefusalError(403, "forbidden") : null;
    network.faults = { ...faultless, callDelay: 500, steady: true };
    edit(a, "the better text").catch(ignoreResult);
    network.calls.length = 0;
    const comparing = () => {
      const own = network.calls.filter(({ person }) => person === "ann").map(({ method }) => method);
      return own.includes("POST") && own.slice(own.indexOf("POST")).includes("GET");
    };
    for (let i = 0; i < 100 && !comparing(); i += 1) await simulation.advance(50);
    expect(comparing()).toBe(true);
    a.leaveBoard();
    await simulation.advance(5000);
    network.refuse = null;
    network.faults = faultless;
    a.reopenBoard();
    await simulation.advance(60_000);
    expect([titles(a, b), pending(a)]).toEqual([["the better text", "the better text"], []]);
  });

  /** Ann's second tab, whose view is old, takes over the failed addition of the first. */
  async function takenOver() {
    const lost = await loseAnswers(() => []);
    const { network, simulation, a, b } = lost;
    const a2 = network.join(ann);
    await simulation.advance(1000);
    a2.connect(false);
    let blind = true;
    let refused = false;
    network.faults = { ...faultless, lost: 1 };
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(1);
    network.faults = faultless;
    network.refuse = (method, _, from) => {
      if (from !== ann) return null;
      refused ||= method === "POST";
      if (method === "POST") return new RefusalError(403, "forbidden");
      return refused && blind && method === "GET" ? new RefusalError(503) : null;
    };
    await simulation.advance(8000);
    return {
      ...lost,
      a2,
      b,
      recover: async () => {
        blind = false;
        network.refuse = null;
        await simulation.advance(90_000);
      },
    };
  }
  it("keeps the text that its author gave it in a tab with an old view", async () => {
    const { a, a2, b, simulation, recover } = await takenOver();
    a.store.close();
    a.tab.newPage();
    await simulation.advance(100_000);
    edit(a2, "the better text").catch(ignoreResult);
    await recover();
    expect([titles(a2, b), pending(a2)]).toEqual([["the better text", "the better text"], []]);
  });
  it("discards it in a tab with an old view", async () => {
    const { a, a2, b, simulation, recover } = await takenOver();
    a.store.close();
    a.tab.newPage();
    await simulation.advance(100_000);
    a2.store.discard(pending(a2)[0]?.key ?? "");
    await recover();
    expect([titles(a2, b), pending(a2)]).toEqual([[undefined, undefined], []]);
  });

  it("keeps the better text when another user deleted the sticker meanwhile", async () => {
    const { a, b, recover } = await refuseRepetition();
    void b.store.send({ type: "item.delete", id: itemId(1) });
    const saved = edit(a, "the better text");
    saved.catch(ignoreResult);
    await recover();
    const seen = [titles(a)[0], ...pending(a).map(({ command }) => "title" in command && command.title)];
    expect(seen).toContain("the better text");
  });

  it("a discard deletes no sticker that another user nested in it", async () => {
    const { b, recover, discard, simulation } = await refuseRepetition();
    void b.store
      .send({ type: "sticker.add", id: itemId(2), parent_id: itemId(1), title: "Bob's" })
      .catch(ignoreResult);
    await simulation.advance(100);
    discard();
    await recover();
    expect(itemOf(b, 2)?.title).toBe("Bob's");
  });
  it("a discard deletes no text that another user gave it", async () => {
    const { b, recover, discard } = await refuseRepetition();
    void edit(b, "Bob's text");
    discard();
    await recover();
    expect(itemOf(b, 1)?.title).toBe("Bob's text");
  });

  it.each([
    ["deletes it", (a: Participant) => a.store.deferDelete(itemId(1)).commit()],
    [
      "takes it back",
      (a: Participant) => void a.store.send({ type: "item.delete", id: itemId(1) }).catch(ignoreResult),
    ],
  ])("its author %s: what another user made of it stays", async (_, act) => {
    const { a, b, recover } = await refuseRepetition();
    void edit(b, "Bob's text");
    act(a);
    await recover();
    expect([titles(a, b), pending(a)]).toEqual([["Bob's text", "Bob's text"], []]);
  });

  it("keeps the better text when the first attempt arrives after the comparison", async () => {
    const { network, simulation, a, b } = await loseAnswers(() => []);
    network.faults = { ...faultless, callDelay: 60_000, steady: true };
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(10);
    network.faults = faultless;
    network.refuse = (method, _, from) =>
      from === ann && method !== "GET" ? new RefusalError(403, "forbidden") : null;
    await simulation.advance(45_000);
    expect(pending(a)).toMatchObject([{ state: "failed" }]);
    edit(a, "the better text").catch(ignoreResult);
    await simulation.advance(1000);
    expect(pending(a)).toMatchObject([{ state: "failed" }]);
    expect(titles(b)).toEqual([undefined]);
    network.refuse = null;
    await simulation.advance(90_000);
    expect([titles(a, b), pending(a)]).toEqual([["the better text", "the better text"], []]);
  });

  it("keeps the newest text of edits that are made while comparisons run", async () => {
    const lost = await loseAnswers(addition);
    const { network, simulation, a, b } = lost;
    network.refuse = (method, _, from) =>
      from === ann && method === "POST" ? new RefusalError(403, "forbidden") : null;
    network.faults = { ...faultless, callDelay: 500, steady: true };
    let n = 0;
    for (let i = 0; i < 12; i += 1) {
      await simulation.advance(300);
      void edit(a, `typed ${(n = i)}`).catch(ignoreResult);
    }
    await simulation.advance(60_000);
    expect([titles(a, b), pending(a)]).toEqual([[`typed ${n}`, `typed ${n}`], []]);
  });

  it("keeps the newest text on the next page, too", async () => {
    const { a, b, network, simulation } = await refuseRepetition();
    network.refuse = null;
    network.faults = { ...faultless, callDelay: 500, steady: true };
    edit(a, "second").catch(ignoreResult);
    await simulation.advance(10);
    edit(a, "third").catch(ignoreResult);
    network.refuse = (method, _, from) =>
      from === ann && method === "PUT" ? new RefusalError(503, "busy") : null;
    await simulation.advance(5000);
    a.store.close();
    a.tab.newPage();
    network.refuse = null;
    a.reopenBoard();
    await simulation.advance(60_000);
    expect([titles(a, b), pending(a)]).toEqual([["third", "third"], []]);
  });
});
