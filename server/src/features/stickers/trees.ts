import { LRUCache } from "lru-cache";
import { audienceKey } from "@retro/rules/present";
import type { Deps, FeatureApp } from "../../deps.ts";
import { notFound } from "../../http/app-error.ts";
import type { Encoding } from "../../http/encoding.ts";
import type { Owner } from "../../jobs/job-queue.ts";
import { workerEntry } from "../../jobs/worker-pool.ts";
import { WorkerQueue } from "../../jobs/worker-queue.ts";
import { heavyItems } from "../../limits/table.ts";
import { itemCount } from "../boards/capacity.ts";
import { noteUse } from "../boards/last-use.ts";
import { type BoardState, findBoardState } from "../boards/snapshot.ts";
import { compressTree, serialise, treeOf, type TreeBody } from "./tree-body.ts";
import type { TreeTask, TreeWorkerData } from "./tree-worker.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The item trees of boards, built once for all who see the same. */
    trees: BoardTrees;
  }
}

export interface TreeLimits {
  /** Bytes of the bodies that are kept. */
  cacheBytes: number;
  /** A body is not kept longer than this: erasing a user changes items without a new version. */
  cacheMs: number;
  /** Boards with more stickers are read in a worker thread; below, starting the thread would cost more than reading. */
  inlineStickers: number;
}
const treeLimits: TreeLimits = { cacheBytes: 16_000_000, cacheMs: 60_000, inlineStickers: 1000 };

/** Who wants a tree. */
export interface Reader {
  userId: string;
  owner: Owner;
  /** Gives up the place among the requests that work (`http/gate.ts`): while a tree is waited for, others need it. */
  leaveGate?: () => void;
}

/** A build never stops when the first who asked for it leaves: others may be waiting for the same. */
const never = new AbortController().signal;

/**
 * The answers to `GET boards/{id}/items`, serialised and compressed: built once per version and audience, shared by all who ask for it
 * meanwhile and afterwards. The key holds everything that redaction depends on (`audienceKey`), and the board's row is read for every
 * request, so that an answer is never older than the options in force.
 */
export class BoardTrees {
  readonly #deps: Pick<Deps, "store" | "limits" | "clock" | "log">;
  readonly #limits: TreeLimits;
  readonly #cache: LRUCache<string, TreeBody>;
  readonly #building = new Map<string, Promise<TreeBody>>();
  readonly #queue: WorkerQueue<TreeTask, TreeBody>;
  /** Trees built so far. */
  built = 0;

  constructor(deps: Pick<Deps, "store" | "limits" | "clock" | "log">, limits: Partial<TreeLimits> = {}) {
    this.#deps = deps;
    this.#limits = { ...treeLimits, ...limits };
    this.#cache = new LRUCache({
      maxSize: this.#limits.cacheBytes,
      // A body that would take a quarter of the room is not kept: it would drive everything else out.
      maxEntrySize: Math.ceil(this.#limits.cacheBytes / 4),
      sizeCalculation: ({ body }) => body.byteLength + 200,
      ttl: this.#limits.cacheMs,
      ttlAutopurge: true,
    });
    const data: TreeWorkerData = { source: deps.store.source };
    this.#queue = new WorkerQueue(deps.log, {
      name: "trees",
      entry: workerEntry(import.meta.url, "tree-worker"),
      data,
      jobMs: 20_000,
      heapMb: 192,
    });
  }

  /** How many bodies are kept. */
  get kept(): number {
    return this.#cache.size;
  }

  /**
   * The answer to `GET boards/{id}/items` for a user.
   * @throws AppError 404 for an unknown board, 503 `busy` when too many large boards are being read
   */
  async body(boardId: string, reader: Reader, encoding: Encoding): Promise<TreeBody> {
    for (;;) {
      const state = await findBoardState(this.#deps, boardId);
      if (state === undefined) throw notFound();
      const { board } = state;
      this.#deps.limits.noteBoardSize(boardId, itemCount(board));
      await noteUse(this.#deps, board);
      const key = keyOf(state, reader.userId, encoding);
      const kept = this.#cache.get(key);
      if (kept?.version === board.version) return kept;
      const buildingKey = `${key} ${board.version}`;
      const shared = this.#building.get(buildingKey);
      if (shared === undefined) return this.#build({ key, buildingKey }, board, reader, encoding);
      reader.leaveGate?.();
      // Another reader's build can fail because of that reader's limits: this one then builds for itself.
      const answer = await shared.catch(() => null);
      if (answer !== null && isFor(board, answer)) return answer;
    }
  }

  /** The tree as JSON, to be put into another answer. @throws as `body` */
  async json(boardId: string, reader: Reader): Promise<Uint8Array> {
    return treeOf(await this.body(boardId, reader, "identity"));
  }

  /** The answer to `GET boards/{id}/items/votes` for a user, not compressed. @throws as `body` */
  async votes(boardId: string, reader: Reader): Promise<TreeBody> {
    const state = await findBoardState(this.#deps, boardId);
    if (state === undefined) throw notFound();
    this.#deps.limits.noteBoardSize(boardId, itemCount(state.board));
    return this.#read(
      state.board,
      { what: "votes", boardId, userId: reader.userId, encoding: "identity" },
      reader,
    );
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #build(
    { key, buildingKey }: { key: string; buildingKey: string },
    board: BoardState["board"],
    reader: Reader,
    encoding: Encoding,
  ): Promise<TreeBody> {
    this.built += 1;
    const task: TreeTask = { what: "tree", boardId: board.id, userId: reader.userId, encoding };
    const building = this.#read(board, task, reader);
    this.#building.set(buildingKey, building);
    try {
      const answer = await building;
      if (isFor(board, answer)) this.#cache.set(key, answer);
      return answer;
    } finally {
      this.#building.delete(buildingKey);
    }
  }

  /** Small boards are read at once; larger ones wait for a turn, outside the gate of requests. */
  async #read(board: BoardState["board"], task: TreeTask, reader: Reader): Promise<TreeBody> {
    const { store, limits } = this.#deps;
    const plain = () => serialise(store, task);
    if (itemCount(board) <= heavyItems) return compressTree(await plain(), task.encoding);
    reader.leaveGate?.();
    if (board.sticker_count > this.#limits.inlineStickers) return this.#queue.run(reader.owner, task, never);
    return compressTree(await limits.heavy.run(reader.owner, plain), task.encoding);
  }
}

/**
 * Does the answer show the board as it is in this row? Otherwise the board changed meanwhile: other options may be in force, and the
 * answer holds only for the user whom it was built for.
 */
function isFor(board: BoardState["board"], { stable, version }: TreeBody): boolean {
  return stable && version === board.version;
}

/**
 * Everything that an answer depends on beside the version: of each, the newest version is kept. The options are part of it although they
 * never change without the version.
 */
function keyOf({ board, session }: BoardState, userId: string, encoding: Encoding): string {
  const { id, facilitator_id, facilitator_options } = board;
  const audience = audienceKey(session, userId);
  return JSON.stringify([id, facilitator_id, facilitator_options, audience, encoding]);
}

/** Gives `app.trees` to the features. */
export function shareTrees(app: Pick<FeatureApp, "decorate" | "addHook">, deps: Deps): void {
  const trees = new BoardTrees(deps);
  app.decorate("trees", trees);
  app.addHook("onClose", () => trees.close());
}
