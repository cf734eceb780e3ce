import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps, Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import type { Tools } from "./server.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The Model Context Protocol over streamable HTTP, without sessions [U8]. Its library is loaded by the first request
 * with a token.
 */
export const mcp: Feature = (app, deps) => {
  let loading: Promise<Tools> | null = null;
  const loadTools = (): Promise<Tools> => {
    loading ??= import("./server.ts").then(({ createTools }) => createTools(deps.settings.version));
    // The next request tries again.
    loading.catch(() => (loading = null));
    return loading;
  };

  for (const url of ["/mcp", "/mcp/"])
    app.route({
      method: ["GET", "POST", "DELETE"],
      url,
      // The calls that the tools make wait for their own slots.
      config: { tokens: "required", ownQueue: true },
      schema: { hide: true },
      onRequest: async (request) => requireOwnAddress(deps, request),
      handler: async (request, reply) => {
        const { serve } = await loadTools();
        return send(reply, await serve(toFetchRequest(request), callApi(request), request.body));
      },
    });

  /** A tool makes the calls of the API with the token of its request, so that all their rules hold [U8]. */
  function callApi(request: FastifyRequest) {
    const { authorization, "accept-language": language, "x-space-key": spaceKey } = request.headers;
    const key = request.headers["idempotency-key"];
    return async (method: "GET" | "POST" | "PUT", path: string, body?: object) => {
      const answer = await app.inject({
        method,
        url: deps.settings.basePath + path,
        remoteAddress: request.ip,
        headers: {
          authorization,
          ...(language !== undefined && { "accept-language": language }),
          ...(spaceKey !== undefined && { "x-space-key": spaceKey }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(body !== undefined && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.body };
    };
  }
};

/**
 * A page of another site is refused: browsers name it with each POST. Without PUBLIC_URL so is one that has bent a
 * name to this server's address, which only the name shows.
 */
function requireOwnAddress(
  { settings }: Pick<Deps, "settings">,
  { headers, host, hostname }: FastifyRequest,
): void {
  const { publicUrl, trustProxy } = settings;
  const own = publicUrl === null ? host : new URL(publicUrl).host;
  const { origin } = headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== own))
    throw new AppError(403, "forbidden");
  // A proxy may send another name.
  const isOpen = publicUrl !== null || trustProxy !== false || !loopback.has(settings.host);
  if (!isOpen && !loopback.has(hostname)) throw new AppError(403, "forbidden");
}

/** Every answer is JSON, whatever the client accepts. */
function toFetchRequest({ method, headers, host, body }: FastifyRequest): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && name !== "authorization") sent.set(name, value);
  sent.set("accept", "application/json, text/event-stream");
  // A new client is offered a version that the server supports.
  if ((body as { method?: unknown } | undefined)?.method === "initialize")
    sent.delete("mcp-protocol-version");
  return new Request(`http://${host}/mcp`, { method, headers: sent });
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status);
  const type = answer.headers.get("content-type");
  if (type !== null) reply.type(type);
  reply.header("cache-control", "no-store");
  return reply.send(Buffer.from(await answer.arrayBuffer()));
}
