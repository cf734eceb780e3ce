import { randomBytes, randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { User } from "@retro/contract/users";
import { channels, eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { BoardShelf } from "@retro/contract/lists";
import type { Locale } from "@retro/contract/messages/catalogue";
import type {
  CreateSpaceBoard,
  SpaceOfBoard,
  Space,
  SpaceBoard,
  SpaceDefaults,
} from "@retro/contract/spaces/spaces";
import { anyOptionSet, emptyFacilitation } from "@retro/rules/facilitation";
import type { Caller } from "../../board/turn/caller.ts";
import { makeDeparturesClaimable, recordMember } from "../../board/turn/custody-store.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { requireRoomInSpace } from "../../board/turn/space-room.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, editConflict, notFound } from "../../http/errors/app-error.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { insertBoard } from "../boards/commands.ts";
import { showNextBoard } from "../facilitation/meeting/next-board.ts";
import { listedTitle } from "../templates/commands.ts";
import { deleteTokensOfSpace } from "../tokens/commands.ts";
import { switchOffHooks } from "../webhooks/commands.ts";
import { countActionsByMonth } from "./action-store.ts";
import { chartStart, monthsOf } from "./chart.ts";
import { ensureMember } from "./members.ts";
import { requireHeldSpace, requireSpace } from "./require-space.ts";
import { shelfOf } from "./shelves.ts";
import * as store from "./store.ts";
import { chooseSections, designOfBoard } from "./templates.ts";

/** 128 random bits: everybody with a space's key is its member. */
function randomKey(): string {
  return randomBytes(16).toString("base64url");
}

/** Makes a space [G1]. @returns the key of its link, which the server does not store */
export async function createSpace(
  deps: Pick<Deps, "database" | "clock">,
  name: string,
  userId: string,
): Promise<string> {
  const [key, id, now] = [randomKey(), randomUUID(), deps.clock()];
  const keyHash = sha256(key);
  await deps.database.transaction(async (db) => {
    await store.insertSpace(db, { id, key_hash: keyHash, channel: randomKey(), name, created_at: now });
    await recordMember(db, { spaceId: id, userId, keyHash }, now);
  });
  return key;
}

/** What a member's page shows. @throws AppError 404 */
export async function openSpace(
  deps: Deps,
  key: string,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<Space> {
  const { db, reader } = deps.database;
  const now = deps.clock();
  const { id, channel, name, defaults, tracker } = await requireSpace(db, key);
  const days = await store.countBoardsByDay(reader, id, now - limits.binMs);
  const actions = await countActionsByMonth(reader, id, userId, chartStart(now));
  const movedAway = await store.listMovedAway(reader, id, userId, now);
  const sum = (what: "kept" | "archived" | "binned") => days.reduce((total, each) => total + each[what], 0);
  return {
    name,
    channel,
    boards: await shelfOf(reader, id, userId, { shelf: "open", now }),
    board_count: sum("kept") - sum("archived"),
    archived_count: sum("archived"),
    bin_count: sum("binned"),
    chart: monthsOf({ boards: days, ...actions }, now),
    defaults:
      defaults.template === undefined
        ? defaults
        : { ...defaults, template: listedTitle(defaults.template, locale) },
    tracker,
    ...(movedAway.length > 0 && { moved_away: movedAway }),
  };
}

/** A page of a shelf of a space's boards. @throws AppError 404 */
export async function listSpaceBoards(
  deps: Pick<Deps, "database" | "clock">,
  key: string,
  userId: string,
  { after, shelf }: { after?: string | undefined; shelf: BoardShelf },
): Promise<SpaceBoard[]> {
  const { id } = await requireSpace(deps.database.db, key);
  const [createdAt, boardId = ""] = after?.split("~") ?? [];
  return shelfOf(deps.database.reader, id, userId, {
    after: createdAt === undefined ? undefined : { createdAt: Number(createdAt), id: boardId },
    shelf,
    now: deps.clock(),
  });
}

/** What a member may ask the archive of: all boards but those in the bin. @throws AppError 404 */
export async function listAllBoards(
  { database }: Pick<Deps, "database">,
  key: string,
): Promise<{ name: string; boardIds: string[] }> {
  const { id, name } = await requireSpace(database.db, key);
  return { name, boardIds: await store.boardIdsOf(database.reader, id) };
}

interface SeenChange<Text> {
  text: Text;
  /** What its user saw; undefined replaces anything. */
  from: Text | undefined;
}

/** @throws AppError 404; 409 with the present name, if another member has changed it since */
export async function renameSpace(
  deps: Deps,
  key: string,
  { text, from }: SeenChange<string>,
  caller: Caller,
): Promise<void> {
  const present = await changeText(deps, key, { name: text }, from, caller);
  if (present !== null && present.name !== text) throw editConflict({ name: { text: present.name } });
}

/** @throws AppError 404; 409 with the present address, if another member has changed it since */
export async function setTracker(
  deps: Deps,
  key: string,
  { text, from }: SeenChange<string | null>,
  caller: Caller,
): Promise<void> {
  const present = await changeText(deps, key, { tracker: text }, from, caller);
  if (present !== null && present.tracker !== text)
    throw editConflict({ template: { text: present.tracker ?? "" } });
}

/** @returns the space as another member has changed it, or as a repeated call did, whose first answer was lost */
async function changeText(
  deps: Deps,
  key: string,
  change: Parameters<typeof store.updateSpaceText>[2],
  from: string | null | undefined,
  caller: Caller,
): Promise<{ name: string; tracker: string | null } | null> {
  const { db } = deps.database;
  const id = await store.updateSpaceText(db, sha256(key), change, from);
  if (id === undefined) return requireSpace(db, key);
  announceToSpace(deps, id, caller.connection);
  return null;
}

/**
 * Replaces the space's link [G2]: connections that joined with the old one get nothing more, and its webhooks,
 * which a former member may have made, are switched off [J5]. Boards that left with it can be taken back [G15].
 * @param wanted the new key, made by the browser so that a lost answer loses no link; the call is repeatable
 * @throws AppError 404, also when another member has just replaced the link; 409 for a key in use
 */
export async function rotateLink(
  deps: Pick<Deps, "database" | "sockets" | "transport" | "log" | "clock">,
  key: string,
  { wanted, userId }: { wanted?: string | undefined; userId: string },
): Promise<string> {
  const { db } = deps.database;
  const next = wanted ?? randomKey();
  const isInUse = async () => (await store.findSpace(db, sha256(next))) !== undefined;
  const space = await store.findSpace(db, sha256(key));
  if (space !== undefined) {
    if (await isInUse()) throw new AppError(409, "id_taken");
    const keys = { key_hash: sha256(next), channel: randomKey() };
    const replaced = await deps.database.transaction(async (trx) => {
      // First: it waits for whoever makes a token or a webhook with the old link, and the next ones find no space.
      if (!(await store.replaceKey(trx, sha256(key), keys))) return false;
      await deleteTokensOfSpace(trx, space.id);
      await switchOffHooks(trx, space.id);
      await makeDeparturesClaimable(trx, space.id, deps.clock());
      await recordMember(trx, { spaceId: space.id, userId, keyHash: keys.key_hash }, deps.clock());
      return true;
    });
    if (replaced) {
      deps.sockets.closeChannel(channels.space(space.channel), eventNames.spaceClosed);
      announceToSpace(deps, space.id);
      return next;
    }
  }
  if (wanted === undefined || !(await isInUse())) throw notFound();
  return next;
}

/** The key of another space, or of before a rotation, opens no channel. */
export async function isSpaceChannel(
  deps: Pick<Deps, "database">,
  channel: string,
  key: string,
): Promise<boolean> {
  return (await store.findSpace(deps.database.db, sha256(key)))?.channel === channel;
}

/**
 * From the last template, timer and options, unless the body names others [G5], or like another board [F11].
 * @throws AppError 403 `space_boards_full` [G11], 404, 422 on `template`; on `like` as `openBoard`
 */
export async function createSpaceBoard(
  deps: Deps,
  key: string,
  user: User,
  body: CreateSpaceBoard,
  { locale, caller }: { locale: Locale; caller: Caller },
): Promise<Board> {
  const { board, spaceId } = await deps.database.transaction(async (db) => {
    const space = await requireHeldSpace(db, key);
    await requireRoomInSpace(db, space.id, { boards: 1, openActions: 0 });
    const defaults = body.defaults === false ? {} : space.defaults;
    const design = body.like
      ? await designOfBoard(db, space.id, body.like, user.id)
      : await chooseSections(db, { id: space.id, defaults }, body, { userId: user.id, locale });
    if ("remembered" in design && design.remembered !== null)
      await store.mergeDefaults(db, space.id, design.remembered);
    const board = await insertBoard(
      deps,
      db,
      user,
      {
        title: body.title,
        description: body.description ?? "",
        ...design,
        // The steps of the next meeting set its options.
        facilitation: body.like ? undefined : rememberedFacilitation(defaults, user.id),
        space_id: space.id,
      },
      deps.clock(),
    );
    return { board, spaceId: space.id };
  });
  announceToSpace(deps, spaceId, caller.connection);
  if (body.like)
    await showNextBoard({ deps, boardId: body.like, caller }, { id: board.id, title: board.title });
  return board;
}

function rememberedFacilitation({ timer, options }: SpaceDefaults, userId: string): Facilitation {
  const empty = emptyFacilitation({});
  const withTimer = timer === undefined ? empty : { ...empty, timer: { ...empty.timer, countTime: timer } };
  return options === undefined || !anyOptionSet(options)
    ? withTimer
    : { ...withTimer, facilitator_id: userId, facilitator_options: options };
}

/** What the next board of a space starts with [G5]. */
export async function findDefaults(db: Db, spaceId: string): Promise<SpaceDefaults> {
  return (await store.findDefaults(db, spaceId)) ?? {};
}

/** Remembers what a board of a space uses, in the turn that sets it [G5]. */
export async function rememberDefaults(db: Db, spaceId: string, values: SpaceDefaults): Promise<void> {
  await store.mergeDefaults(db, spaceId, values);
}

/** Null for all without the key, whether the board is in a space or not [G4]. */
export async function findSpaceOfBoard(
  deps: Pick<Deps, "database" | "clock" | "log">,
  boardId: string,
  { keys, userId }: { keys: readonly string[]; userId: string },
): Promise<SpaceOfBoard | null> {
  const byHash = new Map(keys.map((key) => [sha256(key), key]));
  const found = await store.findSpaceOf(deps.database.db, boardId, [...byHash.keys()]);
  const key = found && byHash.get(found.key_hash);
  if (key !== undefined) await ensureMember(deps, key, userId);
  return found === undefined || key === undefined ? null : { key, name: found.name, tracker: found.tracker };
}
