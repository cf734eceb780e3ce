import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerSignIn, pendingSignIn } from "@retro/contract/accounts";
import type { Deps, FeatureApp } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { dataOf, nothing } from "../../http/openapi.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { cookieAttributes } from "../../http/pages/https.ts";
import { anyone, route } from "../../http/route.ts";
import { sha256 } from "../../http/session/secrets.ts";
import type { FoundSession, OpenedSession } from "../../http/session/session.ts";
import { openSealedKey, sealKey } from "../../http/session/tokens.ts";
import { nameAfterSignIn, signInPerson } from "./commands.ts";
import type { ProvidedPerson } from "./provider.ts";
import { startLifeMs } from "./start.ts";
import * as store from "./store.ts";

const pendingCookie = "retro_sign_in_pending";

interface Options {
  adminGroup: string | null;
  /** Whether the request still comes from the person. */
  isFrom: (request: FastifyRequest, person: ProvidedPerson) => boolean;
  onOpened: (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenedSession,
    person: ProvidedPerson,
  ) => void;
}

interface Pending {
  id: string;
  person: ProvidedPerson;
  guest: FoundSession;
}

/** Signs a person in. @returns the address where the browser goes on */
export type SignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  person: ProvidedPerson,
) => Promise<string>;

/**
 * The name of a person shows on everything that the browser's guest has written, which cannot be undone. So a
 * guest who has written is asked first, and the sign-in waits for the answer [I1].
 */
export function askGuests(app: FeatureApp, deps: Deps, { adminGroup, isFrom, onOpened }: Options): SignIn {
  const { settings, database, clock } = deps;
  const attributes = (request: FastifyRequest) => ({
    ...cookieAttributes(request, settings),
    path: `${settings.basePath}/api/v1/sign-in`,
    httpOnly: true,
  });

  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    person: ProvidedPerson,
    { previous, keepsGuest }: { previous: FoundSession | null; keepsGuest: boolean },
  ): Promise<void> => {
    const opened = await signInPerson(deps, adminGroup, {
      person,
      previous,
      keepsGuest,
      address: request.ip,
      userAgent: request.headers["user-agent"] ?? "",
      locale: request.locale,
    });
    app.setSessionCookie(request, reply, opened);
    onOpened(request, reply, opened, person);
    request.made = opened.session.userId;
  };

  const find = async (request: FastifyRequest): Promise<Pending> => {
    const secret = request.cookies[pendingCookie] ?? "";
    const found = await store.findPending(database.db, sha256(secret), clock());
    const guest = found === null ? null : await app.findSession(request);
    // Another person may sit at the browser now.
    if (found === null || guest?.user.id !== found.user_id) throw notFound();
    const person = JSON.parse(openSealedKey(secret, found.sealed)) as ProvidedPerson;
    if (!isFrom(request, person)) throw notFound();
    return { id: sha256(secret), person, guest };
  };

  route(app, "get", "/sign-in/pending", {
    access: anyone,
    tags: ["sign-in"],
    summary:
      "What a guest who signs in is asked: the name that their texts will carry, and how many there are",
    answer: { 200: dataOf(pendingSignIn) },
    refusals: [404],
    handler: async (request) => {
      const { person, guest } = await find(request);
      const [name, written] = await Promise.all([
        nameAfterSignIn(deps, person, guest.user),
        store.countWritten(database.db, guest.user.id),
      ]);
      return { data: { name, ...written } };
    },
  });

  route(app, "post", "/sign-in/pending", {
    access: anyone,
    tags: ["sign-in"],
    summary: "Finish a sign-in: with what the guest has written (keep), or as a person apart from the guest",
    body: answerSignIn,
    answer: { 200: nothing },
    refusals: [404, 422, 429],
    handler: async (request, reply) => {
      const { id, person, guest } = await find(request);
      if (!(await store.deletePending(database.db, id))) throw notFound();
      reply.clearCookie(pendingCookie, attributes(request));
      await finish(request, reply, person, { previous: guest, keepsGuest: request.body.keep });
      return { data: null };
    },
  });

  return async (request, reply, person) => {
    const previous = await app.findSession(request);
    const guest = previous?.user.role === "anonymous" ? previous.user.id : null;
    if (guest === null || (await store.countWritten(database.db, guest)).boards === 0) {
      await finish(request, reply, person, { previous, keepsGuest: true });
      return publicAddress(settings, "/auth-anonymous");
    }
    const secret = randomBytes(32).toString("base64url");
    await store.insertPending(database.db, {
      id: sha256(secret),
      user_id: guest,
      sealed: sealKey(secret, JSON.stringify(person)),
      expires_at: clock() + startLifeMs,
    });
    reply.setCookie(pendingCookie, secret, { ...attributes(request), maxAge: startLifeMs / 1000 });
    return publicAddress(settings, "/auth-anonymous?sign-in=ask");
  };
}
