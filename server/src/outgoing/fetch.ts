import { Readable } from "node:stream";
import type { Proxies } from "./proxy.ts";
import { send } from "./send.ts";

/** Statuses whose `Response` must have no body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for libraries that the operator has given an address, through the operator's proxy.
 * @throws OutgoingError; the reason of the signal
 */
export async function fetchThroughProxy(
  proxies: Proxies,
  url: string,
  { method = "GET", headers, body, signal }: RequestInit = {},
): Promise<Response> {
  // It brings the body into bytes, with the type that fits.
  const request = new Request(url, { method, ...(headers && { headers }), body: body ?? null });
  const answer = await send(new URL(url), {
    method,
    headers: Object.fromEntries(request.headers),
    ...(body != null && { body: new Uint8Array(await request.arrayBuffer()) }),
    proxies,
    privateHosts: null,
    ...(signal != null && { signal }),
  });
  const { statusCode: status = 0, headersDistinct } = answer;
  const lines = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (!withoutBody.has(status))
    return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers: lines });
  answer.resume();
  return new Response(null, { status, headers: lines });
}
