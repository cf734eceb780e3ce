import type { ChangeMeta } from "@retro/contract/changes";
import { readAfterCommit } from "../../after-commit.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "../../http/pages/encoding.ts";
import { userOf } from "../../http/session/session.ts";
import type { SharedTrees, TreeReader } from "./shared-trees.ts";

const json = "application/json; charset=utf-8";

function treeReaderOf(request: FastifyRequest): TreeReader {
  return {
    userId: userOf(request).id,
    owner: request.payer,
    releaseSlot: () => request.releaseSlot?.(),
  };
}

export async function sendTree(
  trees: SharedTrees,
  boardId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accepted = acceptedEncoding(request.headers["accept-encoding"]);
  const { body, encoding } = await trees.body(boardId, treeReaderOf(request), accepted);
  reply.header("vary", "accept-encoding");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(json).send(toBuffer(body));
}

export async function sendVotes(
  trees: SharedTrees,
  boardId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = await trees.votes(boardId, treeReaderOf(request));
  return reply.type(json).send(toBuffer(body));
}

interface JsonWrap {
  before: string;
  after: string;
}

export function wrapWithMeta(meta: ChangeMeta): JsonWrap {
  return { before: '{"data":', after: `,"meta":${JSON.stringify(meta)}}` };
}

export async function sendWithTree(
  trees: SharedTrees,
  boardId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { before, after }: JsonWrap,
  fallback?: object,
): Promise<FastifyReply> {
  const read = () => trees.json(boardId, treeReaderOf(request));
  const tree =
    fallback === undefined ? await read() : await readAfterCommit(request.log, "read the tree", read, null);
  if (tree === null) return reply.send(fallback);
  return reply.type(json).send(Buffer.concat([Buffer.from(before), tree, Buffer.from(after)]));
}

/** The same bytes as a Buffer, without copying: a worker process answers with a plain `Uint8Array`. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
