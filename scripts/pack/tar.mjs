import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Writes tar files ("ustar") with fixed owners, dates and order, so that their bytes never differ. */

const blockSize = 512;

export async function writeArchive(file, entries, seconds) {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await pipeline(Readable.from(blocksOf(sorted, seconds)), createGzip({ level: 7 }), createWriteStream(file));
}

async function* blocksOf(entries, seconds) {
  for (const { name, path, text, executable = false } of entries) {
    const content = path === undefined ? Buffer.from(text) : await readFile(path);
    yield headerOf(name, content.length, executable ? 0o755 : 0o644, seconds);
    yield content;
    yield Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize);
  }
  yield Buffer.alloc(2 * blockSize);
}

function headerOf(name, size, mode, seconds) {
  const header = Buffer.alloc(blockSize);
  const { prefix, rest } = splitName(name);
  const octal = (value, width) => `${value.toString(8).padStart(width - 1, "0")}\0`;
  header.write(rest, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(seconds, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The format has 155 bytes for the folder and 100 for the rest of a name. */
function splitName(name) {
  if (Buffer.byteLength(name) <= 100) return { prefix: "", rest: name };
  const at = name.indexOf("/", name.length - 101);
  const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
  if (at < 0 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(rest) > 100)
    throw new Error(`The name is too long for a tar file: ${name}`);
  return { prefix, rest };
}
