import { expect } from "vitest";
import { channels } from "@retro/contract/events";
import { seenAction } from "@retro/rules/testing/model/action-state";
import type { TestApp, TestResponse } from "../app.ts";
import { treeOf } from "../boards.ts";
import type { Performed } from "@retro/rules/testing/model/board";
import { comparable, expectedReplica, type WireAction, type WireChange } from "./replica.ts";
import type { ModelSetup, ModelUser } from "./set-up.ts";
import { flattenItems, type ModelBoard } from "@retro/rules/testing/model/state";
import { type seenBoard, seenFacilitation } from "@retro/rules/testing/model/views";

interface Frame {
  event: string;
  channel?: string;
  data: {
    version: number;
    changes?: WireChange[];
    fetch?: true;
    board?: unknown;
    board_id?: string;
  } & Record<string, unknown>;
}

/** The board right after a command, before a due timer ended. */
export interface StateAfterCommand {
  versionBefore: number;
  version: number;
  session: ReturnType<typeof seenFacilitation>;
  board: ReturnType<typeof seenBoard>;
  ended: boolean;
}

/** A command of a user, and what the server answered. */
interface SentCommand {
  player: ModelUser;
  answer: TestResponse;
  /** Whether the request named the player's own connection, which then gets no event. */
  ownSocket: boolean;
}

/** Checks the events of a command, and what clients know after them. */
export class EventChecks {
  readonly #test: TestApp;
  readonly #board: ModelBoard;
  readonly #url: string;
  readonly #players: readonly ModelUser[];
  readonly #observer: ModelUser;

  constructor({ test, board, url, players, observer }: ModelSetup) {
    this.#test = test;
    this.#board = board;
    this.#url = url;
    this.#players = players;
    this.#observer = observer;
  }

  /** Compares the events of all connections since the last call with the model. */
  async compareEvents(
    done: Performed | null,
    sent: SentCommand | null,
    then: StateAfterCommand,
  ): Promise<void> {
    const event = done?.outcome.ok === true ? done.outcome.event : null;
    const frame = await this.#compareBoardEvents(event, done?.expired ?? null, then);
    const reload = (frame && isFacilitationEvent(frame)) || done?.expired != null || then.ended;
    await this.#follow(this.#observer, null, frame, [], reload);
    for (const player of this.#players) {
      const userId = player.visitor.user.id;
      const own = await receivedFrames(player);
      this.#compareOwnEvents(userId, own, then.version);
      const isActor = sent?.player === player;
      if (isActor && sent.ownSocket) expect(own).toEqual([]);
      if (isActor && frame && done?.outcome.ok) {
        const changes = this.#compareAnsweredChanges(sent, own);
        await this.#follow(player, userId, { ...frame, data: { ...frame.data, changes } }, [], reload);
      } else await this.#follow(player, userId, frame, own, reload);
    }
  }

  /** Checks that a change contains only what its audience may see now. */
  compareChange(change: WireChange, who: string | null): void {
    const board = this.#board;
    if (change.type === "action.put") this.#compareAction(change.action, who);
    if (change.type !== "item.put") return;
    const item = flattenItems(board.sections).find(({ id }) => id === change.item.id);
    expect(comparable(change.item)).toEqual(expectedReplica(board, who).items[item?.id ?? ""]);
  }

  #compareAction(put: WireAction, who: string | null): void {
    const action = this.#board.actions.find(({ id }) => id === put.id);
    expect(comparable(put)).toEqual(action && seenAction(this.#board, action, who));
  }

  /** Compares the events on the board's channels. @returns the command's own event */
  async #compareBoardEvents(
    event: string | null,
    expired: Performed["expired"],
    then: StateAfterCommand,
  ): Promise<Frame | undefined> {
    const board = this.#board;
    const received = await receivedFrames(this.#observer);
    const events = [
      ...(expired ? ["timer.delete"] : []),
      ...(event === null ? [] : [event]),
      ...(then.ended ? ["timer.delete"] : []),
    ];
    expect(received.map((frame) => [frame.event, frame.data.version])).toEqual(
      events.map((name, i) => [name, then.versionBefore + i + 1]),
    );
    expect(board.version).toBe(then.versionBefore + events.length);
    const serverTime = this.#test.time.now;
    if (then.ended) expect(received.pop()?.data).toMatchObject({ ...seenFacilitation(board), serverTime });
    if (expired) expect(received[0]?.data).toMatchObject({ ...expired, serverTime });
    if (event === null) return undefined;
    const frame = received.at(-1) as Frame;
    const ofFacilitation = isFacilitationEvent(frame);
    expect(frame.channel).toBe(
      ofFacilitation ? channels.facilitation(board.id) : channels.presence(board.id),
    );
    if (ofFacilitation) expect(frame.data).toMatchObject({ ...then.session, serverTime });
    if (event === "board.update" && frame.data.board) expect(frame.data.board).toEqual(then.board);
    for (const change of frame.data.changes ?? []) this.compareChange(change, null);
    return frame;
  }

  /** Compares the events on a user's own channel. */
  #compareOwnEvents(userId: string, own: readonly Frame[], version: number): void {
    for (const { event, channel, data } of own) {
      expect([event, channel, data.version]).toEqual(["board-items.update", channels.user(userId), version]);
      expect(data.board_id).toBe(this.#board.id);
      for (const change of data.changes ?? []) this.compareChange(change, userId);
    }
  }

  /** Compares the changes in the answer to a command. @returns them */
  #compareAnsweredChanges({ player, answer, ownSocket }: SentCommand, own: readonly Frame[]): WireChange[] {
    const { changes } = answer.json<{ meta: { changes: WireChange[] } }>().meta;
    const ownChanges = own.flatMap(({ data }) => data.changes ?? []);
    // Another tab of the same user gets the vote too.
    if (changes.some(({ type }) => type === "vote.mine") && !ownSocket)
      expect(ownChanges).toEqual(expect.arrayContaining(changes.filter(({ type }) => type === "vote.mine")));
    for (const change of changes) this.compareChange(change, player.visitor.user.id);
    return changes;
  }

  /** What a client knows after the board's event and its own must be the board as that user may see it. */
  async #follow(
    { replica, visitor }: ModelUser,
    who: string | null,
    frame: Frame | undefined,
    own: readonly Frame[],
    reload: boolean,
  ): Promise<void> {
    const fetches = [frame, ...own].some((each) => each?.data.fetch === true);
    if (reload || fetches) {
      replica.load(await treeOf(visitor, this.#url));
      replica.loadActions((await visitor.get(`${this.#url}/actions`)).json<{ data: WireAction[] }>().data);
      const votes = await visitor.get(`${this.#url}/items/votes`);
      replica.mine.clear();
      for (const { item_id } of votes.json<{ data: { item_id: string }[] }>().data) replica.mine.add(item_id);
    } else {
      replica.apply(frame?.data.changes ?? []);
      for (const { data } of own) replica.apply(data.changes ?? []);
    }
    expect(replica.shown()).toEqual(expectedReplica(this.#board, who));
  }
}

function isFacilitationEvent({ event }: Frame): boolean {
  return event !== "board-items.update" && event !== "board.update";
}

/** The frames on channels since the last call. */
async function receivedFrames({ listener }: ModelUser): Promise<Frame[]> {
  await listener.flush();
  const frames = listener.raw.takeReceived() as unknown as Frame[];
  return frames.filter(({ event }) => !event.startsWith("pusher"));
}
