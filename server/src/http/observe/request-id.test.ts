import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { logLines } from "../../testing/log-lines.ts";

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

test.each([
  ["what is no HTTP", "no HTTP\r\n\r\n", 400, "HPE_INVALID_METHOD"],
  [
    "headers that are too long",
    `GET / HTTP/1.1\r\nx: ${"x".repeat(70_000)}\r\n\r\n`,
    431,
    "HPE_HEADER_OVERFLOW",
  ],
])("%s gets an id, and a line with it", async (_name, sent, status, reason) => {
  const { lines, logTo } = logLines();
  const test = await buildTestApp({ env: { LOG_LEVEL: "info" }, logTo });
  const socket = connect(Number(new URL(await test.listen()).port), "127.0.0.1");
  socket.write(sent);
  const id = /^x-request-id: (.+)\r$/im.exec(await text(socket))?.[1];
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(lines).toContainEqual(expect.objectContaining({ msg: "refused", status, reason, requestId: id }));
});
