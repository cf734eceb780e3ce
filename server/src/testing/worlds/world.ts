import { channels } from "@retro/contract/events";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { RetroDatabase } from "../../db/database.ts";
import { type StoredTable, storedTableNames } from "../../db/portable/tables.ts";
import { accessCalls, makeAccessBoard } from "../access/access-calls.ts";
import type { AccessBoard } from "../access/access-request.ts";
import { type SpacePlace, spaceCalls } from "../access/space-calls.ts";
import { type Browser, buildTestApp, type TestApp, type TestResponse, type Visitor } from "../app.ts";
import type { Row } from "../databases/tables.ts";
import { type Listener, listenOn } from "../nodes/listener.ts";

export interface WorldPeople {
  facilitator: Visitor;
  owner: Visitor;
  /** Another participant, who may vote. */
  other: Visitor;
  /** The attacker: all calls are theirs. */
  participant: Visitor;
}

interface Scene {
  test: TestApp;
  scene: AccessBoard;
  people: WorldPeople;
  world: 0 | 1;
}

/** What differs between two worlds. */
export interface Secret {
  options: Partial<FacilitatorOptions>;
  /** The text of the owner's sticker. */
  text?: (world: 0 | 1) => string | undefined;
  /** Everybody gives it. */
  passphrase?: (world: 0 | 1) => string | undefined;
  /** Done once, when the board is made. @returns a space of which the participant is a former member */
  hide: (scene: Scene) => Promise<SpacePlace | void>;
}

/** Enough for a session to have points again; after a thousand resets no question has been open for four hours. */
const secondsApart = 15;

const coming = "the other user comes back";
const leaving = "the other user leaves";
export const presenceSteps = [leaving, coming] as const;

/** One of two servers with the same people and the same board, but for the secret. */
export class World {
  readonly scene: AccessBoard;
  readonly participant: Visitor;
  /** The calls of docs/access.md that this world can try. */
  readonly calls: readonly string[];
  readonly #space: SpacePlace | void;
  readonly #test: TestApp;
  readonly #people: WorldPeople;
  readonly #page: Listener;
  /** The other user's connection, and those of the facilitator and the owner. */
  readonly #others: readonly [Listener, ...Listener[]];
  readonly #tables: readonly StoredTable[];
  readonly #made: readonly (readonly [StoredTable, Row[]])[];
  #names = new Map<string, string>();
  #version = 0;

  private constructor(made: {
    test: TestApp;
    people: WorldPeople;
    scene: AccessBoard;
    space: SpacePlace | void;
    listeners: readonly [Listener, Listener, ...Listener[]];
    rows: readonly (readonly [StoredTable, Row[]])[];
  }) {
    [this.#test, this.#people, this.scene, this.#space] = [made.test, made.people, made.scene, made.space];
    [this.#page, ...this.#others] = made.listeners;
    this.participant = made.people.participant;
    this.calls = [...Object.keys(accessCalls), ...(this.#space ? Object.keys(spaceCalls) : [])];
    this.#tables = made.rows.map(([table]) => table);
    // A board's log belongs to versions that no reset comes back to.
    this.#made = made.rows.filter(([table, rows]) => rows.length > 0 && table !== "changes");
    const board = made.rows.flatMap(([, rows]) => rows).find(({ id }) => id === made.scene.id);
    this.#version = Number(board?.["version"]);
  }

  static async open(database: RetroDatabase, secret: Secret, which: 0 | 1): Promise<World> {
    const test = await buildTestApp({ database, frozenAt: Date.UTC(2026, 10, 22) });
    await test.listen();
    const people = await makePeople(test);
    const { facilitator, owner, other, participant } = people;
    const scene = await makeAccessBoard(test, people, secret.options, secret.text?.(which) ?? "The owner's");
    const passphrase = secret.passphrase?.(which);
    if (passphrase !== undefined) await facilitator.put(`${scene.url}/passphrase`, { passphrase });
    for (const visitor of [owner, other, participant]) {
      if (passphrase !== undefined) await visitor.post(`${scene.url}/pass`, { passphrase });
      await visitor.get(scene.url);
    }
    const connected = [];
    for (const visitor of [participant, other, facilitator, owner])
      connected.push(await connect(test, visitor, scene.id));
    const space = await secret.hide({ test, scene, people, world: which });
    // A new passphrase has closed these connections.
    if (space)
      for (const [i, visitor] of [participant, other, facilitator, owner].entries())
        connected[i] = await connect(test, visitor, scene.id);
    const listeners = connected as [Listener, Listener, ...Listener[]];
    const rows = await readRows(database, await findBoardTables(database));
    return new World({ test, people, scene, space, listeners, rows });
  }

  /** The board as it was made, with a later version, and later. */
  async reset(): Promise<void> {
    const { deps, time } = this.#test;
    time.now += secondsApart * 1000;
    // The server may cache answers of former versions.
    this.#version += 100;
    await deps.database.transaction(async (trx) => {
      const tables = this.#made.map(([table]) => table).toReversed();
      for (const table of [...tables, "own_templates"] as const) await trx.deleteFrom(table).execute();
      for (const [table, rows] of this.#made) {
        const values = rows.map((row) =>
          row["id"] === this.scene.id ? { ...row, version: this.#version } : row,
        );
        await trx.insertInto(table).values(values).execute();
      }
    });
    this.#names = new Map();
    // The server closes connections of which it hears nothing for minutes.
    await Promise.all([this.#page, ...this.#others].map((listener) => listener.flush()));
    await this.#join();
    this.#page.raw.takeReceived();
  }

  async #join(): Promise<void> {
    const channel = channels.presence(this.scene.id);
    if ((await this.#test.deps.presence.members(channel)).includes(this.#people.other.user.id)) return;
    await this.#others[0].join(channel);
    await this.#page.flush();
  }

  /** All rows of boards as text, to see whether a call writes some. */
  async stored(): Promise<string> {
    return JSON.stringify(await readRows(this.#test.deps.database, this.#tables));
  }

  /** Does one step as the participant. @returns everything that the participant gets, with names for ids */
  async take(step: string): Promise<string> {
    if (step === coming) await this.#join();
    else if (step === leaving) {
      this.#others[0].raw.send("pusher:unsubscribe", { channel: channels.presence(this.scene.id) });
      await this.#others[0].flush();
    }
    const isPresence = step === coming || step === leaving;
    const answer = isPresence ? null : await this.#ask(step, this.participant);
    await this.#page.flush();
    return this.#named(answer);
  }

  /** As `take`, without waiting for events: what arrives belongs to the next step. */
  async read(step: string): Promise<string> {
    return this.#named(await this.#ask(step, this.participant));
  }

  /** The changes since the step with this number of the present run. */
  async catchUp(since: number): Promise<string> {
    const from = this.#version + since;
    return this.#named(await this.participant.get(`${this.scene.url}/changes?since=${from}`));
  }

  /** Does a call once. @returns its methods, and the status of its last answer */
  async tryOut(step: string): Promise<{ methods: Set<string>; status: number }> {
    const methods = new Set<string>();
    const spy = new Proxy(this.participant, {
      get(target, name: keyof Visitor) {
        if (name !== "user" && typeof target[name] === "function") methods.add(name);
        return target[name];
      },
    });
    const { statusCode } = await this.#ask(step, spy);
    return { methods, status: statusCode };
  }

  async #ask(step: string, caller: Browser): Promise<TestResponse> {
    const inSpace = spaceCalls[step];
    if (inSpace && this.#space) return inSpace(caller, this.#space);
    const call = accessCalls[step];
    if (call === undefined) throw new Error(`no call "${step}"`);
    const { scene } = this;
    const { url, id: boardId } = scene;
    return call.ask({ caller, scene, url, boardId, ownerId: this.#people.owner.user.id });
  }

  /** Ids get the number of their first appearance: in equal worlds the same ones. */
  #named(answer: TestResponse | null): string {
    const frames = this.#page.raw.takeReceived().filter(({ event }) => !event.startsWith("pusher:"));
    const events = frames.map(({ event, channel, data }) => JSON.stringify({ event, channel, data }));
    const { etag, "retry-after": wait } = answer?.headers ?? {};
    const head = [answer?.statusCode, answer?.body.length, etag !== undefined, wait].join(" ");
    return [head, answer?.body ?? "", ...events]
      .join("\n")
      .replaceAll(
        /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,}|(?<![\w-])[\w-]{22}(?![\w-])/gu,
        (id) => {
          const name = this.#names.get(id) ?? `#${this.#names.size + 1}`;
          this.#names.set(id, name);
          return name;
        },
      );
  }
}

/** Lists sort people who have come at the same time by their ids, so the roles have that order in each world. */
async function makePeople(test: TestApp): Promise<WorldPeople> {
  const options = { color: "#2e7d32", isAvatarStickers: true };
  const visitors: Visitor[] = [];
  for (let i = 0; i < 4; i += 1) visitors.push(await test.visitor({ options }));
  visitors.sort((a, b) => (a.user.id < b.user.id ? -1 : 1));
  for (const [i, visitor] of visitors.entries())
    await visitor.put(`/api/v1/users/${visitor.user.id}`, { name: `Person ${i + 1}`, options });
  const [facilitator, owner, other, participant] = visitors as [Visitor, Visitor, Visitor, Visitor];
  return { facilitator, owner, other, participant };
}

/** On a board's channels, if they are not refused, and on the user's own. */
async function connect(test: TestApp, visitor: Visitor, boardId: string): Promise<Listener> {
  const listener = await listenOn(test, visitor, boardId, [channels.user(visitor.user.id)]);
  for (const channel of [channels.presence(boardId), channels.facilitation(boardId)])
    await listener.join(channel);
  return listener;
}

/** Tables with a column `board_id`, and the boards themselves. */
async function findBoardTables({ db }: RetroDatabase): Promise<StoredTable[]> {
  const found = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]));
  return storedTableNames.filter(
    (table) => table === "boards" || found.get(table)?.some(({ name }) => name === "board_id"),
  );
}

async function readRows(
  { db }: RetroDatabase,
  tables: readonly StoredTable[],
): Promise<[StoredTable, Row[]][]> {
  const read: [StoredTable, Row[]][] = [];
  for (const table of tables) read.push([table, await db.selectFrom(table).selectAll().execute()]);
  return read;
}
