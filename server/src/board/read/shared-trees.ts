import { LRUCache } from "lru-cache";
import type { Deps, FeatureApp } from "../../deps.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import type { QueueOwner } from "../../fair-queue.ts";
import { workerEntry } from "../../jobs/worker-process.ts";
import { WorkerQueue } from "../../jobs/worker-queue.ts";
import { heavyBoardItems } from "../../limits/budgets.ts";
import { itemCount } from "../turn/capacity.ts";
import { recordUse } from "../turn/last-use.ts";
import { type BoardState, openBoardState } from "./snapshot.ts";
import { treeAudience, compressTree, serialiseTree, extractTree, type TreeBody } from "./tree-body.ts";
import { TreeTexts } from "./tree-texts.ts";
import type { TreeTask } from "./tree-worker.ts";

declare module "fastify" {
  interface FastifyInstance {
    trees: SharedTrees;
  }
}

export interface TreeLimits {
  cacheBytes: number;
  /** The longest time in the cache: an erasure changes items without a new version. */
  cacheMs: number;
  /** Below this number of stickers, starting a worker process would cost more than reading. */
  inlineStickers: number;
}
const treeLimits: TreeLimits = { cacheBytes: 8_000_000, cacheMs: 60_000, inlineStickers: 1000 };

export interface TreeReader {
  userId: string;
  owner: QueueOwner;
  /** Gives up the request's slot (`http/limits/request-slots.ts`) while it waits for a tree. */
  releaseSlot?: () => void;
}

/** A build goes on when its first reader leaves: others may wait for it. */
const neverAborted = new AbortController().signal;

export class SharedTrees {
  readonly #deps: Pick<Deps, "database" | "rateLimiter" | "clock" | "log">;
  readonly #limits: TreeLimits;
  readonly #cache: LRUCache<string, TreeBody>;
  readonly #texts: TreeTexts;
  readonly #building = new Map<string, Promise<TreeBody>>();
  /** Builds that wait for a slot. Later readers share them at any version. */
  readonly #waiting = new Map<string, Promise<TreeBody>>();
  readonly #queue: WorkerQueue<TreeTask, TreeBody>;
  buildCount = 0;

  constructor(
    deps: Pick<Deps, "database" | "rateLimiter" | "clock" | "log">,
    limits: Partial<TreeLimits> = {},
  ) {
    this.#deps = deps;
    this.#limits = { ...treeLimits, ...limits };
    this.#cache = new LRUCache({
      maxSize: this.#limits.cacheBytes,
      // A larger body is not kept: it would displace the others.
      maxEntrySize: Math.ceil(this.#limits.cacheBytes / 4),
      sizeCalculation: ({ body }) => body.byteLength + 200,
      ttl: this.#limits.cacheMs,
      ttlAutopurge: true,
    });
    this.#texts = new TreeTexts(this.#limits.cacheBytes);
    this.#queue = new WorkerQueue(deps.log, {
      name: "trees",
      entry: workerEntry(import.meta.url, "tree-worker"),
      data: deps.database.source,
      heapMb: 128,
      jobMs: 20_000,
      // More than one address can pay for: an attacker must not fill the queue, nor an office that opens a board.
      waiting: 6000,
      waitingPerSession: 40,
    });
  }

  get cachedCount(): number {
    return this.#cache.size;
  }

  async body(boardId: string, reader: TreeReader, encoding: Encoding): Promise<TreeBody> {
    for (;;) {
      const state = await openBoardState(this.#deps, boardId, reader.userId);
      const { board } = state;
      await recordUse(this.#deps, board);
      const audience = treeAudience(state, reader.userId);
      const key = JSON.stringify([boardId, audience, encoding]);
      const kept = this.#cache.get(key);
      if (kept?.version === board.version) return kept;
      const shared = this.#waiting.get(key) ?? this.#building.get(`${key} ${board.version}`);
      if (shared === undefined) return this.#build(key, board, reader, encoding);
      reader.releaseSlot?.();
      // Another reader's build can fail because of that reader's limits: then this reader builds again.
      const answer = await shared.catch(() => null);
      if (answer !== null && answer.version >= board.version && answer.audience === audience) return answer;
    }
  }

  async json(boardId: string, reader: TreeReader): Promise<Uint8Array> {
    return extractTree(await this.body(boardId, reader, "identity"));
  }

  async votes(boardId: string, reader: TreeReader): Promise<TreeBody> {
    const state = await openBoardState(this.#deps, boardId, reader.userId);
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
    key: string,
    board: BoardState["board"],
    reader: TreeReader,
    encoding: Encoding,
  ): Promise<TreeBody> {
    this.buildCount += 1;
    const task: TreeTask = { what: "tree", boardId: board.id, userId: reader.userId, encoding };
    const building = this.#read(board, task, reader, () => this.#waiting.delete(key));
    const versioned = `${key} ${board.version}`;
    this.#building.set(versioned, building);
    if (this.#needsHeavySlot(board)) this.#waiting.set(key, building);
    try {
      const answer = await building;
      // Not if the board changed during the read: other options may be in force.
      if (answer.stable && answer.version === board.version) this.#cache.set(key, answer);
      return answer;
    } finally {
      this.#building.delete(versioned);
      if (this.#waiting.get(key) === building) this.#waiting.delete(key);
    }
  }

  #needsHeavySlot(board: BoardState["board"]): boolean {
    return itemCount(board) > heavyBoardItems && board.sticker_count <= this.#limits.inlineStickers;
  }

  async #read(
    board: BoardState["board"],
    task: TreeTask,
    reader: TreeReader,
    onBegin: () => void = () => undefined,
  ): Promise<TreeBody> {
    const { database, rateLimiter } = this.#deps;
    const plain = () => {
      onBegin();
      return serialiseTree(database, this.#texts, task);
    };
    if (itemCount(board) <= heavyBoardItems) return compressTree(await plain(), task.encoding);
    reader.releaseSlot?.();
    if (!this.#needsHeavySlot(board)) return this.#queue.run(reader.owner, task, neverAborted);
    return compressTree(await rateLimiter.heavySlots.run(reader.owner, plain), task.encoding);
  }
}

export function provideTrees(app: Pick<FeatureApp, "decorate" | "addHook">, deps: Deps): void {
  const trees = new SharedTrees(deps);
  app.decorate("trees", trees);
  app.addHook("onClose", () => trees.close());
}
