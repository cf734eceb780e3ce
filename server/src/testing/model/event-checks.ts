import { expect } from "vitest";
import type { Change } from "@retro/contract/changes";
import { channels } from "@retro/contract/events";
import type { Performed } from "@retro/rules/testing/model/board";
import { changesFor } from "@retro/rules/testing/model/changes";
import type { ModelBoard, ModelChange } from "@retro/rules/testing/model/state";
import { type seenBoard, seenFacilitation } from "@retro/rules/testing/model/views";
import type { TestApp, TestResponse } from "../app.ts";
import { applyChanges, readClientBoard } from "../client-board.ts";
import { comparableChanges, expectedView, shownView } from "./comparable.ts";
import type { ModelSetup, ModelUser } from "./set-up.ts";

interface Frame {
  event: string;
  channel?: string;
  data: {
    version: number;
    changes?: Change[];
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
    const { event, changes } =
      done?.outcome.ok === true && done.outcome.changes.length > 0
        ? done.outcome
        : { event: null, changes: [] };
    const frame = await this.#compareBoardEvents(event, changes, done?.expired ?? null, then);
    const reload = (frame && isFacilitationEvent(frame)) || done?.expired != null || then.ended;
    await this.#follow(this.#observer, null, frame ? [frame] : [], reload);
    for (const player of this.#players) {
      const userId = player.visitor.user.id;
      const own = await receivedFrames(player);
      const isActor = sent?.player === player;
      this.#compareOwnEvents(player, own, isActor && sent.ownSocket ? [] : changes, { isActor, ...then });
      const answered = isActor && frame ? sent.answer.json<{ meta: { changes: Change[] } }>().meta : null;
      const known = answered ? [{ ...frame, data: { ...frame?.data, ...answered } } as Frame] : [];
      await this.#follow(player, userId, answered ? known : [...(frame ? [frame] : []), ...own], reload);
    }
  }

  /** Compares the events on the board's channels. @returns the command's own event */
  async #compareBoardEvents(
    event: string | null,
    changes: readonly ModelChange[],
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
    this.#compareChanges(frame, changes, null);
    return frame;
  }

  #compareChanges({ data }: Frame, changes: readonly ModelChange[], who: string | null): void {
    if (data.changes)
      expect(comparableChanges(data.changes)).toEqual(
        comparableChanges(changesFor(this.#board, changes, who)),
      );
  }

  /**
   * Compares the events on a user's own channel: one, if the user may see more than the board's channel
   * carries [H4].
   */
  #compareOwnEvents(
    { visitor }: ModelUser,
    own: readonly Frame[],
    changes: readonly ModelChange[],
    { isActor, version }: { isActor: boolean; version: number },
  ): void {
    const board = this.#board;
    const userId = visitor.user.id;
    const [seen, common] = [userId, null].map((who) => JSON.stringify(changesFor(board, changes, who)));
    // The channel tells users who never reacted that no reaction is theirs [K3].
    const isTold = isActor ? common : common?.replaceAll('"user_ids":null', '"user_ids":[]');
    expect(own).toHaveLength(seen === common || seen === isTold ? 0 : 1);
    for (const frame of own) {
      const { event, channel, data } = frame;
      expect([event, channel, data.version]).toEqual(["board-items.update", channels.user(userId), version]);
      expect(data.board_id).toBe(data.fetch ? undefined : board.id);
      this.#compareChanges(frame, changes, userId);
    }
  }

  /**
   * What a client knows after the board's event and its own, or the answer, must be the board as that user
   * may see it.
   */
  async #follow(
    user: ModelUser,
    who: string | null,
    frames: readonly Frame[],
    reload: boolean,
  ): Promise<void> {
    const { concealVoteCount } = user.client.facilitation.facilitator_options;
    // This client does not drop counts by itself, as one of the product does.
    const turnsConceal = frames.some(({ data }) =>
      data.changes?.some(
        (change) =>
          change.type === "session.put" &&
          change.session.facilitator_options.concealVoteCount !== concealVoteCount,
      ),
    );
    if (reload || turnsConceal || frames.some(({ data }) => data.fetch === true))
      user.client = await readClientBoard(user.visitor, this.#url);
    else
      for (const { data } of frames)
        user.client = applyChanges(user.client, data.changes ?? [], data.version).view;
    expect(shownView(user.client)).toEqual(expectedView(this.#board, who));
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
