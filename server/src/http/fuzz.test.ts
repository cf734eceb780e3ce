import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { makeBoard } from "../testing/boards.ts";
import { checkRuns } from "../testing/failing-runs.ts";
import { type ApiCall, readDocument, ResponseChecker } from "../testing/requests/api-document.ts";
import { validRequests, type Request, requestsTo } from "../testing/requests/requests.ts";
import { StatusCounter } from "../testing/requests/status-counter.ts";
import { RequestFixture } from "../testing/requests/request-fixture.ts";
import { eachEngine } from "../testing/databases/test-engines.ts";

const perRun = 25;

/** The call that a request makes; null when the document has none with this method at this address. */
function callOf(calls: readonly ApiCall[], { path, method, as = method }: Request, params: string[]) {
  // An empty segment, or one that means this folder or its parent, changes the address.
  if (params.some((param) => ["", ".", ".."].includes(param))) return null;
  const documented = as === "head" ? "get" : as;
  return calls.find((call) => call.path === path && call.method === documented) ?? null;
}

/** What the server has sealed, such as the request to a board's creator [G3], no input can guess. */
const sealed = new Set(["put /api/v1/boards/{id}/space"]);

eachEngine("requests made from the document", (open, engine) => {
  // On PostgreSQL only what the tables hold differs.
  const count = Number(process.env["FUZZ_REQUESTS"] ?? (engine === "SQLite" ? 500 : 150));
  test(`${count} by four roles: no 5xx, every answer as documented, every call succeeds`, async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15, 12) });
    await app.listen();
    const { calls, components } = await readDocument(app);
    const checker = new ResponseChecker(components);
    const world = await RequestFixture.begin(app);
    const tally = new StatusCounter();
    const untried = new Set(calls);
    const send = async (request: Request): Promise<number> => {
      const { answer, url, params } = await world.send(request);
      const { statusCode } = answer;
      const call = callOf(calls, request, params);
      const fault = checker.fault(call, answer);
      if (fault !== null)
        throw new Error(`${request.as ?? request.method} ${url.slice(0, 200)} by ${request.by}: ${fault}`);
      if (call !== null && request.as === undefined && statusCode < 300) untried.delete(call);
      tally.add(statusCode);
      return statusCode;
    };

    await checkRuns(
      { name: `requests-${database.engine}`, runs: Math.ceil(count / perRun) },
      fc.array(requestsTo(calls), { minLength: perRun, maxLength: perRun }),
      async (requests) => {
        await world.renew();
        for (const request of requests) await send(request);
      },
    );
    // Random input rarely finds a valid request for every call. One engine is enough for the document.
    for (const call of engine === "SQLite" ? untried : []) {
      if (sealed.has(`${call.method} ${call.path}`)) continue;
      await world.renew();
      const statuses: number[] = [];
      for (const request of fc.sample(validRequests(call, false), 200)) {
        statuses.push(await send(request));
        if (!untried.has(call)) break;
      }
      const seen = [...new Set(statuses)].join();
      if (untried.has(call)) throw new Error(`${call.method} ${call.path} answers only ${seen}`);
    }
    tally.print(`requests on ${database.engine}`);
    world.close();
  }, 600_000);
});

// A fault that random requests found.
test("the document names the conflict of an edited board", async () => {
  const app = await buildTestApp();
  const ann = await app.visitor();
  const { url } = await makeBoard(ann);
  const { calls, components } = await readDocument(app);
  const call = calls.find(({ path, method }) => path === "/api/v1/boards/{id}" && method === "put");
  const answer = await ann.put(url, { title: "Mine", from: { title: "Another's" } });
  expect(answer.statusCode).toBe(409);
  expect(new ResponseChecker(components).fault(call ?? null, answer)).toBe(null);
});
