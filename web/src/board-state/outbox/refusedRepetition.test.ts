import type { StickerStyle } from "@retro/contract/styles";
import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { addition, additionOfTwo, loseAnswers, refuseRepetition } from "../testing/lostAnswers.ts";
import { RefusalError } from "../testing/refusalError.ts";
import { addSticker, itemId, ignoreResult, itemOf } from "../testing/twoParticipants.ts";

const edit = (who: Participant, title: string, style?: StickerStyle) =>
  who.store.send({ type: "item.edit", id: itemId(1), title, ...(style && { style }) });
const pending = (who: Participant) => who.store.getState().pending;
const titles = (...people: Participant[]) => people.map((who) => itemOf(who, 1)?.title);

describe("[Y6] an addition that the server carried out, whose answer was lost and whose repetition is refused", () => {
  /** The server refuses Ann's POST requests from now on; what she reads is up to date. */
  async function refused(additions = addition) {
    const lost = await loseAnswers(additions);
    lost.network.refuse = (method) => (method === "POST" ? new RefusalError(403, "forbidden") : null);
    await lost.simulation.advance(10_000);
    return lost;
  }

  it("is saved: its author is told no refusal", async () => {
    const { a, b, outcomes, asked, simulation } = await refused();
    await expect(outcomes[0]).resolves.toMatchObject({ id: itemId(1) });
    expect([asked("POST"), pending(a), simulation.storedEntries()]).toEqual([0, [], []]);
    expect(titles(a, b)).toEqual(["text 1", "text 1"]);
  });

  it("is saved too when it has several stickers, or is an action", async () => {
    const { a, b, outcomes } = await refused((who) => [
      ...additionOfTwo(who),
      who.store.send({ type: "action.add", id: itemId(9), text: "do it" }),
    ]);
    await Promise.all(outcomes);
    expect([pending(a), b.store.getState().view?.actions.get(itemId(9))?.text]).toEqual([[], "do it"]);
    expect([1, 2].map((n) => itemOf(b, n)?.title)).toEqual(["text 1", "text 2"]);
  });

  it("is saved although it has waited longer than a week", async () => {
    const { simulation, a, b } = await loseAnswers(addition);
    a.offline = true;
    a.store.close();
    a.tab.newPage();
    await simulation.advance(8 * 24 * 3_600_000);
    a.offline = false;
    a.reopenBoard();
    await simulation.advance(10_000);
    expect([pending(a), titles(a, b)]).toEqual([[], ["text 1", "text 1"]]);
  });
});

describe("[Y6] a refused addition of which the browser does not know yet that it was carried out", () => {
  const styled = (who: Participant) => [
    who.store.send({
      type: "sticker.add",
      id: itemId(1),
      parent_id: "s1c1",
      title: "text 1",
      style: { color: "#ff0000", fontWeight: "bold" },
    }),
  ];

  it("is saved as soon as the board shows it", async () => {
    const { a, b, recover, asked, simulation } = await refuseRepetition();
    await recover();
    expect([asked("POST"), pending(a), simulation.storedEntries()]).toEqual([0, [], []]);
    expect(titles(a, b)).toEqual(["text 1", "text 1"]);
  });

  it("is saved when the next page shows it", async () => {
    const { a, b, network, simulation } = await refuseRepetition();
    a.store.close();
    a.tab.newPage();
    network.refuse = (method) => (method === "POST" ? new RefusalError(403, "forbidden") : null);
    a.reopenBoard();
    await simulation.advance(10_000);
    expect([pending(a), simulation.storedEntries(), titles(a, b)]).toEqual([[], [], ["text 1", "text 1"]]);
  });

  it("keeps a text and a color that its author gave it since", async () => {
    const { a, b, recover } = await refuseRepetition();
    const saved = edit(a, "the better text", { color: "#ff0000" });
    await recover();
    await expect(saved).resolves.toMatchObject({ title: "the better text" });
    for (const who of [a, b])
      expect(itemOf(who, 1)).toMatchObject({ title: "the better text", style: { color: "#ff0000" } });
    expect(pending(a)).toEqual([]);
  });

  it("loses a style that its author removed since", async () => {
    const { a, b, recover } = await refuseRepetition(styled);
    void edit(a, "text 1", { fontWeight: null });
    await recover();
    expect(itemOf(b, 1)?.style).toEqual({ color: "#ff0000" });
  });

  it("keeps another user's text if its author did not change it", async () => {
    const { a, b, recover } = await refuseRepetition();
    void edit(b, "Bob's text");
    await recover();
    expect([titles(a, b), pending(a)]).toEqual([["Bob's text", "Bob's text"], []]);
  });

  it("is a conflict if its author and another user gave it different texts", async () => {
    const { a, b, recover } = await refuseRepetition();
    void edit(b, "Bob's text");
    const mine = edit(a, "Ann's text");
    mine.catch(ignoreResult);
    await recover();
    await expect(mine).rejects.toMatchObject({ status: 409 });
    expect(titles(a, b)).toEqual(["Bob's text", "Bob's text"]);
    expect(pending(a)).toMatchObject([
      { state: "failed", command: { type: "item.edit", title: "Ann's text" }, error: { status: 409 } },
    ]);
  });

  it("is moved if its author moved it since", async () => {
    const { a, b, recover } = await refuseRepetition();
    void a.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c2", after_id: null });
    await recover();
    expect([a, b].map((who) => itemOf(who, 1)?.parent_id)).toEqual(["s1c2", "s1c2"]);
    expect(pending(a)).toEqual([]);
  });

  it("stays where another user moved it meanwhile", async () => {
    const { a, b, recover } = await refuseRepetition();
    void b.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c3", after_id: null });
    a.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c2", after_id: null }).catch(ignoreResult);
    await recover();
    expect([a, b].map((who) => itemOf(who, 1)?.parent_id)).toEqual(["s1c3", "s1c3"]);
  });

  it.each([
    ["deletes it", (a: Participant) => a.store.deferDelete(itemId(1)).commit()],
    ["takes it back", (a: Participant) => void a.store.send({ type: "item.delete", id: itemId(1) })],
    ["discards it", (a: Participant) => a.store.discard(pending(a)[0]?.key ?? "")],
  ])("is deleted for all when its author %s", async (_, act) => {
    const { a, b, recover, simulation } = await refuseRepetition();
    act(a);
    await recover();
    expect([...titles(a, b), ...pending(a)]).toEqual([undefined, undefined]);
    expect([a.store.getState().dropped, simulation.storedEntries()]).toEqual([[], []]);
  });

  it("is deleted with all that were added with it when its author discards them", async () => {
    const { a, b, recover, discard } = await refuseRepetition(additionOfTwo);
    discard();
    await recover();
    expect([a, b].flatMap((who) => [itemOf(who, 1), itemOf(who, 2)])).toEqual(Array(4).fill(undefined));
  });

  it("an action, is deleted for all when its author discards it", async () => {
    const { b, recover, discard } = await refuseRepetition((who) => [
      who.store.send({ type: "action.add", id: itemId(9), text: "do it" }),
    ]);
    discard();
    await recover();
    expect(b.store.getState().view?.actions.size).toBe(0);
  });
});

it("a new sticker that the server refused at once is discarded without a request", async () => {
  const { simulation, network, a } = await loseAnswers(() => []);
  network.refuse = (method) => (method === "POST" ? new RefusalError(422, "invalid") : null);
  addSticker(a, 1).catch(ignoreResult);
  await simulation.advance(100);
  network.server.requests.length = 0;
  network.calls.length = 0;
  a.store.discard(pending(a)[0]?.key ?? "");
  await simulation.advance(100);
  expect(network.calls).toEqual([]);
});
