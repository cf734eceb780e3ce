import type { Db } from "../../deps.ts";
import * as store from "./personal-data-store.ts";

const toIso = (time: number) => new Date(time).toISOString();
type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/**
 * Everything that is stored about a user, as the text of a JSON file, in the order of the privacy policy, without content of
 * others [P6].
 * @param now epoch milliseconds
 */
export async function* writePersonalData(db: Db, userId: string, now: number): AsyncGenerator<string> {
  const self = await store.findSelf(db, userId);
  const profile = self && {
    id: self.id,
    role: self.role,
    name: self.name,
    options: { color: self.color, isAvatarStickers: self.is_avatar_stickers === 1 },
    ...(self.email !== null && { email: self.email }),
    created_at: toIso(self.created_at),
    ...(self.seen_at !== null && { seen_at: toIso(self.seen_at) }),
  };
  const head = { format: "retro-personal-data", version: 1, exported_at: toIso(now), user: profile };
  yield JSON.stringify(head, null, 1).slice(0, -2);
  const parts: [string, Rows][] = [
    ["sessions", sessions(db, userId)],
    ["boards_opened", boardsOpened(db, userId)],
    ["boards_created", boardsCreated(db, userId)],
    ["seats_held", seatsHeld(db, userId)],
    ["boards_in_bin", boardsInBin(db, userId)],
    ["passphrases_given", passphrasesGiven(db, userId)],
    ["stickers", stickers(db, userId)],
    ["actions", actions(db, userId)],
    ["owned_actions", ownedActions(db, userId)],
    ["actions_from_stickers", actionsFromStickers(db, userId)],
    ["deleted_actions", deletedActions(db, userId)],
    ["deletions", deletions(db, userId)],
    ["votes", votes(db, userId)],
    ["templates", templates(db, userId)],
    ["activity", activity(db, userId)],
    ["feedback", feedback(db, userId)],
  ];
  for (const [name, rows] of parts) {
    yield `,\n ${JSON.stringify(name)}: [`;
    let separator = "\n  ";
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ",\n  ";
    }
    yield "\n ]";
  }
  yield "\n}\n";
}

async function* sessions(db: Db, userId: string) {
  for await (const { created_at, last_used_at, address, user_agent } of store.sessionsOf(db, userId))
    yield { created_at: toIso(created_at), last_used_at: toIso(last_used_at), address, browser: user_agent };
}

async function* boardsOpened(db: Db, userId: string) {
  for await (const { id, title, visited_at, removed_at } of store.boardsOpenedBy(db, userId))
    yield {
      id,
      title,
      opened_at: toIso(visited_at),
      ...(removed_at !== null && { removed_from_list_at: toIso(removed_at) }),
    };
}

async function* boardsCreated(db: Db, userId: string) {
  for await (const { id, title, created_at } of store.boardsMadeBy(db, userId))
    yield { id, title, created_at: toIso(created_at) };
}

async function* seatsHeld(db: Db, userId: string) {
  yield* store.seatsOf(db, userId);
}

async function* boardsInBin(db: Db, userId: string) {
  for await (const { board_id, deleted_at } of store.boardsBinnedBy(db, userId))
    yield { board_id, deleted_at: toIso(deleted_at) };
}

async function* passphrasesGiven(db: Db, userId: string) {
  for await (const { board_id, passed_at } of store.passesOf(db, userId))
    yield { board_id, given_at: toIso(passed_at) };
}

async function* stickers(db: Db, userId: string) {
  const present = ({ board_id, id, title, style, created_at }: store.WrittenSticker) => ({
    board_id,
    id,
    text: title,
    style: JSON.parse(style) as unknown,
    created_at: toIso(created_at),
  });
  for await (const row of store.stickersWrittenBy(db, userId)) yield present(row);
  for await (const row of store.deletedStickersOf(db, userId))
    yield { ...present(row), deleted_at: toIso(row.deleted_at) };
}

async function* actions(db: Db, userId: string) {
  for await (const { created_at, deleted_at, ...row } of store.actionsWrittenBy(db, userId))
    yield {
      ...row,
      created_at: toIso(created_at),
      ...(deleted_at !== null && { deleted_at: toIso(deleted_at) }),
    };
}

async function* ownedActions(db: Db, userId: string) {
  yield* store.actionsOwnedBy(db, userId);
}

async function* actionsFromStickers(db: Db, userId: string) {
  yield* store.actionsFromStickersOf(db, userId);
}

async function* deletedActions(db: Db, userId: string) {
  for await (const { deleted_at, ...row } of store.actionsDeletedBy(db, userId))
    yield { ...row, deleted_at: toIso(deleted_at) };
}

async function* deletions(db: Db, userId: string) {
  for await (const { created_at, ...deletion } of store.deletionsBy(db, userId))
    yield { ...deletion, deleted_at: toIso(created_at) };
}

async function* votes(db: Db, userId: string) {
  for await (const { created_at, ...vote } of store.votesOf(db, userId))
    yield { ...vote, created_at: toIso(created_at) };
}

async function* templates(db: Db, userId: string) {
  for await (const { title, description, sections, created_at } of store.templatesOf(db, userId))
    yield { title, description, sections: JSON.parse(sections) as unknown, created_at: toIso(created_at) };
}

async function* activity(db: Db, userId: string) {
  for await (const { id: _, title, name, created_at, ...what } of store.logsOf(db, userId))
    yield { event: title, name, ...what, created_at: toIso(created_at) };
}

async function* feedback(db: Db, userId: string) {
  for await (const { id, created_at, ...form } of store.feedbackOf(db, userId)) {
    const pictures = (await store.picturesOf(db, id)).map(({ type, bytes }) => ({
      type,
      base64: Buffer.from(bytes).toString("base64"),
    }));
    yield { ...form, created_at: toIso(created_at), pictures };
  }
}
