import type { Role, User } from "@retro/contract/users";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { Db, Deps } from "../../deps.ts";
import type { FoundSession, OpenedSession } from "../../http/session/session.ts";
import { takeOnce } from "../captcha/verify.ts";
import {
  announceSessionEnd,
  createAnonymousUser,
  openSession,
  revokeAllSessions,
} from "../people/commands.ts";
import { beginMerge, finishMerge } from "../privacy/merge.ts";
import { cleanName, withoutSlash } from "./claims.ts";
import type { ProvidedPerson, ProviderLogout } from "./provider.ts";
import { seal } from "./sealed-tokens.ts";
import * as store from "./store.ts";

interface SigningIn {
  person: ProvidedPerson;
  /** The browser's session until now; it ends [A4]. */
  previous: FoundSession | null;
  /** Whether the person goes on with what the browser's guest has written. */
  keepsGuest: boolean;
  address: string;
  userAgent: string;
  locale: Locale;
}

/**
 * The guest of the browser becomes the person: the same user if nobody has signed in as the person before, else
 * everything of the guest goes to the user that the person is [I1]. A signed-in user of the browser is left
 * alone, and so is a guest who wants it.
 */
export async function signInPerson(
  deps: Deps,
  adminGroup: string | null,
  signingIn: SigningIn,
): Promise<OpenedSession> {
  const { person, previous, address, userAgent } = signingIn;
  const { opened, merge, announce } = await deps.database.transaction(async (trx) => {
    const { user, former } = await userOf(deps, trx, signingIn);
    const role = roleOf(adminGroup, person, user.role);
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
      maxMs: deps.settings.oidc?.sessionMs ?? null,
    });
    const { issuer, subject, sid, idToken, refreshToken } = person;
    await store.insertProviderSession(trx, {
      session_id: session.session.id,
      issuer,
      subject,
      sid,
      id_token: seal(deps, idToken),
      refresh_token: refreshToken === null ? null : seal(deps, refreshToken),
    });
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
        "what a guest had could not be given to the person; housekeeping tries again within the hour",
      );
    });
  return opened;
}

/** Ends the sessions that the provider reports as ended [I6]; the same message again ends nothing. */
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
  { person, previous, keepsGuest, locale }: SigningIn,
): Promise<{ user: User; former: string | null }> {
  const guest = keepsGuest && previous?.user.role === "anonymous" ? previous.user : null;
  const known = await store.findUserOf(trx, person);
  // The guest has pressed twice, and the other press has already made them the person.
  const formerOf = (heir: User, former: string | undefined) =>
    former === undefined || former === heir.id ? null : former;
  if (known !== null) return { user: known, former: formerOf(known, guest?.id) };
  // The provider's name is taken once; afterwards only the person changes it.
  const name = cleanName(person.name ?? "");
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

/** The name that shows on everything that the guest has written. */
export async function nameAfterSignIn(
  { database }: Pick<Deps, "database">,
  person: ProvidedPerson,
  guest: User,
): Promise<string> {
  const known = await store.findUserOf(database.db, person);
  return known?.name ?? cleanName(person.name ?? "") ?? guest.name;
}

/** Leaving the group takes the role away; whoever's groups were not all sent keeps the role [I4]. */
export function roleOf(
  adminGroup: string | null,
  { groups }: Pick<ProvidedPerson, "groups">,
  before: Role,
): Role {
  if (adminGroup === null) return "member";
  if (groups.names.includes(withoutSlash(adminGroup))) return "admin";
  return !groups.complete && before === "admin" ? "admin" : "member";
}
