import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientConfig } from "@retro/contract/events";
import { isScreen } from "@retro/contract/screens";
import type { Transport } from "../../realtime/push-service.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { AppError, notFound } from "../errors/app-error.ts";
import type { BasePathSetting } from "./base-path.ts";
import { acceptedEncoding } from "./encoding.ts";
import { StaticFiles } from "./static-files.ts";
import { isApiOrAssetPath } from "./paths.ts";
import { generateNonce, pagePolicy } from "./security-headers.ts";

const placeholder = "__CSP_NONCE__";

/** On another thread; brotli 5 takes 0.2 ms for the page. */
const compressors = {
  identity: async (text: string): Promise<string> => text,
  br: (text: string): Promise<Buffer> =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text),
};

interface Options {
  settings: BasePathSetting & { webDir: string; legalDir: string | null };
  transport: Transport;
  rateLimiter: RateLimiter;
  config: () => ClientConfig;
}

/** The page is never cached: it contains a nonce, the caller's language and `GET config`. */
export async function servePages(
  app: FastifyInstance,
  { settings: { webDir, basePath, legalDir }, transport, rateLimiter, config }: Options,
): Promise<void> {
  const readBuild = async () => {
    const files = await StaticFiles.of(webDir, basePath);
    return { files, html: await files.page("/index.html") };
  };
  let build = await readBuild();
  // Escaped so that no value can close the script element.
  const configJson = () => JSON.stringify(config()).replaceAll("<", "\\u003c");

  async function page(status: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    if (build.html === null) build = await readBuild();
    const { html } = build;
    if (html === null)
      return reply.code(503).send("<!doctype html><title>Retro</title><p>The web app is not built.</p>");
    const nonce = generateNonce();
    const body = html
      .replaceAll(placeholder, nonce)
      .replace(/<html lang="[^"]*"/, `<html lang="${request.locale}"`)
      .replace(
        "</head>",
        () => `<script type="application/json" id="retro-config">${configJson()}</script></head>`,
      );
    // @fastify/compress works on routes only, and the page answers addresses without a route.
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply
      .code(status)
      .header("content-security-policy", pagePolicy(nonce, request, transport))
      .header("vary", "accept-language, accept-encoding")
      .send(await compressors[encoding](body));
  }

  async function sendFile(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      return await build.files.send(path, request, reply);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      // A newer build has replaced the folder: its page names the files that are there.
      build = await readBuild();
      return build.files.send(path, request, reply);
    }
  }

  function throwNotFound(request: FastifyRequest, error = notFound()): never {
    rateLimiter.take(request.payer, { guesses: 1 });
    throw error;
  }

  app.get("/.well-known/security.txt", { schema: { hide: true } }, async (request, reply) => {
    const text = await readSecurityTxt(legalDir);
    return text === null ? throwNotFound(request) : reply.type("text/plain; charset=utf-8").send(text);
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    if (isApiOrAssetPath(path)) {
      if (isRead(request) && (await sendFile(path, request, reply))) return reply;
      return throwNotFound(request);
    }
    if (isRead(request)) {
      if (path !== "/index.html" && (await sendFile(path, request, reply))) return reply;
      if (isScreen(path) && acceptsHtml(request)) return page(200, request, reply);
      // The app leads to its error page.
      if (isNavigation(request)) return page(404, request, reply);
    }
    return throwNotFound(request, new AppError(404, "not_found", { message: "tokens.noSuchAddress" }));
  });
}

/** Whom somebody who finds a hole writes to (RFC 9116). @returns null: the operator has no such file */
async function readSecurityTxt(legalDir: string | null): Promise<string | null> {
  if (legalDir === null) return null;
  try {
    return await readFile(join(legalDir, "security.txt"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

function acceptsHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

/** A program that asks whether something exists is not answered with a page: it would take it for a yes. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers["sec-fetch-mode"];
  return headers.accept?.includes("text/html") === true && (mode === undefined || mode === "navigate");
}
