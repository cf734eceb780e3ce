import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { audienceKey } from "@retro/rules/present";
import type { RetroDatabase } from "../../db/database.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import type { BoardState } from "./snapshot.ts";
import { readVotes } from "../parts/read-votes.ts";
import { readItemTree } from "../parts/load-items.ts";

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

export type UncompressedTree = Omit<TreeBody, "body" | "encoding"> & { plain: Buffer };

export async function serialiseTree(
  database: Pick<RetroDatabase, "db">,
  { what, boardId, userId }: { what: "tree" | "votes"; boardId: string; userId: string },
): Promise<UncompressedTree> {
  if (what === "votes") {
    const answer = await readVotes({ database }, boardId, userId);
    const plain = Buffer.from(JSON.stringify(answer));
    return { plain, stable: false, version: answer.meta.version, audience: userId };
  }
  const { tree, version, stable, state } = await readItemTree({ database }, boardId, userId);
  const plain = Buffer.from(JSON.stringify({ data: tree, meta: { version } }));
  return { plain, stable, version, audience: treeAudience(state, userId) };
}

export async function compressTree(
  { plain, ...rest }: UncompressedTree,
  encoding: Encoding,
): Promise<TreeBody> {
  const used = plain.length < minCompressedBytes ? "identity" : encoding;
  return { body: await compressBody(plain, used), encoding: used, ...rest };
}

export function extractTree({ body, version }: Pick<TreeBody, "body" | "version">): Uint8Array {
  return body.subarray('{"data":'.length, body.length - `,"meta":{"version":${version}}}`.length);
}

const br = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressBody(plain: Buffer, encoding: Encoding): Promise<Uint8Array> {
  const heavy = plain.length >= lowEffortBytes;
  switch (encoding) {
    case "identity":
      return plain;
    case "gzip":
      return gz(plain, { level: heavy ? 3 : 5 });
    case "br":
      return br(plain, {
        params: {
          // 6: a board is 7 % smaller than at 4.
          [constants.BROTLI_PARAM_QUALITY]: heavy ? 4 : 6,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
    default:
      return encoding satisfies never;
  }
}
