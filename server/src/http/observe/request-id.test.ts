import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";

interface Line {
  msg: string;
  path?: string;
  requestId?: string;
}

function logLines() {
  const lines: Line[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split("\n")) lines.push(JSON.parse(line) as Line);
      done();
    },
  });
  return { lines, logTo };
}

const idFor = (url: string) => `given-for${url.replaceAll(/\W/g, "-")}`;

test("a request's id is in its answer and in its log line: the given one, or a new one", async () => {
  const { lines, logTo } = logLines();
  const { app } = await buildTestApp({ env: { LOG_LEVEL: "debug" }, logTo });
  const send = (url: string, id?: string) =>
    app.inject({ url, ...(id === undefined ? {} : { headers: { "x-request-id": id } }) });
  const urls = ["/", "/health/live", "/api/v1/config", "/api/v1/users/auth", "/api/v1/nowhere"];
  for (const url of [...urls, "/%zz"])
    expect((await send(url, idFor(url))).headers["x-request-id"]).toBe(idFor(url));
  await expect
    .poll(() => lines.map(({ path, requestId }) => [path, requestId]))
    .toEqual(expect.arrayContaining(urls.map((url) => [url, idFor(url)])));
  const made = await Promise.all([send("/health/live"), send("/health/live")]);
  expect(new Set(made.map(({ headers }) => headers["x-request-id"])).size).toBe(2);
});

test.each(["short", "a".repeat(129), 'a quote " in it', "новый-идентификатор", "line\\nbreak-in-it"])(
  "attack: an id that is no plain word is not taken: %s",
  async (id) => {
    const { app } = await buildTestApp();
    const { headers } = await app.inject({ url: "/health/live", headers: { "x-request-id": id } });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  },
);

test("lines of other loggers and of a body that comes late have the id too", async () => {
  const { lines, logTo } = logLines();
  const test = await buildTestApp({ env: { LOG_LEVEL: "debug" }, logTo });
  const { app, deps } = test;
  await test.listen();
  const { port } = app.server.address() as { port: number };
  const post = async (pieces: string[]) => {
    const sent = httpRequest({
      port,
      path: "/api/v1/users/anonymous",
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-request-id": `late-body-${pieces.length}`,
      },
    });
    for (const piece of pieces) {
      sent.write(piece);
      await setImmediate();
    }
    sent.end();
    const [answer] = (await once(sent, "response")) as [{ headers: Record<string, string>; resume(): void }];
    answer.resume();
    return answer.headers["x-request-id"];
  };
  expect(await post(["{", "}"])).toBe("late-body-2");
  expect(await post(["{", "no", "json"])).toBe("late-body-3");
  await expect
    .poll(() => lines.filter(({ msg }) => msg === "refused").map(({ requestId }) => requestId))
    .toEqual(["late-body-2", "late-body-3"]);
  deps.log.info("of no request");
  expect(lines.at(-1)).not.toHaveProperty("requestId");
});
