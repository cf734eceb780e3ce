import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item, TreeItem } from "@retro/contract/items";
import { presentItem, privilegedAudiences } from "@retro/rules/present";
import { buildTree } from "@retro/rules/tree";
import { LRUCache } from "lru-cache";
import type { BoardState } from "./snapshot.ts";

/** The items and their pieces. */
const keptBytesPerCharacter = 3;
/**
 * A participant who wrote nothing. The channel's audience is another one: its events contain no own reactions
 * [K2].
 */
const anyone = "";
const keptMs = 60_000;

/**
 * A board's tree as JSON, in one piece for each item, as a participant sees it who wrote nothing; for each user
 * with the pieces that this user sees otherwise [H4].
 */
export class TreeText {
  readonly #facilitation: Facilitation;
  readonly #nodes: TreeItem[] = [];
  /** What stands before each node: the ends of the nodes before it, and a comma. */
  readonly #glue: string[] = [];
  #end = "";
  readonly #pieces: string[];
  readonly #personal = new Map<string, number[]>();
  readonly length: number;

  constructor(items: readonly Item[], facilitation: Facilitation) {
    this.#facilitation = facilitation;
    this.#addLevel(buildTree(items));
    for (const [at, item] of this.#nodes.entries())
      for (const userId of privilegedAudiences([{ type: "item.put", item }], facilitation)) {
        const places = this.#personal.get(userId);
        if (places === undefined) this.#personal.set(userId, [at]);
        else places.push(at);
      }
    this.#pieces = this.#nodes.map((_, at) => this.#piece(at, anyone));
    this.length = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** The same text as that of the tree of all items presented to this user. */
  for(userId: string): string {
    const pieces = [...this.#pieces];
    for (const at of this.#personal.get(userId) ?? []) pieces[at] = this.#piece(at, userId);
    return `[${pieces.join("")}${this.#end}]`;
  }

  #addLevel(level: readonly TreeItem[]): void {
    for (const [i, node] of level.entries()) {
      if (i > 0) this.#end += ",";
      this.#nodes.push(node);
      this.#glue.push(this.#end);
      this.#end = "";
      this.#addLevel(node.children);
      this.#end += "]}";
    }
  }

  #piece(at: number, userId: string): string {
    const { _lft, _rgt, children: _, ...item } = this.#nodes[at] as TreeItem;
    const presented = { ...presentItem(item, this.#facilitation, userId), _lft, _rgt, children: [] };
    return (this.#glue[at] as string) + JSON.stringify(presented).slice(0, -"]}".length);
  }
}

/** The newest text of boards whose readers see different trees. */
export class TreeTexts {
  readonly #texts: LRUCache<string, { key: string; text: TreeText }>;

  constructor(maxBytes: number) {
    this.#texts = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ text }) => text.length * keptBytesPerCharacter + 1000,
      // An erasure changes items without a new version.
      ttl: keptMs,
      ttlAutopurge: true,
    });
  }

  find(state: BoardState): TreeText | undefined {
    const kept = this.#texts.get(state.board.id);
    return kept?.key === keyOf(state) ? kept.text : undefined;
  }

  keep(state: BoardState, text: TreeText): void {
    this.#texts.set(state.board.id, { key: keyOf(state), text });
  }
}

/** The options are part of it, so that redaction never depends on the version alone. */
function keyOf({ board }: BoardState): string {
  return JSON.stringify([board.version, board.facilitator_id, board.facilitator_options]);
}
