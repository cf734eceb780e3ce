import { createRequire } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ClientConfig } from "@retro/contract/events";
import type { Board } from "@retro/contract/boards";
import type { Item, TreeItem } from "@retro/contract/items";
import type { User } from "@retro/contract/users";
import { buildTestApp, type Visitor } from "../../server/src/testing/app.ts";
import { EntryStorage, memoryBackend } from "../../web/src/board-state/storage/entryStorage.ts";
import type { BoardEnvironment } from "../../web/src/board-state/boardEnvironment.ts";
import {
  actRandomly,
  type Actor,
  facilitateRandomly,
  idSequence,
} from "../../web/src/board-state/testing/randomActions.ts";
import { seededRandom } from "../../web/src/board-state/testing/simulation.ts";
import { BoardStore } from "../../web/src/board-state/boardStore.ts";
import { createPusherConnection } from "../../web/src/realtime/pusherConnection.ts";
import type { RealtimeConnection } from "../../web/src/realtime/connection.ts";

type PusherClient = Parameters<typeof createPusherConnection>[0];
type AuthorisationCallback = (error: Error | null, data: unknown) => void;
/** The official client's build for Node, as the web workspace has it. */
const Pusher = createRequire(new URL("../../web/package.json", import.meta.url))("pusher-js") as new (
  key: string,
  options: object,
) => PusherClient;

class ApiFailure extends Error {
  readonly status: number;
  readonly data: unknown;
  constructor(status: number, data: unknown) {
    super(String(status));
    this.status = status;
    this.data = data;
  }
}

interface Participant extends Actor {
  user: User;
  store: BoardStore;
  compare: () => void;
}

/** A person at a board of the real server: the real store, the official client over a real socket. */
async function joinBoard(
  address: string,
  boardId: string,
  visitor: Visitor,
  random: () => number,
  lossyNetwork: { active: boolean },
): Promise<Participant> {
  const { user } = visitor;
  const { data: config } = (await visitor.get("/api/v1/config")).json<{ data: ClientConfig }>();
  const headers = () => ({ ...visitor.credentials(), origin: address });
  const wakeListeners = new Set<() => void>();
  const env: BoardEnvironment = {
    now: Date.now,
    random,
    schedule(ms, work) {
      const id = setTimeout(work, ms);
      return () => clearTimeout(id);
    },
    whenIdle(work) {
      return this.schedule(0, work);
    },
    onResume(listener) {
      wakeListeners.add(listener);
      return () => wakeListeners.delete(listener);
    },
    hidden: () => false,
    onOnline: () => () => undefined,
    onPageHide: () => () => undefined,
    formerUserId: () => null,
    storage: new EntryStorage(Promise.resolve(memoryBackend(new Map(), "page", () => true)), () => undefined),
  };
  let pusher: PusherClient | null = null;
  let link: RealtimeConnection | null = null;

  async function authoriseChannel(
    form: Record<string, string>,
    callback: AuthorisationCallback,
  ): Promise<void> {
    const init = { method: "POST", headers: headers(), body: new URLSearchParams(form) };
    const answer = await fetch(`${address}/broadcasting/auth`, init);
    callback(
      answer.ok ? null : new Error(`not signed: ${answer.status}`),
      answer.ok ? await answer.json() : null,
    );
  }
  function connect(): Promise<RealtimeConnection> {
    pusher = new Pusher(config.realtime.key, {
      cluster: "eu",
      wsHost: "127.0.0.1",
      wsPort: Number(new URL(address).port),
      forceTLS: false,
      enabledTransports: ["ws"],
      enableStats: false,
      channelAuthorization: {
        customHandler: (
          { socketId, channelName }: { socketId: string; channelName: string },
          callback: AuthorisationCallback,
        ) => void authoriseChannel({ socket_id: socketId, channel_name: channelName }, callback),
      },
    });
    link = createPusherConnection(pusher);
    return Promise.resolve(link);
  }
  const participant: Participant = {
    user,
    offline: false,
    store: null as unknown as BoardStore,
    connect(up) {
      if (up) pusher?.connect();
      else pusher?.disconnect();
    },
    reloadPage() {
      participant.store.close();
      participant.store = open();
    },
    compare: () => wakeListeners.forEach((wake) => wake()),
  };
  const open = () =>
    new BoardStore({
      boardId,
      me: { id: user.id, name: user.name, options: user.options },
      env,
      connect,
      onSessionEnded: () => undefined,
      async call(method, path, body) {
        if (participant.offline || (lossyNetwork.active && random() < 0.03)) throw new ApiFailure(0, null);
        const socketId = link?.socketId();
        const answer = await fetch(`${address}/api/v1/${path}`, {
          method,
          headers: {
            ...headers(),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(socketId === undefined ? {} : { "x-socket-id": socketId }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const answerBody = (await answer.json()) as { data: unknown; meta: unknown };
        // Done on the server, but nobody here will know.
        if (lossyNetwork.active && random() < 0.03) throw new ApiFailure(0, null);
        if (!answer.ok) throw new ApiFailure(answer.status, answerBody.data);
        return answerBody;
      },
    });
  participant.store = open();
  onTestFinished(() => participant.store.close());
  return participant;
}

function flattenTree(tree: TreeItem[]): Item[] {
  return tree.flatMap(({ _lft, _rgt, children, ...item }) => [item, ...flattenTree(children)]);
}

async function checkSeed(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const lossyNetwork = { active: false };
  const test = await buildTestApp();
  const address = await test.listen();
  const visitors = await Promise.all([1, 2, 3, 4].map(() => test.visitor()));
  const made = await (visitors[0] as Visitor).post("/api/v1/boards", { title: "Fuzz" });
  const { id: boardId } = made.json<{ data: Board }>().data;
  const people = await Promise.all(
    visitors.map((visitor) => joinBoard(address, boardId, visitor, random, lossyNetwork)),
  );
  await vi.waitFor(
    () =>
      expect(people.map((participant) => participant.store.getState().status)).toEqual(
        people.map(() => "ready"),
      ),
    10_000,
  );
  const first = people[0]?.store.getState().view;
  const columns = [...(first?.items.values() ?? [])]
    .filter((item) => item.kind === "column")
    .map((item) => item.id);
  const facilitated = seed % 2 === 0;
  lossyNetwork.active = true;
  let open = 0;
  const after = (ms: number, work: () => void) => {
    open += 1;
    // The same as in virtual time, twenty times as fast.
    setTimeout(() => {
      work();
      open -= 1;
    }, ms / 20);
  };
  people.forEach((participant, series) => {
    const kit = { random, schedule: after, columns, facilitated, newId: idSequence(seed * 10 + series) };
    let remaining = 25;
    const next = () => {
      const { view } = participant.store.getState();
      if (view) actRandomly(participant, view, kit);
      if (view && facilitated && random() < 0.15) facilitateRandomly(participant, view, kit);
      if ((remaining -= 1) > 0) after(random() * 800, next);
    };
    after(random() * 800, next);
  });
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 60_000, interval: 20 });
  lossyNetwork.active = false;
  for (const [i, participant] of people.entries()) {
    const visitor = visitors[i] as Visitor;
    await vi.waitFor(
      async () => {
        participant.compare();
        const board = (await visitor.get(`/api/v1/boards/${boardId}`)).json<{ data: Board }>().data;
        const items = (await visitor.get(`/api/v1/boards/${boardId}/items`)).json<{ data: TreeItem[] }>()
          .data;
        const votes = (await visitor.get(`/api/v1/boards/${boardId}/items/votes`)).json<{
          data: { item_id: string }[];
        }>().data;
        // A refused new sticker stays on its author's screen until its author gives it up.
        for (const { key, state } of participant.store.getState().pending)
          if (state === "failed") participant.store.discard(key);
        const { view, pending } = participant.store.getState();
        expect(pending).toEqual([]);
        expect(view?.version, `seed ${seed}`).toBe(board.version);
        expect(view?.details).toEqual({ title: board.title, description: board.description });
        expect(view?.facilitation.facilitator_options).toEqual(board.facilitator_options);
        const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : 1);
        expect([...(view?.items.values() ?? [])].toSorted(byId), `seed ${seed}`).toEqual(
          flattenTree(items).toSorted(byId),
        );
        expect([...(view?.votedIds ?? [])].toSorted()).toEqual(votes.map((vote) => vote.item_id).toSorted());
      },
      { timeout: 40_000, interval: 250 },
    );
  }
}

describe("[Y2] four people on the real server over real sockets, and all agree with its database in the end", () => {
  // A run waits more than it works: four of them take hardly longer than one.
  for (let first = 1; first <= 20; first += 4) {
    const seeds = [first, first + 1, first + 2, first + 3];
    it(`seeds ${seeds.join(", ")}`, { timeout: 120_000 }, () => Promise.all(seeds.map(checkSeed)));
  }
});
