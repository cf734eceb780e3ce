import type { Db } from "../../deps.ts";
import * as store from "./personal-data-store.ts";

const toIso = (time: number) => new Date(time).toISOString();

/** A time, whose name ends in `_at`, becomes ISO 8601, and is left out if it is null. */
async function* present<Row extends object>(
  rows: AsyncIterable<Row>,
  change: (row: Row) => object | Promise<object> = (row) => row,
): AsyncGenerator<object> {
  for await (const row of rows) {
    const fields = Object.entries((await change(row)) as Record<string, unknown>);
    yield Object.fromEntries(
      fields
        .map(
          ([name, value]) =>
            [name, name.endsWith("_at") && value !== null ? toIso(Number(value)) : value] as const,
        )
        .filter(([name, value]) => !name.endsWith("_at") || value !== null),
    );
  }
}

function withoutId<Row extends { id: unknown }>(row: Row): Omit<Row, "id"> {
  const { id: _, ...rest } = row;
  return rest;
}

/** In the order of the privacy policy, without content of others [P6]. */
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
  const parts: [string, AsyncIterable<object>][] = [
    ["sessions", present(store.sessionsOf(db, userId), withoutId)],
    ["identities", present(store.identitiesOf(db, userId))],
    ["provider_sessions", present(store.providerSessionsOf(db, userId), withoutId)],
    ["kept_spaces", present(store.keptSpacesOf(db, userId), withoutId)],
    ["spaces_opened", present(store.openedSpacesOf(db, userId), withoutId)],
    ["api_tokens", present(store.tokensOf(db, userId), withoutId)],
    ["boards_opened", present(store.boardsOpenedBy(db, userId))],
    ["boards_created", present(store.boardsMadeBy(db, userId))],
    ["seats_held", present(store.seatsOf(db, userId))],
    ["boards_in_bin", present(store.boardsBinnedBy(db, userId))],
    ["passphrases_given", present(store.passesOf(db, userId))],
    ["answered_questions", present(store.questionsAnsweredBy(db, userId))],
    [
      "stickers",
      present(store.stickersWrittenBy(db, userId), (row) => ({ ...row, style: parse(row.style) })),
    ],
    ["actions", present(store.actionsWrittenBy(db, userId))],
    ["owned_actions", present(store.actionsOwnedBy(db, userId))],
    ["actions_from_stickers", present(store.actionsFromStickersOf(db, userId))],
    ["deleted_actions", present(store.actionsDeletedBy(db, userId))],
    ["deletions", present(store.deletionsBy(db, userId))],
    ["votes", present(store.votesOf(db, userId))],
    ["reactions", present(store.reactionsOf(db, userId))],
    [
      "templates",
      present(store.templatesOf(db, userId), (row) => ({
        ...withoutId(row),
        sections: parse(row.sections),
        steps: row.steps === null ? null : parse(row.steps),
      })),
    ],
    ["activity", present(store.logsOf(db, userId), withoutId)],
    ["feedback", present(store.feedbackOf(db, userId), (form) => withPictures(db, form))],
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

const parse = (json: string) => JSON.parse(json) as unknown;

async function withPictures(db: Db, form: { id: string }): Promise<object> {
  const pictures = (await store.picturesOf(db, form.id)).map(({ type, bytes }) => ({
    type,
    base64: Buffer.from(bytes).toString("base64"),
  }));
  return { ...withoutId(form), pictures };
}
