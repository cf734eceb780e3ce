import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { limits } from "@retro/contract/limits";
import { AppError } from "../../http/errors/app-error.ts";
import type { Message } from "../../http/errors/app-error.ts";

/** Above the allowed 2 MB: a little too much gets a message under the field, not a closed connection. */
export const uploadBytes = 5_000_000;
export const maxFiles = 10;

export const multipartLimits = {
  fileSize: uploadBytes,
  files: 300,
  fields: 20,
  parts: 320,
  fieldNameSize: 100,
  fieldSize: 20_000,
  headerPairs: 20,
};

export interface Upload {
  fields: Record<string, string>;
  files: { name: string; bytes: Buffer }[];
  /** The error of all attachments together; then `files` is empty. */
  refused: Message | null;
}

const tooLarge = () => new AppError(413, "too_large");

/**
 * Skips attachments above 2 MB, so that a form takes at most that much memory [P2].
 * @throws AppError 400 for an incomplete or other body, 413 above 5 MB
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  // A client that has closed the connection sends nothing more: reading would never end.
  if (!request.isMultipart() || request.raw.destroyed) throw new AppError(400, "malformed");
  if (Number(request.headers["content-length"] ?? 0) > uploadBytes) throw tooLarge();
  try {
    return await readParts(request.parts({ limits: multipartLimits }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (code === "FST_FILES_LIMIT" || code === "FST_REQ_FILE_TOO_LARGE") throw tooLarge();
    request.log.info({ code, statusCode }, "a multipart form could not be read");
    throw new AppError(400, "malformed");
  }
}

async function readParts(parts: AsyncIterable<Multipart>): Promise<Upload> {
  // No prototype: the client chooses the names.
  const fields = Object.create(null) as Record<string, string>;
  const files: Upload["files"] = [];
  let refused: Message | null = null;
  let count = 0;
  let total = 0;
  for await (const part of parts) {
    if (part.type === "field") {
      if (typeof part.value === "string") fields[part.fieldname] = part.value;
      continue;
    }
    const start = total;
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (total + chunk.length > uploadBytes) throw tooLarge();
      // A copy: the chunk is a view of the parser's buffer, which would stay in memory.
      if (total + chunk.length < limits.feedback.attachmentsBytes) chunks.push(Buffer.from(chunk));
      else refused = "feedback.attachmentsSize";
      total += chunk.length;
    }
    // A browser sends this for an empty file input.
    if (total === start && !part.filename) continue;
    count += 1;
    if (count > maxFiles) refused ??= { key: "feedback.attachmentsCount", params: { max: maxFiles } };
    else files.push({ name: part.filename, bytes: Buffer.concat(chunks) });
  }
  return { fields, files: refused === null ? files : [], refused };
}
