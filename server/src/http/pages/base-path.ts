import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { notFound } from "../errors/app-error.ts";
import { withSpaceKey } from "../session/space-key.ts";

export interface BasePathSetting {
  basePath: string;
}

/** At most one warning in this time: somebody may send such requests all day. */
const warnEveryMs = 60_000;

export function publicAddress(
  { publicUrl, basePath }: BasePathSetting & { publicUrl: string | null },
  path: string,
): string {
  return `${publicUrl ?? ""}${basePath}${path}`;
}

export function pathBelowBase(url: string, basePath: string): string | null {
  if (basePath === "") return url;
  return url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : null;
}

export function addBasePath(html: string, basePath: string): string {
  if (basePath === "") return html;
  return html
    .replaceAll(/( (?:href|src)=")\/(?!\/)/g, `$1${basePath}/`)
    .replace("<html ", `<html data-base="${basePath}" `);
}

/** Every route and hook gets the path that it has at the root, with a space's key from its header. */
export function rewriteAddress({
  basePath,
}: BasePathSetting): Required<Pick<FastifyServerOptions, "rewriteUrl">> {
  return {
    rewriteUrl: ({ url = "/", headers }) => withSpaceKey(pathBelowBase(url, basePath) ?? url, headers),
  };
}

/** 404 outside the base path. Register it after the limits, because such requests count. */
export function refuseOutsideBasePath(
  app: FastifyInstance,
  { settings: { basePath }, rateLimiter }: { settings: BasePathSetting; rateLimiter: RateLimiter },
): void {
  if (basePath === "") return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.addHook("onRequest", async (request, reply) => {
    const { originalUrl } = request;
    if (pathBelowBase(originalUrl, basePath) !== null) return;
    const [path, query] = originalUrl.split("?", 2);
    if (path === basePath) {
      await reply.redirect(`${basePath}/${query === undefined ? "" : `?${query}`}`);
      return;
    }
    rateLimiter.take(request.payer, { guesses: 1 });
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now();
      request.log.warn(
        { basePath },
        "a request came for an address outside BASE_PATH; if the proxy removes BASE_PATH from the address, let it pass the address unchanged",
      );
    }
    throw notFound();
  });
}
