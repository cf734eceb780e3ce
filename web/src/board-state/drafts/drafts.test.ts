import { describe, expect, it } from "vitest";
import { ann, ignoreResult, itemId, openTwoParticipants, viewOf } from "../testing/twoParticipants.ts";
import { actionPlaceOf, newActionPlace } from "./drafts.ts";

const sticker = (title: string, parent_id = "s1c1") => ({
  type: "sticker.add" as const,
  id: itemId(3),
  parent_id,
  title,
});
const edit = (title: string) => ({ type: "item.edit" as const, id: itemId(1), rev: 1, title });

async function board(stickers = 1) {
  const all = await openTwoParticipants(stickers);
  const { simulation, a } = all;
  const { drafts } = a.store;
  const stored = async () => {
    await simulation.advance(300);
    return simulation.storedEntries();
  };
  const reload = async () => {
    a.reloadPage();
    await simulation.advance(1000);
    return a.store;
  };
  return { ...all, drafts, stored, reload };
}

describe("a text that is typed", () => {
  it("is stored after a pause in typing, replaced by the next, and removed when it is saved or blank", async () => {
    const { drafts, stored, a } = await board();
    drafts.keep(sticker("half"));
    drafts.keep(sticker("half a thought"));
    expect(await stored()).toMatchObject([{ kind: "draft", command: { title: "half a thought" } }]);
    expect([a.store.getState().pending, a.store.getState().connectionStatus.waiting]).toEqual([[], 0]);
    drafts.drop("s1c1");
    drafts.drop("s1c1");
    expect(await stored()).toEqual([]);
    drafts.keep(sticker("again"));
    await stored();
    drafts.keep(sticker("  "));
    expect([drafts.get("s1c1"), await stored()]).toEqual([null, []]);
  });

  it("tells its listeners, and is one at each place", async () => {
    const { drafts } = await board();
    const heard: unknown[] = [];
    const stop = drafts.subscribe(() => heard.push(drafts.places()));
    drafts.keep(sticker("one"));
    drafts.keep(sticker("two", "s1c2"));
    drafts.keep(edit("better"));
    drafts.keep({ type: "action.add", id: itemId(9), text: "Call Bob" });
    drafts.drop("s1c1");
    stop();
    drafts.drop("s1c2");
    expect(heard.at(-1)).toEqual(["s1c2", itemId(1), newActionPlace]);
    expect(heard).toHaveLength(5);
  });

  it("of a new sticker or action is in its field again on the next page, also if the page closes at once", async () => {
    const { drafts, a, reload, stored } = await board();
    drafts.keep(sticker("half a thou"));
    drafts.keep({ type: "action.add", id: itemId(9), text: "Call Bob" });
    a.tab.hidePage();
    const next = await reload();
    expect(next.drafts.get("s1c1")).toMatchObject({ title: "half a thou" });
    expect(next.drafts.get(newActionPlace)).toMatchObject({ text: "Call Bob" });
    expect(next.getState().pending).toEqual([]);
    next.drafts.drop("s1c1");
    next.drafts.drop(newActionPlace);
    expect(await stored()).toEqual([]);
  });

  it("for a topic is an unsent text once no meeting shows the topic: at once, or on the next page [F8]", async () => {
    const { drafts, stored, reload, a } = await board();
    const ofTopic = {
      type: "action.add" as const,
      id: itemId(9),
      text: "Call Bob",
      source_item_id: itemId(1),
    };
    const unsent = [{ state: "failed", command: { text: "Call Bob" }, error: { code: "unsent" } }];
    drafts.keep(ofTopic);
    const close = drafts.open(actionPlaceOf(itemId(1)));
    drafts.release(actionPlaceOf(itemId(1)));
    expect([drafts.get(actionPlaceOf(itemId(1))), a.store.getState().pending]).toEqual([ofTopic, []]);
    await stored();
    const next = await reload();
    expect([next.drafts.places(), next.getState().pending]).toMatchObject([[], unsent]);
    close();

    next.drafts.keep({ ...ofTopic, text: "Call Cy" });
    next.drafts.release(actionPlaceOf(itemId(1)));
    expect(next.drafts.places()).toEqual([]);
    expect((await reload()).getState().pending.map(({ command }) => command)).toMatchObject([
      { text: "Call Bob" },
      { text: "Call Cy" },
    ]);
  });

  it("of an edit comes back as an unsent text, which its user saves, copies or discards", async () => {
    const { drafts, stored, reload } = await board();
    drafts.keep(edit("text 1, bettered"));
    await stored();
    const next = await reload();
    expect(next.drafts.places()).toEqual([]);
    expect(next.getState().pending).toMatchObject([
      { state: "failed", command: { title: "text 1, bettered" }, error: { code: "unsent" } },
    ]);
  });

  it("is kept as long as the page if it was left there, and is stored again when its user goes on", async () => {
    const { drafts, stored } = await board();
    drafts.keep(edit("later"));
    await stored();
    drafts.keepInMemory(itemId(1));
    expect([await stored(), drafts.get(itemId(1))]).toEqual([[], edit("later")]);
    drafts.keep(edit("later, better"));
    expect(await stored()).toMatchObject([{ command: { title: "later, better" } }]);
  });

  it("waits in the storage when the board is left, for the next time that it is opened", async () => {
    const { simulation, drafts, a } = await board();
    drafts.keep(sticker("half"));
    a.leaveBoard();
    a.reopenBoard();
    await simulation.advance(1000);
    expect(a.store.drafts.get("s1c1")).toMatchObject({ title: "half" });
  });

  it.each([
    ["the user has typed there meanwhile", "typed"],
    ["a field is open there", "open"],
  ])("of a closed page replaces nothing: it comes back as an unsent text if %s", async (_name, how) => {
    const { simulation, network, drafts, stored, a } = await board();
    const other = network.join(ann);
    drafts.keep(sticker("first"));
    await stored();
    if (how === "typed") other.store.drafts.keep(sticker("second"));
    else other.store.drafts.open("s1c1");
    a.tab.suspend();
    await simulation.advance(90_000);
    expect(other.store.drafts.get("s1c1")?.type).toBe(how === "typed" ? "sticker.add" : undefined);
    expect(other.store.getState().pending).toMatchObject([
      { state: "failed", command: { title: "first" }, error: { code: "unsent" } },
    ]);
  });

  it("that another tab has taken over stays with the page that slept, which stores it anew", async () => {
    const { simulation, network, drafts, stored, a } = await board();
    drafts.keep(sticker("half"));
    await stored();
    a.tab.suspend();
    const other = network.join(ann);
    await simulation.advance(1000);
    expect(other.store.drafts.get("s1c1")).toMatchObject({ title: "half" });
    other.store.drafts.drop("s1c1");
    a.tab.resume();
    await simulation.advance(1000);
    expect(simulation.storedEntries()).toMatchObject([{ command: { title: "half" } }]);
    drafts.drop("s1c1");
    expect(await stored()).toEqual([]);
  });

  it("[H1] of an edit is forgotten when its sticker is hidden meanwhile", async () => {
    const { simulation, drafts, stored, a, b } = await board();
    b.store.send({ type: "seat.take" }).catch(ignoreResult);
    await simulation.advance(100);
    drafts.keep(edit("text 1, bettered"));
    expect(await stored()).toHaveLength(1);
    b.store.send({ type: "option.set", option: "hideContent", value: true }).catch(ignoreResult);
    await simulation.advance(100);
    expect(viewOf(a).items.get(itemId(1))).toMatchObject({ hidden: true });
    expect([simulation.storedEntries(), drafts.places()]).toEqual([[], []]);
  });
});
