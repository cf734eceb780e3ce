import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Store } from "../../db/store.ts";
import type { Encoding } from "../../http/encoding.ts";
import { readTree } from "./load.ts";

/** Shorter bodies are not worth compressing. */
const compressedFrom = 1024;
/** Longer bodies are compressed with less effort: they would hold a thread for a second. */
const heavyFrom = 2_000_000;

export interface TreeBody {
  /** The answer to `GET boards/{id}/items`, in `encoding`. */
  body: Uint8Array;
  /** `identity` where compressing would not pay. */
  encoding: Encoding;
  /** True when nobody changed the board while it was read: then the body holds for everybody with the same `audienceKey`. */
  stable: boolean;
  /** The version that the body says it has. */
  version: number;
}

/** Reads, redacts, serialises and compresses a board's tree for one user. @throws AppError 404 for an unknown board */
export async function buildTreeBody(
  store: Pick<Store, "db">,
  { boardId, userId, encoding }: { boardId: string; userId: string; encoding: Encoding },
): Promise<TreeBody> {
  const { tree, version, stable } = await readTree({ store }, boardId, userId);
  const plain = Buffer.from(JSON.stringify({ data: tree, meta: { version } }));
  const used = plain.length < compressedFrom ? "identity" : encoding;
  return { body: await compressed(plain, used), encoding: used, stable, version };
}

/** The tree alone, cut out of an uncompressed body. */
export function treeOf({ body, version }: Pick<TreeBody, "body" | "version">): Uint8Array {
  return body.subarray('{"data":'.length, body.length - `,"meta":{"version":${version}}}`.length);
}

const br = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressed(plain: Buffer, encoding: Encoding): Promise<Uint8Array> {
  const heavy = plain.length >= heavyFrom;
  switch (encoding) {
    case "identity":
      return plain;
    case "gzip":
      return gz(plain, { level: heavy ? 3 : 5 });
    case "br":
      return br(plain, {
        params: {
          // 6: a board is a fifteenth smaller than at 4.
          [constants.BROTLI_PARAM_QUALITY]: heavy ? 4 : 6,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
    default:
      return encoding satisfies never;
  }
}
