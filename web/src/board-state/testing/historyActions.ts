import { childrenOf } from "@retro/rules/tree";
import { undoChange } from "../history/undoChange.ts";
import type { Participant } from "./faultyNetwork.ts";
import { itemId, itemOf, openTwoParticipants, viewOf } from "./twoParticipants.ts";

/** What Ann and Bob do in tests of undo and redo. */

/** Ann and Bob on one board. `settle` lets all requests and events arrive. */
export async function open(stickers = 0) {
  const all = await openTwoParticipants(stickers);
  const settle = (ms = 2000) => all.simulation.advance(ms);
  const server = (n: number) =>
    all.network.server.expectedFor("bob").items.find(({ id }) => id === itemId(n));
  return { ...all, settle, server };
}

export const undo = (who: Participant) => undoChange(who.store, "undo");
export const redo = (who: Participant) => undoChange(who.store, "redo");
export const titlesIn = (who: Participant, parent: string) =>
  childrenOf(viewOf(who).items, parent).map(({ title }) => title);
export const edit = (who: Participant, n: number, title: string) =>
  who.store.send({ type: "item.edit", id: itemId(n), title, rev: itemOf(who, n)?.rev ?? 1 });
export const style = (who: Participant, n: number, color: string | null) =>
  who.store.send({ type: "item.edit", id: itemId(n), style: { color }, rev: itemOf(who, n)?.rev ?? 1 });
export const move = (who: Participant, n: number, parent_id: string, after: number | null = null) =>
  who.store.send({
    type: "item.move",
    id: itemId(n),
    parent_id,
    after_id: after === null ? null : itemId(after),
  });
export const remove = (who: Participant, n: number) => who.store.send({ type: "item.delete", id: itemId(n) });

export function changed(n: number) {
  return { conflict: "changed", id: itemId(n) };
}
