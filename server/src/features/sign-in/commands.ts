import { userName } from "@retro/contract/accounts";
import type { Role, User } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { Db, Deps, FeatureApp } from "../../deps.ts";
import type { FoundSession, OpenedSession } from "../../http/session/session.ts";
import { takeOnce } from "../captcha/verify.ts";
import {
  announceSessionEnd,
  createAnonymousUser,
  openSession,
  revokeAllSessions,
} from "../people/commands.ts";
import { beginMerge, finishMerge, resumeMerges } from "../privacy/merge.ts";
import type { ProvidedPerson, ProviderLogout } from "./provider.ts";
import * as store from "./store.ts";

/** What a stop has interrupted goes on with the server. */
export function resumeMergesAtStart(app: FeatureApp, deps: Deps): void {
  const resume = () =>
    resumeMerges(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, "interrupted merges of guests could not be finished");
    });
  app.addHook("onListen", () => void resume());
}

interface SigningIn {
  person: ProvidedPerson;
  /** The browser's session until now; it ends [A4]. */
  previous: FoundSession | null;
  address: string;
  userAgent: string;
  locale: Locale;
}

/**
 * The guest of the browser becomes the person: the same user if nobody has signed in as the person before, else
 * everything of the guest goes to the user that the person is [I1]. A signed-in user of the browser is left
 * alone.
 */
export async function signInPerson(
  deps: Deps,
  adminGroup: string | null,
  signingIn: SigningIn,
): Promise<OpenedSession> {
  const { person, previous, address, userAgent } = signingIn;
  const { opened, merge, announce } = await deps.database.transaction(async (trx) => {
    const { user, former } = await userOf(deps, trx, signingIn);
    const role = roleOf(adminGroup, person);
    // Sessions of an administrator end sooner, and those of a former one must not stay.
    const ended = role !== user.role ? await revokeAllSessions(deps, trx, user.id) : undefined;
    await store.saveUser(trx, user.id, { role, name: user.name });
    const guestEnd = former === null ? undefined : await revokeAllSessions(deps, trx, former);
    if (former !== null) await beginMerge(trx, { user_id: former, into_id: user.id }, deps.clock());
    const session = await openSession(deps, trx, {
      user: { id: user.id, role },
      address,
      userAgent,
      previous: previous?.session ?? null,
    });
    const { issuer, subject, sid, idToken } = person;
    const session_id = session.session.id;
    await store.insertProviderSession(trx, { session_id, issuer, subject, sid, id_token: idToken });
    return {
      opened: session,
      merge: former === null ? null : { user_id: former, into_id: user.id },
      announce: [ended, guestEnd],
    };
  });
  for (const each of announce) each?.();
  if (previous !== null) announceSessionEnd(deps, previous.session);
  if (merge !== null)
    await finishMerge(deps, merge).catch((error: unknown) => {
      deps.log.error(
        { err: error },
        "what a guest had could not be given to the person; the next start of the server tries again",
      );
    });
  return opened;
}

/** Ends the sessions that the provider says have ended there [I6]; the same message again ends nothing. */
export async function endAtProvider(deps: Deps, logout: ProviderLogout): Promise<void> {
  const { id, expiresAt } = logout;
  const ended = await deps.database.transaction(async (trx) =>
    (await takeOnce(deps, trx, { id, expiresAt })) ? store.deleteProviderSessions(trx, logout) : [],
  );
  for (const session of ended) announceSessionEnd(deps, session);
}

/** @returns the person's user, and the guest who becomes part of them */
async function userOf(
  deps: Deps,
  trx: Db,
  { person, previous, locale }: SigningIn,
): Promise<{ user: User; former: string | null }> {
  const guest = previous?.user.role === "anonymous" ? previous.user : null;
  const known = await store.findUserOf(trx, person);
  // The guest has pressed twice, and the other press has already made them the person.
  const formerOf = (heir: User, former: string | undefined) =>
    former === undefined || former === heir.id ? null : former;
  if (known !== null) return { user: known, former: formerOf(known, guest?.id) };
  const name = providedName(person);
  const user = guest ?? (await createAnonymousUser(deps, trx, { name, locale }));
  const { issuer, subject } = person;
  const identity = { issuer, subject, user_id: user.id, created_at: deps.clock() };
  if (await store.insertIdentity(trx, identity))
    return { user: { ...user, name: name ?? user.name }, former: null };
  // The same person has signed in elsewhere at the same moment.
  const stored = await store.findUserOf(trx, person);
  if (stored === null) throw new Error("an identity is neither stored nor free");
  return { user: stored, former: formerOf(stored, user.id) };
}

/** Leaving the group takes the role away [I4]. */
function roleOf(adminGroup: string | null, { groups }: ProvidedPerson): Role {
  return adminGroup !== null && groups.includes(adminGroup) ? "admin" : "member";
}

/** The name is the provider's once: afterwards it is the person's to change. */
function providedName({ name }: ProvidedPerson): string | undefined {
  const short = [...(name ?? "").trim()].slice(0, limits.userName).join("");
  return userName.safeParse(short).data;
}
