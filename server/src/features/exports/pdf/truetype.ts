import type { Glyph, PathCommand } from "fontkit";

export interface Outline {
  advance: number;
  glyf: Uint8Array;
}

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
}

/** The outline of a glyph as the font draws it now: a variable font in the weight that was chosen. */
export function outlineOf({ path, advanceWidth }: Glyph): Outline {
  return { advance: Math.round(advanceWidth), glyf: encodeContours(contoursOf(path.commands)) };
}

function contoursOf(commands: readonly PathCommand[]): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === "closePath") continue;
    if (command === "moveTo") contours.push([]);
    const contour = contours.at(-1);
    for (let i = 0; i < args.length; i += 2) {
      const [x = 0, y = 0] = args.slice(i, i + 2).map(Math.round);
      contour?.push({ x, y, onCurve: i + 2 === args.length });
    }
  }
  return contours.map(dropRepeatedEnd).filter((points) => points.length > 0);
}

/** A path ends where it began; a contour of TrueType closes by itself. */
function dropRepeatedEnd(points: Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  const repeated = points.length > 1 && first?.x === last?.x && first?.y === last?.y;
  return repeated ? points.slice(0, -1) : points;
}

function encodeContours(contours: readonly Point[][]): Uint8Array {
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array();
  const ends: number[] = [];
  for (const contour of contours) ends.push((ends.at(-1) ?? -1) + contour.length);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const flags: number[] = [];
  const xBytes: number[] = [];
  const yBytes: number[] = [];
  for (const [i, { x, y, onCurve }] of points.entries()) {
    const previous = points[i - 1];
    const xFlags = encodeDelta(x - (previous?.x ?? 0), xBytes);
    const yFlags = encodeDelta(y - (previous?.y ?? 0), yBytes);
    flags.push((onCurve ? 1 : 0) | (xFlags << 1) | (yFlags << 2));
  }
  const noInstructions = 0;
  const bytes = [...shorts(contours.length, ...box, ...ends, noInstructions), ...flags, ...xBytes, ...yBytes];
  while (bytes.length % 4 !== 0) bytes.push(0);
  return Uint8Array.from(bytes);
}

/** Returns the flags as those of x: 1 for one byte, 8 for "positive" or "as before". */
function encodeDelta(delta: number, bytes: number[]): number {
  if (delta === 0) return 8;
  if (Math.abs(delta) < 256) {
    bytes.push(Math.abs(delta));
    return delta > 0 ? 9 : 1;
  }
  bytes.push(...shorts(delta));
  return 0;
}

export function writeTrueType(name: string, outlines: ReadonlyMap<number, Outline>): Uint8Array {
  const empty: Outline = { advance: 1000, glyf: new Uint8Array() };
  const characters = [...outlines].toSorted(([a], [b]) => a - b);
  const glyphs = [empty, ...characters.map(([, outline]) => outline)];
  const offsets = [0];
  for (const { glyf } of glyphs) offsets.push((offsets.at(-1) ?? 0) + glyf.length);
  const names = Buffer.from(name, "utf16le").swap16();
  return writeTables({
    cmap: [
      ...shorts(0, 1, 3, 10),
      ...longs(12),
      ...shorts(12, 0),
      ...longs(16 + 12 * characters.length, 0, characters.length),
      ...characters.flatMap(([code], i) => longs(code, code, i + 1)),
    ],
    glyf: Buffer.concat(glyphs.map(({ glyf }) => glyf)),
    head: [
      ...longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...shorts(0, unitsPerEm),
      ...longs(0, 0, 0, 0),
      ...shorts(...extent, 0, 8, 2, 1, 0),
    ],
    hhea: [
      ...longs(0x10000),
      ...shorts(ascent, descent, 0, Math.max(...glyphs.map(({ advance }) => advance))),
      ...shorts(0, 0, unitsPerEm, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
    ],
    hmtx: glyphs.flatMap(({ advance, glyf }) => shorts(advance, readShort(glyf, 2))),
    loca: longs(...offsets),
    maxp: [
      ...longs(0x10000),
      ...shorts(glyphs.length, Math.max(...glyphs.map(({ glyf }) => pointsIn(glyf)))),
      ...shorts(Math.max(...glyphs.map(({ glyf }) => readShort(glyf, 0))), 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    ],
    name: [...shorts(0, 1, 18, 3, 1, 0x409, 6, names.length, 0), ...names],
    post: longs(0x30000, 0, 0, 0, 0, 0, 0, 0),
  });
}

const unitsPerEm = 1000;
const ascent = 1160;
const descent = -288;
const extent = [-unitsPerEm, descent - unitsPerEm, 3 * unitsPerEm, ascent + unitsPerEm];

function pointsIn(glyf: Uint8Array): number {
  return glyf.length === 0 ? 0 : readShort(glyf, 8 + 2 * readShort(glyf, 0)) + 1;
}

function readShort(bytes: Uint8Array, at: number): number {
  return bytes.length === 0 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getInt16(at);
}

function writeTables(tables: Record<string, ArrayLike<number>>): Uint8Array {
  const parts = Object.entries(tables).map(([tag, bytes]) => ({ tag, bytes: Uint8Array.from(bytes) }));
  const searched = 2 ** Math.floor(Math.log2(parts.length));
  const header = [
    ...longs(0x10000),
    ...shorts(parts.length, 16 * searched, Math.log2(searched), 16 * (parts.length - searched)),
  ];
  const padded = parts.map(({ bytes }) => Buffer.concat([bytes, new Uint8Array(-bytes.length & 3)]));
  let at = header.length + 16 * parts.length;
  for (const [i, { tag, bytes }] of parts.entries()) {
    header.push(...Buffer.from(tag), ...longs(checksum(padded[i] ?? bytes), at, bytes.length));
    at += padded[i]?.length ?? 0;
  }
  return Buffer.concat([Uint8Array.from(header), ...padded]);
}

function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

function shorts(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 255, value & 255]);
}

function longs(...values: number[]): number[] {
  return values.flatMap((value) => [
    (value >>> 24) & 255,
    (value >>> 16) & 255,
    (value >>> 8) & 255,
    value & 255,
  ]);
}
