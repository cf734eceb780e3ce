import type { FastifyInstance, FastifyRequest } from "fastify";
import { activeTracing } from "../../observe/tracing.ts";

export function traceRequests(app: FastifyInstance): void {
  const tracing = activeTracing();
  if (tracing === null) return;
  const spans = new WeakMap<FastifyRequest, { end(attributes: Record<string, string | number>): void }>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
    const attributes = {
      "http.request.method": request.method,
      "http.route": route,
      "http.request.header.x-request-id": request.id,
    };
    const work = (traceId: string) => {
      if (request.logged !== null) request.logged.traceId = traceId;
      done();
    };
    spans.set(
      request,
      tracing.begin(`${request.method} ${route}`, { attributes, headers: request.headers }, work),
    );
  });
  app.addHook("onResponse", async (request, reply) => {
    spans.get(request)?.end({ "http.response.status_code": reply.statusCode });
  });
}
