import { afterAll, beforeAll, expect } from "vitest";
import type { Change, ChangeMeta } from "@retro/contract/changes";
import type { Board, FacilitatorOptions, Item } from "@retro/contract/entities";
import { type Answer, type TestApp, type Visitor, buildTestApp } from "./app.ts";
import { type BoardView, applyTo, caughtUp, readView } from "./board-view.ts";
import { facilitate } from "./planned.ts";
import { type Listener, listenOn } from "./socket.ts";
import {
  type Row,
  type StoredDiff,
  type Tables,
  compareTables,
  readTables,
  restoreBoards,
} from "./tables.ts";

/** Frozen: a test that needs another time sets `app.time`. */
export const noon = Date.UTC(2026, 0, 15, 12);

/** Ann made the board; Bob and Cy are on it too. Dan is on the other board, which Ann and Bob have stickers on. */
export type Who = "ann" | "bob" | "cy" | "dan";
/** Connections: Ann has a second tab. */
type Ear = Who | "annTab";
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An event as a connection heard it: on which kind of channel, its name and data, ids replaced by names. */
export interface Heard {
  on: "presence" | "session" | "own";
  event: string;
  data: Row & { version?: number; changes?: Change[] };
}

/** What a command did. Ids are replaced by names that begin with `@`. */
export interface Outcome {
  status: number;
  code: string | undefined;
  /** Field errors by field. */
  errors: Record<string, string[]> | undefined;
  data: unknown;
  meta: ChangeMeta | undefined;
  headers: Answer["headers"];
  /** What the tables show; without the change log and the board's version, which `send` checks. */
  stored: StoredDiff;
  heard: Record<Ear, Heard[]>;
}

/**
 * A board in use, with everything recorded that a command does: answer, tables, events of every connection. Names:
 * `@retro` and `@other` are the boards, `@A` a section, `@A.0` its first column, `@one` the sticker that was added with
 * the title "one", `@ann` a user. Requests take the same names.
 */
export interface ObservedBoard {
  app: TestApp;
  people: Record<Who, Visitor>;
  ears: Record<Ear, Listener>;
  /** The address of the board, `/api/v1/boards/…`. */
  url: string;
  id: (name: string) => string;
  /** Replaces names by ids, in texts, keys and values. */
  resolve: <T>(value: T) => T;
  /** Replaces ids by names. */
  named: (value: unknown) => unknown;
  /**
   * Sends a request about the board and checks what must hold after any: a change grows the version by one, is logged once, and
   * every connection but the sender's hears of it once; whoever applies what they heard, or catches up, sees what a fresh
   * read gives; the counts are exact. What is refused or changes nothing leaves no trace.
   * @param path below the board's address, or from `/api/` on
   */
  send: (by: Who, method: Method, path: string, body?: object | string) => Promise<Outcome>;
  /** `send`, for a command that must succeed. */
  ok: (by: Who, method: Method, path: string, body?: object) => Promise<Outcome>;
  /** Makes Ann the facilitator with these options. */
  facilitated: (options: Partial<FacilitatorOptions>, by?: Who) => Promise<void>;
  /** The board as text, a line for each section: `A: one two(nested) | four |`, as the tables have it. */
  outline: (board?: string) => Promise<string[]>;
  /** The board's row. */
  row: () => Promise<Row>;
}

/**
 * Makes the board once for all tests of a file; what it gives is called by each test, and puts the board back as it was: A has
 * `one two(two-a) three | four |`, B has `five | |`, C has none. Versions go on growing, and so does the time, a minute each test.
 */
export function observeBoards(build: () => Promise<TestApp> = defaultApp): () => Promise<ObservedBoard> {
  let made: Awaited<ReturnType<typeof makeObservedBoard>>;
  beforeAll(async () => {
    made = await makeObservedBoard(await build());
  }, 60_000);
  // Before the store is dropped, whose hook was registered earlier.
  afterAll(() => made.board.app.close());
  return async () => {
    await made.reset();
    return made.board;
  };
}

function defaultApp(): Promise<TestApp> {
  return buildTestApp({ frozenAt: noon });
}

async function makeObservedBoard(app: TestApp) {
  await app.listen();
  const [ann, bob, cy, dan] = [
    await app.visitor({ name: "Ann" }),
    await app.visitor({ name: "Bob" }),
    await app.visitor({ name: "Cy" }),
    await app.visitor({ name: "Dan" }),
  ];
  const people = { ann, bob, cy, dan };
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const name = (id: string, wish: string): void => {
    if (names.has(id)) return;
    const free = ids.has(wish) ? `${wish}+` : wish;
    ids.set(free, id);
    names.set(id, free);
  };
  for (const [who, { user }] of Object.entries(people)) name(user.id, `@${who}`);
  const retro = await makeBoard(ann, ["A", "B", "C"]);
  name(retro, "@retro");
  let tables: Tables = await readTables(app.deps.store.db);
  const learn = (): void => {
    const rows = [...tables.items.values()] as unknown as (Row & Item & { order_key: string })[];
    const byOrder = rows.toSorted((a, b) => (a.order_key < b.order_key ? -1 : 1));
    for (const kind of ["section", "column", "sticker"])
      for (const row of byOrder.filter((each) => each.kind === kind)) {
        const parent = names.get(row.parent_id ?? "") ?? "";
        const nth = byOrder.filter((each) => each.parent_id === row.parent_id).indexOf(row);
        name(row.id, kind === "column" ? `${parent}.${nth}` : `@${row.title}`);
      }
  };
  learn();
  const id = (of: string): string => ids.get(of) ?? `unknown:${of}`;
  const resolve = <T>(value: T): T =>
    replaced(value, (text) => text.replaceAll(/@[\w.-]+\+?/g, (each) => ids.get(each) ?? each)) as T;
  const named = (value: unknown): unknown => replaced(value, (text) => names.get(text) ?? text);
  const url = `/api/v1/boards/${retro}`;
  const put = async (by: Visitor, board: string, parent: string, titles: string[]): Promise<void> => {
    const items = titles.map((title) => ({ title }));
    const answer = await by.post(`/api/v1/boards/${board}/items`, { parent_id: id(parent), items });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    tables = await readTables(app.deps.store.db);
    learn();
  };
  await put(ann, retro, "@A.0", ["one"]);
  await put(bob, retro, "@A.0", ["two"]);
  await put(ann, retro, "@A.0", ["three"]);
  await put(ann, retro, "@two", ["two-a"]);
  await put(bob, retro, "@A.1", ["four"]);
  await put(bob, retro, "@B.0", ["five"]);
  for (const [by, item] of [
    [bob, "@one"],
    [ann, "@two"],
    [ann, "@two-a"],
    [cy, "@five"],
  ] as const)
    await by.post(`${url}/items/${id(item)}/vote`);

  const other = await makeBoard(bob, ["X", "Y", "Z"]);
  name(other, "@other");
  tables = await readTables(app.deps.store.db);
  learn();
  await put(ann, other, "@X.0", ["x-one", "x-two"]);
  await put(bob, other, "@X.0", ["x-three"]);
  for (const [by, item] of [
    [ann, "@x-one"],
    [ann, "@x-three"],
    [bob, "@x-one"],
  ] as const)
    await by.post(`/api/v1/boards/${other}/items/${id(item)}/vote`);
  await bob.post(`/api/v1/boards/${other}/facilitators`);
  await bob.put(`/api/v1/boards/${other}/facilitators`, { option: "showStickerDate", value: true });

  const ears = {
    ann: await listenOn(app, ann, retro),
    annTab: await listenOn(app, ann, retro),
    bob: await listenOn(app, bob, retro),
    cy: await listenOn(app, cy, retro),
    dan: await listenOn(app, dan, other),
  };
  const views = new Map<Who, BoardView>();
  const readers = ["ann", "bob", "cy"] as const;
  const look = async (): Promise<void> => {
    for (const who of readers) views.set(who, await readView(people[who], url));
    tables = await readTables(app.deps.store.db);
    learn();
    await settle();
  };
  const settle = async (): Promise<void> => {
    await Promise.all(Object.values(ears).map((ear) => ear.settle()));
  };
  const mark = (): Map<string, number> =>
    new Map(Object.entries(ears).map(([ear, { raw }]) => [ear, raw.heard.length]));
  const heardSince = (from: Map<string, number>): Record<Ear, Heard[]> =>
    Object.fromEntries(
      Object.entries(ears).map(([ear, { raw }]) => [
        ear,
        raw.heard.slice(from.get(ear)).flatMap((frame) => {
          const kind = /^(presence-boards|private-boards|private-users)\./.exec(frame.channel ?? "")?.[1];
          if (kind === undefined || frame.event.startsWith("pusher")) return [];
          const on = ({ "presence-boards": "presence", "private-boards": "session" } as const)[kind] ?? "own";
          return [{ on, event: frame.event, data: frame.data as Heard["data"] }];
        }),
      ]),
    ) as Record<Ear, Heard[]>;
  await look();
  const start = { tables, ids: new Map(ids), names: new Map(names) };
  const reset = async (): Promise<void> => {
    app.time.now += 60_000;
    await settle();
    tables = await readTables(app.deps.store.db);
    const version = Math.max(...[retro, other].map((each) => tables.boards.get(each)?.["version"] as number));
    for (const [map, was] of [
      [ids, start.ids],
      [names, start.names],
    ] as const) {
      map.clear();
      for (const [key, value] of was) map.set(key, value);
    }
    await restoreBoards(app.deps.store, start.tables, version + 1);
    await look();
  };

  const send: ObservedBoard["send"] = async (by, method, path, body) => {
    await settle();
    const from = mark();
    const before = tables;
    const target = path.startsWith("/api/") ? resolve(path) : url + resolve(path);
    const headers = { "x-socket-id": ears[by].raw.socketId };
    const visitor = people[by];
    const sent = resolve(body);
    const answer =
      method === "GET"
        ? await visitor.get(target, headers)
        : await ({ POST: visitor.post, PUT: visitor.put, DELETE: visitor.delete } as const)[method](
            target,
            sent,
            headers,
          );
    await settle();
    const heard = heardSince(from);
    tables = await readTables(app.deps.store.db);
    learn();
    const json: Partial<Pick<Outcome, "code" | "errors" | "data" | "meta">> =
      answer.body === "" ? {} : answer.json();
    const { changes: logged, ...stored } = compareTables(before, tables);
    const versionBefore = before.boards.get(retro)?.["version"] as number;
    const version = tables.boards.get(retro)?.["version"] as number;
    const rowChanged = stored.boards?.changed?.[retro];
    if (version === versionBefore) {
      if (json.meta?.changes) expect(json.meta).toEqual({ version, changes: [] });
      if (target.startsWith(url)) {
        // Refused, or nothing to change: no event, no row, no log.
        expect({ logged, stored: { ...stored, visits: undefined } }).toEqual({
          logged: undefined,
          stored: {},
        });
        expect(Object.values(heard).flat()).toEqual([]);
      }
    } else {
      expect([answer.statusCode >= 200 && answer.statusCode < 300, version]).toEqual([
        true,
        versionBefore + 1,
      ]);
      expect(Object.keys(logged?.added ?? {})).toEqual([`${retro} ${version}`]);
      expect(logged?.added?.[`${retro} ${version}`]?.["created_at"]).toBe(app.time.now);
      if (json.meta) expect(json.meta.version).toBe(version);
      delete rowChanged?.["version"];
      if (rowChanged && Object.keys(rowChanged).length === 0) delete stored.boards;
      expect(heard[by]).toEqual([]);
      expect(heard.dan).toEqual([]);
      if (by !== "ann") expect(heard.ann).toEqual(heard.annTab);
      const changesOf = (events: readonly Heard[]): Change[] =>
        events.flatMap(({ event, data }) => {
          expect(data.version).toBe(version);
          const { facilitator_id, facilitator_options, timer } = data as never;
          return /^(timer|facilitator)\./.test(event)
            ? [
                {
                  type: "session.put",
                  session: { facilitator_id, facilitator_options, timer },
                } satisfies Change,
              ]
            : (data.changes ?? []);
        });
      for (const who of readers) {
        const fresh = await readView(people[who], url);
        const old = views.get(who) as BoardView;
        const told = who === by ? (json.meta?.changes ?? []) : changesOf(heard[who]);
        if (who !== by) expect(heard[who].filter(({ on }) => on !== "own")).toHaveLength(1);
        if (who === by && by === "ann") expect(heard.annTab.filter(({ on }) => on !== "own")).toHaveLength(1);
        const fetches = who !== by && heard[who].some(({ data }) => data["fetch"] === true);
        if (!fetches) expectSameView(applyTo(old, told, version), fresh);
        if (who === "ann" && by === "ann" && !heard.annTab.some(({ data }) => data["fetch"] === true))
          expectSameView(applyTo(old, changesOf(heard.annTab), version), fresh);
        const catchUp = await caughtUp(people[who], url, old);
        if (catchUp !== null) expectSameView(catchUp, fresh);
        views.set(who, fresh);
        for (const { event, data } of heard[who])
          if (event === "board.update" && data["fetch"] !== true)
            expect({ ...(data["board"] as object), serverTime: 0 }).toEqual({
              ...(await people[who].get(url)).json<{ data: Board }>().data,
              serverTime: 0,
            });
      }
      await settle();
    }
    for (const [board, row] of tables.boards) {
      const items = [...tables.items.values()].filter((each) => each["board_id"] === board);
      const count = (kind: string): number => items.filter((each) => each["kind"] === kind).length;
      expect([board, row["section_count"], row["sticker_count"]]).toEqual([
        board,
        count("section"),
        count("sticker"),
      ]);
      expect(count("column")).toBe(3 * count("section"));
    }
    return {
      status: answer.statusCode,
      code: json.code,
      errors: json.errors,
      data: named(json.data),
      meta: named(json.meta) as ChangeMeta | undefined,
      headers: answer.headers,
      stored: named(stored) as StoredDiff,
      heard: named(heard) as Record<Ear, Heard[]>,
    };
  };

  const board: ObservedBoard = {
    app,
    people,
    ears,
    url,
    id,
    resolve,
    named,
    send,
    async ok(by, method, path, body) {
      const done = await send(by, method, path, body);
      expect([path, done.code, done.errors, done.status < 300]).toEqual([path, undefined, undefined, true]);
      return done;
    },
    async facilitated(options, by = "ann") {
      await facilitate(people[by], { id: retro, url } as never, options);
      await look();
    },
    async outline(board = "@retro") {
      const rows = [...(await readTables(app.deps.store.db)).items.values()]
        .filter((row) => row["board_id"] === id(board))
        .toSorted((a, b) => (String(a["order_key"]) < String(b["order_key"]) ? -1 : 1));
      const below = (parent: unknown) => rows.filter((row) => row["parent_id"] === parent);
      const text = (row: Row): string => {
        const nested = below(row["id"]).map(text).join(" ");
        return `${String(row["title"])}${nested === "" ? "" : `(${nested})`}`;
      };
      return below(null).map((section) => {
        const columns = below(section["id"]).map((column) => below(column["id"]).map(text).join(" "));
        return `${String(section["title"])}: ${columns.join(" | ")}`.trimEnd();
      });
    },
    row: async () => (await readTables(app.deps.store.db)).boards.get(retro) as Row,
  };
  return { board, reset };
}

/** What each connection heard, in words: `presence board-items.update: put @one`. */
export function told({ heard }: Pick<Outcome, "heard">): Record<Ear, string[]> {
  return Object.fromEntries(
    Object.entries(heard).map(([ear, events]) => [
      ear,
      events.map(({ on, event, data }) => `${on} ${event}: ${inWords(data.changes ?? []).join(", ")}`),
    ]),
  ) as Record<Ear, string[]>;
}

/** Changes in words: `put @one`, `put @one hidden`, `deleted @one @two`, `votes @one 2`, `mine @one +`, `tick`. */
export function inWords(changes: readonly Change[]): string[] {
  return changes.map((change) => {
    switch (change.type) {
      case "item.put":
        return `put ${change.item.id}${change.item.hidden ? " hidden" : ""}`;
      case "item.deleted":
        return `deleted ${change.ids.toSorted().join(" ")}`;
      case "votes.put":
        return `votes ${change.item_id} ${change.votes}`;
      case "vote.mine":
        return `mine ${change.item_id} ${change.voted ? "+" : "-"}`;
      default:
        return change.type;
    }
  });
}

function expectSameView(
  { view, newSession }: { view: BoardView; newSession: boolean },
  fresh: BoardView,
): void {
  expect(view.session).toEqual(fresh.session);
  expect([view.title, view.description, view.version]).toEqual([
    fresh.title,
    fresh.description,
    fresh.version,
  ]);
  // Other options show or hide more: a client loads the board again.
  if (newSession) return;
  const sorted = (items: BoardView["items"]) =>
    [...items.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted(view.items)).toEqual(sorted(fresh.items));
  expect([...view.mine].toSorted()).toEqual([...fresh.mine].toSorted());
}

/** A board with sections of these titles. */
async function makeBoard(by: Visitor, titles: string[]): Promise<string> {
  const { id, sections } = (await by.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
  const answer = await by.put(`/api/v1/boards/${id}`, {
    sections: titles.map((title, i) => ({ id: sections[i]?.id, title })),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return id;
}

/** Applies `change` to every text in a value, keys included. */
function replaced(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.includes(" ") ? key.split(" ").map(change).join(" ") : change(key),
      replaced(each, change),
    ]),
  );
}
