import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { authRoutes } from "./auth-routes.ts";
import { KEY, SECRET, connectRaw, startEndpoint } from "./testing.ts";
import type { Endpoint } from "./testing.ts";
import { signChannel, signUser } from "./signature.ts";

const PRESENCE = "presence-boards.abc";

async function start(): Promise<{ app: FastifyInstance; endpoint: Endpoint }> {
  const endpoint = await startEndpoint();
  const app = fastify();
  await app.register(authRoutes, {
    sockets: endpoint.sockets,
    identify: ({ headers }) => {
      const id = headers["x-test-user"];
      if (typeof id !== "string") return null;
      return { sessionId: `session-${id}`, user: { id, name: `Name of ${id}`, options: { color: "#fff" } } };
    },
    mayJoin: async (user, channel) => {
      if (channel.endsWith(".unknown")) return { ok: false, status: 404 };
      if (channel.startsWith("private-users.") && channel !== `private-users.${user.id}`) {
        return { ok: false, status: 403 };
      }
      return { ok: true };
    },
  });
  onTestFinished(() => app.close());
  return { app, endpoint };
}

function post(app: FastifyInstance, url: string, fields: Record<string, string>, user?: string) {
  return app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(user === undefined ? {} : { "x-test-user": user }),
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

test("answers in the bare form, with channel_data for presence channels only", async () => {
  const { app } = await start();
  const presence = await post(app, "/broadcasting/auth", { socket_id: "1.2", channel_name: PRESENCE }, "ann");
  expect(presence.statusCode).toBe(200);
  const { auth, channel_data: channelData } = presence.json<{ auth: string; channel_data: string }>();
  expect(auth).toBe(signChannel(KEY, SECRET, "1.2", PRESENCE, channelData));
  expect(JSON.parse(channelData)).toEqual({
    user_id: "ann",
    user_info: { name: "Name of ann", options: { color: "#fff" } },
  });
  const own = { socket_id: "1.2", channel_name: "private-users.ann" };
  const answer = await post(app, "/broadcasting/auth", own, "ann");
  expect(answer.json()).toEqual({ auth: signChannel(KEY, SECRET, "1.2", "private-users.ann") });
});

test("signs the user authentication", async () => {
  const { app } = await start();
  const answer = await post(app, "/broadcasting/user-auth", { socket_id: "1.2" }, "ann");
  const { auth, user_data: userData } = answer.json<{ auth: string; user_data: string }>();
  expect(auth).toBe(signUser(KEY, SECRET, "1.2", userData));
  expect(JSON.parse(userData)).toEqual({ id: "ann", user_info: { name: "Name of ann" } });
});

test.each([
  ["without a session", { socket_id: "1.2", channel_name: PRESENCE }, undefined, 401],
  ["another's own channel", { socket_id: "1.2", channel_name: "private-users.bob" }, "ann", 403],
  ["a channel that is not there", { socket_id: "1.2", channel_name: "private-boards.unknown" }, "ann", 404],
  ["a public channel", { socket_id: "1.2", channel_name: "boards.abc" }, "ann", 403],
  ["a channel name with a colon", { socket_id: "1.2", channel_name: "private-a:b" }, "ann", 403],
  ["an encrypted channel", { socket_id: "1.2", channel_name: "private-encrypted-a" }, "ann", 403],
  ["no channel", { socket_id: "1.2" }, "ann", 422],
  ["no socket id", { channel_name: PRESENCE }, "ann", 422],
  ["a socket id with more in it", { socket_id: "1.2:private-x", channel_name: PRESENCE }, "ann", 422],
  ["a socket id with a line break", { socket_id: "1.2\n", channel_name: PRESENCE }, "ann", 422],
])("refuses %s", async (_name, fields, user, status) => {
  const { app } = await start();
  const answer = await post(app, "/broadcasting/auth", fields, user);
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toContain(KEY);
});

test("binds the connection to the session, and signs nothing for another session's connection", async () => {
  const { app, endpoint } = await start();
  const raw = await connectRaw(endpoint);
  const fields = { socket_id: raw.socketId, channel_name: PRESENCE };
  expect((await post(app, "/broadcasting/auth", fields, "ann")).statusCode).toBe(200);
  expect(endpoint.sockets.ownsSocket("session-ann", raw.socketId)).toBe(true);
  for (const url of ["/broadcasting/auth", "/broadcasting/user-auth"]) {
    expect((await post(app, url, fields, "eve")).json()).toMatchObject({ code: "not_your_connection" });
  }
  expect(endpoint.sockets.ownsSocket("session-eve", raw.socketId)).toBe(false);
});

test("a refused channel does not bind the connection", async () => {
  const { app, endpoint } = await start();
  const raw = await connectRaw(endpoint);
  const fields = { socket_id: raw.socketId, channel_name: "private-users.bob" };
  expect((await post(app, "/broadcasting/auth", fields, "eve")).statusCode).toBe(403);
  expect(endpoint.sockets.ownsSocket("session-eve", raw.socketId)).toBe(false);
});
