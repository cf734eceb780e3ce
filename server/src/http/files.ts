import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding, type Encoding } from "./encoding.ts";

const types: Record<string, string> = {
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
const packed = new Set([".gif", ".ico", ".jpg", ".png", ".webp", ".woff2"]);
const br = promisify(brotliCompress);
const gz = promisify(gzip);

const filePolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

interface Form {
  body: Buffer;
  etag: string;
}

/**
 * The built web app's files, each compressed once, when first asked for, and kept. Only what was there at the start is
 * served, by exact name: no path can lead out of the folder.
 */
export class Files {
  readonly #names: Map<string, string>;
  readonly #forms = new Map<string, Promise<Form>>();

  private constructor(names: Map<string, string>) {
    this.#names = names;
  }

  /** Lists a folder; one that is missing has no files. */
  static async of(folder: string): Promise<Files> {
    const names = new Map<string, string>();
    try {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        names.set(file.slice(folder.length).split(sep).join("/"), file);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    return new Files(names);
  }

  /** Reads a file as text; null when there is none of that name. */
  async text(name: string): Promise<string | null> {
    const file = this.#names.get(name);
    return file === undefined ? null : readFile(file, "utf8");
  }

  /** Answers with the file at an address; false when there is none. */
  async send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const file = this.#names.get(path);
    if (file === undefined) return false;
    const extension = extname(path);
    const encoding = packed.has(extension)
      ? "identity"
      : acceptedEncoding(request.headers["accept-encoding"]);
    const { body, etag } = await this.#form(file, encoding);
    reply
      .code(200)
      .header("content-type", types[extension] ?? "application/octet-stream")
      // Names in assets/ carry a hash of the content.
      .header(
        "cache-control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      )
      .header("etag", etag);
    // A page and a worker of the web app load files beside them; the policy of this answer applies to them.
    if (extension === ".html" || path === "/sw.js") reply.header("content-security-policy", filePolicy);
    if (!packed.has(extension)) reply.header("vary", "accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    if (request.headers["if-none-match"] === etag) await reply.code(304).send();
    else await reply.send(body);
    return true;
  }

  #form(file: string, encoding: Encoding): Promise<Form> {
    const name = `${encoding} ${file}`;
    let form = this.#forms.get(name);
    if (form === undefined) {
      form = makeForm(file, encoding);
      this.#forms.set(name, form);
      form.catch(() => this.#forms.delete(name));
    }
    return form;
  }
}

async function makeForm(file: string, encoding: Encoding): Promise<Form> {
  const plain = await readFile(file);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const etag = `"${hash}-${encoding}"`;
  if (encoding === "gzip") return { body: await gz(plain, { level: 9 }), etag };
  if (encoding === "identity") return { body: plain, etag };
  // 9: nearly as small as 11, at a tenth of the time that the first visitor after a start would wait.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { body: await br(plain, { params }), etag };
}
