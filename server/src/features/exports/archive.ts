import { Zip, ZipDeflate } from "fflate";
import { cutText } from "@retro/contract/text";
import type { Db } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import type { Translate } from "../../http/session/locale.ts";
import { type ExportedBoard, readExportedBoard } from "./exported-board.ts";
import { fileName } from "./file-name.ts";
import { toJson } from "./json.ts";
import { toMarkdown } from "./markdown.ts";

interface ArchiveRequest {
  boardIds: readonly string[];
  userId: string;
  now: number;
}

/**
 * The boards as JSON and Markdown, each as its own export gives it to the user [X1]. One board is in memory at
 * a time. Boards that the user may not read are counted in a text.
 */
export async function* toArchive(
  db: Db,
  { boardIds, userId, now }: ArchiveRequest,
  t: Translate,
  where: { locale: string; dateLocale: string; timeZone: string },
): AsyncGenerator<Buffer, void> {
  let packed: Buffer[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(Buffer.from(bytes));
  });
  const add = function* (name: string, pieces: Iterable<string>): Generator<Buffer, void> {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    for (const piece of inBlocks(pieces)) {
      file.push(piece);
      yield* packed;
      packed = [];
    }
    file.push(new Uint8Array(), true);
  };
  const names = new FreeNames();
  let refused = 0;
  for (const boardId of boardIds) {
    const board = await readIfAllowed(db, { boardId, userId, present: [], now });
    if (board === null) refused += 1;
    else {
      const name = names.take(`${board.created_at.slice(0, 10)} ${board.title}`);
      yield* add(fileName(name, "json"), toJson(board));
      yield* add(fileName(name, "md"), toMarkdown(board, t, where));
    }
  }
  if (refused > 0)
    yield* add(fileName(t("archive.leftOutFile"), "txt"), [t("archive.leftOut", { count: refused })]);
  zip.end();
  yield* packed;
}

/** @returns null for a board that is in the bin by now, or whose passphrase the user has not given */
async function readIfAllowed(
  db: Db,
  request: Parameters<typeof readExportedBoard>[1],
): Promise<ExportedBoard | null> {
  try {
    return await readExportedBoard(db, request);
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.statusCode)) return null;
    throw error;
  }
}

const blockLength = 32_768;

/** Deflating each small piece by itself would take far longer. */
function* inBlocks(pieces: Iterable<string>): Generator<Buffer, void> {
  let block = "";
  for (const piece of pieces) {
    block += piece;
    if (block.length < blockLength) continue;
    yield Buffer.from(block);
    block = "";
  }
  if (block !== "") yield Buffer.from(block);
}

/** Names that differ on every file system. */
class FreeNames {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    // The end of a long title is cut.
    const name = fileName(wanted, "json").slice(0, -".json".length);
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${cutText(name, 80)} (${number})`;
      const key = free.normalize("NFC").toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return free;
    }
  }
}
