import type { ApiToken, CreateOwnToken, CreateToken, MadeToken } from "@retro/contract/api/tokens";
import type { User } from "@retro/contract/users";
import { limits } from "@retro/contract/limits";
import type { Locale } from "@retro/contract/messages/catalogue";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, notFound } from "../../http/errors/app-error.ts";
import { generateApiToken, sealKey } from "../../http/session/tokens.ts";
import { createAnonymousUser } from "../people/commands.ts";
import { requireHeldSpace, requireSpace } from "../spaces/require-space.ts";
import * as store from "./store.ts";

const dayMs = 86_400_000;
/** Lists show an expired token for this long, so that its owner sees why a script stopped. */
const expiredShownMs = 30 * dayMs;
/** An administrator's list has the tokens of people and spaces, too. */
const listedMost = 500;

interface Making {
  user: User;
  locale: Locale;
}

/** In the transaction of the command that takes the right to use tokens away. */
export { deleteTokensOf, deleteTokensOfSpace } from "./store.ts";

/** For the caller themselves: what it does, they do [U1]. @throws AppError 403, 404 */
export async function makeOwnToken(deps: Deps, body: CreateOwnToken, making: Making): Promise<MadeToken> {
  const { board_id = null, space_key = null } = body;
  return makeToken(deps, body, making, async (db) => {
    if (board_id !== null) await openBoard(db, board_id, making.user.id);
    const space = space_key === null ? null : await requireHeldSpace(db, space_key);
    return {
      owner: { kind: "person", userId: making.user.id },
      boardId: board_id,
      space,
      spaceKey: space_key,
    };
  });
}

/** By a member; what it does has the token's name as its author [U1]. @throws AppError 403, 404 */
export async function makeSpaceToken(
  deps: Deps,
  key: string,
  body: CreateToken,
  making: Making,
): Promise<MadeToken> {
  return makeToken(deps, body, making, async (db) => {
    const space = await requireHeldSpace(db, key);
    return { owner: { kind: "space", spaceId: space.id }, boardId: null, space, spaceKey: key };
  });
}

/** @throws AppError 403 */
export async function makeServerToken(deps: Deps, body: CreateToken, making: Making): Promise<MadeToken> {
  const reach = { owner: { kind: "server" } as const, boardId: null, space: null, spaceKey: null };
  return makeToken(deps, body, making, async () => reach);
}

interface Reach {
  owner: store.TokenOwner;
  boardId: string | null;
  space: { id: string; name: string } | null;
  spaceKey: string | null;
}

async function makeToken(
  deps: Deps,
  { name, access, expires_in_days }: CreateToken,
  { user, locale }: Making,
  findReach: (db: Db) => Promise<Reach>,
): Promise<MadeToken> {
  const { token, id } = generateApiToken();
  const now = deps.clock();
  return deps.database.transaction(async (trx) => {
    const { owner, boardId, space, spaceKey } = await findReach(trx);
    await store.deleteExpiredTokens(trx, now - expiredShownMs);
    const { each: max } = limits.tokens;
    if ((await store.countTokens(trx, owner)) >= max)
      throw new AppError(403, "tokens_full", { params: { max } });
    const actsAs = owner.kind === "person" ? user : await createAnonymousUser(deps, trx, { name, locale });
    const row = {
      id,
      kind: owner.kind,
      name,
      may_write: access === "write" ? 1 : 0,
      board_id: boardId,
      created_at: now,
      last_used_at: null,
      expires_at: expires_in_days === undefined ? null : now + expires_in_days * dayMs,
    };
    await store.insertToken(trx, {
      ...row,
      user_id: actsAs.id,
      made_by: user.id,
      space_id: space?.id ?? null,
      sealed_key: spaceKey === null ? null : sealKey(token, spaceKey),
    });
    return { ...present({ ...row, made_by: user.name, space: space?.name ?? null }), token };
  });
}

export async function listTokens(deps: Pick<Deps, "database">, owner: store.TokenOwner): Promise<ApiToken[]> {
  return (await store.listTokens(deps.database.db, owner, listedMost)).map(present);
}

export async function listSpaceTokens(deps: Pick<Deps, "database">, key: string): Promise<ApiToken[]> {
  const { id: spaceId } = await requireSpace(deps.database.db, key);
  return listTokens(deps, { kind: "space", spaceId });
}

/** From now on the token is unknown, on every server [U4]. @throws AppError 404 */
export async function revokeToken(
  deps: Pick<Deps, "database">,
  owner: store.TokenOwner,
  id: string,
): Promise<void> {
  if (!(await store.deleteToken(deps.database.db, owner, id))) throw notFound();
}

export async function revokeSpaceToken(deps: Pick<Deps, "database">, key: string, id: string): Promise<void> {
  const { id: spaceId } = await requireSpace(deps.database.db, key);
  await revokeToken(deps, { kind: "space", spaceId }, id);
}

function present({
  id,
  kind,
  name,
  may_write,
  board_id,
  space,
  made_by,
  ...times
}: Awaited<ReturnType<typeof store.listTokens>>[number]): ApiToken {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    id,
    kind,
    name,
    access: may_write === 1 ? "write" : "read",
    board_id,
    space,
    made_by,
    created_at: new Date(times.created_at).toISOString(),
    last_used_at: iso(times.last_used_at),
    expires_at: iso(times.expires_at),
  };
}
