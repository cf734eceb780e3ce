import { textField } from "./frames.ts";
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { PresenceMember, SocketRegistry } from "./push-service.ts";
import { channelKind, isSocketId } from "./channel-names.ts";

export interface RealtimeUser {
  id: string;
  name: string;
  options: unknown;
}

export interface AuthRoutesOptions {
  sockets: SocketRegistry;
  schemas?: { channel: FastifySchema; user: FastifySchema };
  identify(request: FastifyRequest): AuthenticatedUser | null | Promise<AuthenticatedUser | null>;
  /** A presence channel shows the member with the data; by default name and options. */
  mayJoin(
    user: RealtimeUser,
    channel: string,
    field: (name: string) => string | null,
  ): Promise<{ ok: true; presence?: PresenceMember } | { ok: false; status: 403 | 404 }>;
}

export interface AuthenticatedUser {
  sessionId: string;
  user: RealtimeUser;
}

const FORM = "application/x-www-form-urlencoded";

/** The calls of pusher-js, with a form body and the protocol's answers ("Authorizing users"). */
export async function authRoutes(app: FastifyInstance, options: AuthRoutesOptions): Promise<void> {
  const { sockets } = options;
  if (!app.hasContentTypeParser(FORM)) await app.register(formbody);

  const { channel: channelSchema, user: userSchema } = options.schemas ?? {};
  // With a token nobody joins a channel [U6].
  const config = { tokens: "never" } as const;
  const withSchema = (schema?: FastifySchema) => (schema === undefined ? { config } : { config, schema });

  app.post("/broadcasting/auth", withSchema(channelSchema), async (request, reply) => {
    const caller = await authenticateConnection(request, reply, options);
    if (caller === null) return reply;
    const { user, socketId, sessionId } = caller;
    const channel = textField(request.body, "channel_name");
    if (channel === null) return sendInvalid(reply, "channel_name", "A channel name is needed.");
    const kind = channelKind(channel);
    if (kind !== "private" && kind !== "presence") return sendRefusal(reply, 403, "channel_refused");
    const verdict = await options.mayJoin(user, channel, (name) => textField(request.body, name));
    if (!verdict.ok) return sendRefusal(reply, verdict.status, "channel_refused");
    if (!sockets.bindSocket(sessionId, socketId, user.id))
      return sendRefusal(reply, 403, "not_your_connection");
    const owner = { sessionId, userId: user.id };
    if (kind === "private") return reply.send(sockets.authorise(socketId, channel, undefined, owner));
    const shown = verdict.presence ?? {
      user_id: user.id,
      user_info: { name: user.name, options: user.options },
    };
    return reply.send(sockets.authorise(socketId, channel, shown, owner));
  });

  app.post("/broadcasting/user-auth", withSchema(userSchema), async (request, reply) => {
    const caller = await authenticateConnection(request, reply, options);
    if (caller === null) return reply;
    const { user, socketId, sessionId } = caller;
    if (!sockets.bindSocket(sessionId, socketId, user.id))
      return sendRefusal(reply, 403, "not_your_connection");
    const shown = { id: user.id, user_info: { name: user.name } };
    return reply.send(sockets.authoriseUser(socketId, shown, { sessionId, userId: user.id }));
  });
}

async function authenticateConnection(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthRoutesOptions,
): Promise<(AuthenticatedUser & { socketId: string }) | null> {
  const identity = await options.identify(request);
  if (identity === null) {
    sendRefusal(reply, 401, "no_session");
    return null;
  }
  const socketId = textField(request.body, "socket_id");
  if (!isSocketId(socketId)) {
    sendInvalid(reply, "socket_id", "This is not a connection's id.");
    return null;
  }
  return { ...identity, socketId };
}

// Only the realtime library reads these answers, so their messages stay out of the catalogue.
function sendInvalid(reply: FastifyReply, field: string, message: string): FastifyReply {
  return reply.code(422).send({ message, errors: { [field]: [message] } });
}

const MESSAGES = { 401: "No session.", 403: "Not allowed.", 404: "Not found." } as const;

function sendRefusal(reply: FastifyReply, status: 401 | 403 | 404, code: string): FastifyReply {
  return reply.code(status).send({ message: MESSAGES[status], code });
}
