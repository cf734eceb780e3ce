import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addBasePath } from "./base-path.ts";
import { acceptedEncoding, type Encoding } from "./encoding.ts";

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressedTypes = new Set([".gif", ".ico", ".jpg", ".png", ".webp", ".woff2"]);
const suffixes = { br: ".br", gzip: ".gz" } as const;
const encodings = ["br", "gzip"] as const;
const br = promisify(brotliCompress);
const gz = promisify(gzip);

const filePolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

interface EncodedFile {
  body: Buffer;
  etag: string;
}

interface File {
  path: string;
  compressed: ReadonlySet<Encoding>;
}

/** Only files that exist at the start, by exact name: no path leads out of the folder. */
export class StaticFiles {
  readonly #files: Map<string, File>;
  readonly #basePath: string;
  readonly #encodedFiles = new Map<string, Promise<EncodedFile>>();

  private constructor(files: Map<string, File>, basePath: string) {
    this.#files = files;
    this.#basePath = basePath;
  }

  static async of(folder: string, basePath = ""): Promise<StaticFiles> {
    const paths = new Set<string>();
    try {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) paths.add(join(entry.parentPath, entry.name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const files = new Map<string, File>();
    for (const path of paths) {
      if (/\.(?:br|gz)$/.test(path)) continue;
      const compressed = encodings.filter((encoding) => paths.has(path + suffixes[encoding]));
      files.set(path.slice(folder.length).split(sep).join("/"), { path, compressed: new Set(compressed) });
    }
    return new StaticFiles(files, basePath);
  }

  async page(name: string): Promise<string | null> {
    const file = this.#files.get(name);
    return file === undefined ? null : addBasePath(await readFile(file.path, "utf8"), this.#basePath);
  }

  async send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const file = this.#files.get(path);
    if (file === undefined) return false;
    const extension = extname(path);
    const encoding = compressedTypes.has(extension)
      ? "identity"
      : acceptedEncoding(request.headers["accept-encoding"]);
    const { body, etag } = await this.#encodedFile(file, encoding);
    reply
      .code(200)
      .header("content-type", contentTypes[extension] ?? "application/octet-stream")
      // File names in assets/ contain a hash of the content.
      .header(
        "cache-control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      )
      .header("etag", etag);
    // The policy of this answer applies to a page or a worker of the web app, and both load other files.
    if (extension === ".html" || path === "/sw.js") reply.header("content-security-policy", filePolicy);
    if (!compressedTypes.has(extension)) reply.header("vary", "accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    if (request.headers["if-none-match"] === etag) await reply.code(304).send();
    else await reply.send(body);
    return true;
  }

  #encodedFile(file: File, encoding: Encoding): Promise<EncodedFile> {
    const name = `${encoding} ${file.path}`;
    let form = this.#encodedFiles.get(name);
    if (form === undefined) {
      form = encodeFile(file, encoding, this.#basePath);
      this.#encodedFiles.set(name, form);
      form.catch(() => this.#encodedFiles.delete(name));
    }
    return form;
  }
}

async function encodeFile(
  { path, compressed }: File,
  encoding: Encoding,
  basePath: string,
): Promise<EncodedFile> {
  const isPage = path.endsWith(".html");
  const plain = isPage
    ? Buffer.from(addBasePath(await readFile(path, "utf8"), basePath))
    : await readFile(path);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const etag = `"${hash}-${encoding}"`;
  if (encoding === "identity") return { body: plain, etag };
  if (compressed.has(encoding) && !isPage) return { body: await readFile(path + suffixes[encoding]), etag };
  if (encoding === "gzip") return { body: await gz(plain, { level: 9 }), etag };
  // The build did not compress this file. The first visitor waits for it, and quality 9 takes a tenth of the
  // time of 11.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { body: await br(plain, { params }), etag };
}
