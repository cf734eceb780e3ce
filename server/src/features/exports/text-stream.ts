import { Readable } from "node:stream";

const pieceLength = 16_384;

/** Joins bits of text to pieces worth sending. */
function* pieces(bits: Iterable<string>): Generator<string> {
  let piece = "";
  for (const bit of bits) {
    piece += bit;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** A text that is written as fast as its reader takes it, and between whose pieces others have their turn. */
export function textStream(bits: Iterable<string>): Readable {
  return Readable.from(pieces(bits));
}
