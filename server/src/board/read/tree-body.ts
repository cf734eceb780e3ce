import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { audienceKey } from "@retro/rules/present";
import type { RetroDatabase } from "../../db/database.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import { loadItems } from "../parts/load-items.ts";
import { type BoardState, openBoardState, readSnapshot } from "./snapshot.ts";
import { TreeText, type TreeTexts } from "./tree-texts.ts";
import type { TreeItem } from "@retro/contract/items";
import type { Vote } from "@retro/contract/votes";
import { seesCounts } from "@retro/rules/permissions";
import { buildTree } from "@retro/rules/tree";
import { votesOf } from "../parts/vote-store.ts";

/** Compressing a shorter body costs more than it saves. */
const minCompressedBytes = 1024;
/** A longer body gets less effort: full effort would occupy a thread for a second. */
const lowEffortBytes = 2_000_000;

export interface TreeBody {
  body: Uint8Array;
  /** `identity` where compressing would not pay. */
  encoding: Encoding;
  /** The board did not change during the read: the body serves every user with the same `audience`. */
  stable: boolean;
  version: number;
  audience: string;
}

/** The options are part of it, so that redaction never depends on the version alone. */
export function treeAudience({ board, facilitation }: BoardState, userId: string): string {
  return JSON.stringify([board.facilitator_id, board.facilitator_options, audienceKey(facilitation, userId)]);
}

/** Whether the tree is made for one reader alone: it is not worth much effort. */
function isPersonal({ facilitation }: BoardState, userId: string): boolean {
  return audienceKey(facilitation, userId).startsWith("user:");
}

export type UncompressedTree = Omit<TreeBody, "body" | "encoding"> & { plain: Buffer; personal: boolean };

/** `texts`: while authors are hidden, 200 of them read the board once, and each gets pieces of their own. */
export async function serialiseTree(
  database: Pick<RetroDatabase, "db">,
  texts: TreeTexts,
  { what, boardId, userId }: { what: "tree" | "votes"; boardId: string; userId: string },
): Promise<UncompressedTree> {
  if (what === "votes") {
    const answer = await readVotes({ database }, boardId, userId);
    const plain = Buffer.from(JSON.stringify(answer));
    return { plain, stable: false, version: answer.meta.version, audience: userId, personal: true };
  }
  const present = await openBoardState({ database }, boardId, userId);
  const kept = isPersonal(present, userId) ? texts.find(present) : undefined;
  if (kept !== undefined) return bodyOf(kept, { state: present, version: present.board.version, userId });
  const read = await readSnapshot({ database }, boardId, userId, (db) => loadItems(db, boardId));
  const { value, board, version, facilitation } = read;
  const state = { board, facilitation };
  const text = new TreeText(value, facilitation);
  if (board.version === version && isPersonal(state, userId)) texts.keep(state, text);
  return bodyOf(text, { state, version, userId });
}

function bodyOf(
  text: TreeText,
  { state, version, userId }: { state: BoardState; version: number; userId: string },
): UncompressedTree {
  const plain = Buffer.from(`{"data":${text.for(userId)},"meta":${JSON.stringify({ version })}}`);
  const audience = treeAudience(state, userId);
  const personal = isPersonal(state, userId);
  return { plain, stable: state.board.version === version, version, audience, personal };
}

export async function compressTree(
  { plain, personal, ...rest }: UncompressedTree,
  encoding: Encoding,
): Promise<TreeBody> {
  const used = plain.length < minCompressedBytes ? "identity" : encoding;
  const effort = personal ? "least" : plain.length >= lowEffortBytes ? "low" : "full";
  return { body: await compressBody(plain, used, effort), encoding: used, ...rest };
}

export function extractTree({ body, version }: Pick<TreeBody, "body" | "version">): Uint8Array {
  return body.subarray('{"data":'.length, body.length - `,"meta":{"version":${version}}}`.length);
}

const br = promisify(brotliCompress);
const gz = promisify(gzip);

const efforts = {
  // A board is 7 % smaller with brotli 6 than with 4.
  full: { gzip: 5, br: 6 },
  low: { gzip: 3, br: 4 },
  least: { gzip: 1, br: 1 },
} as const;

async function compressBody(
  plain: Buffer,
  encoding: Encoding,
  effort: keyof typeof efforts,
): Promise<Uint8Array> {
  switch (encoding) {
    case "identity":
      return plain;
    case "gzip":
      return gz(plain, { level: efforts[effort].gzip });
    case "br":
      return br(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: efforts[effort].br,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
    default:
      return encoding satisfies never;
  }
}

/** The user's votes with places [T6], and counts unless they are concealed [H2] (spec 10.3). */
async function readVotes(
  deps: { database: Pick<RetroDatabase, "db"> },
  boardId: string,
  userId: string,
): Promise<{ data: Vote[]; meta: { counts: Record<string, number> | null; version: number } }> {
  const { value, facilitation, version } = await readSnapshot(deps, boardId, userId, async (db) => ({
    mine: await votesOf(db, boardId, userId),
    items: await loadItems(db, boardId),
  }));
  const marks = new Map<string, { node: TreeItem; section: string }>();
  const walk = (nodes: TreeItem[], section?: string) => {
    for (const node of nodes) {
      marks.set(node.id, { node, section: section ?? node.id });
      walk(node.children, section ?? node.id);
    }
  };
  walk(buildTree(value.items));
  const data = value.mine.flatMap(({ id, item_id, count, section_id }) => {
    const mark = marks.get(item_id);
    if (mark === undefined) return [];
    const { _lft, _rgt } = mark.node;
    const moved = section_id !== null && section_id !== mark.section;
    return [{ id, item_id, _lft, _rgt, ...(count > 1 && { count }), ...(moved && { section_id }) }];
  });
  const counts = seesCounts(facilitation, userId)
    ? Object.fromEntries(
        value.items.filter((i) => i.votes !== null && i.votes > 0).map((i) => [i.id, i.votes as number]),
      )
    : null;
  return { data, meta: { counts, version } };
}
