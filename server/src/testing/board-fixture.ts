import type { Board } from "@retro/contract/boards";
import type { TestApp, Visitor } from "./app.ts";
import { IdNames } from "./id-names.ts";
import { type Listener, listenOn } from "./nodes/listener.ts";
import { readTables } from "./databases/tables.ts";

/**
 * Ann created the board; Bob and Cy are on it too. Dan is on the other board, on which Ann and Bob have
 * stickers.
 */
export type FixtureUser = "ann" | "bob" | "cy" | "dan";
/** A websocket for each, and one for Ann's second tab. */
export type FixtureConnection = FixtureUser | "annTab";

export interface BoardFixture {
  people: Record<FixtureUser, Visitor>;
  connections: Record<FixtureConnection, Listener>;
  names: IdNames;
  /** Ids of the board under test and of the other one. */
  retro: string;
  other: string;
}

interface BoardContent {
  stickers: readonly (readonly [by: FixtureUser, parent: string, title: string])[];
  votes: readonly (readonly [by: FixtureUser, sticker: string])[];
}

const retroContent: BoardContent = {
  stickers: [
    ["ann", "@A.0", "one"],
    ["bob", "@A.0", "two"],
    ["ann", "@A.0", "three"],
    ["ann", "@two", "two-a"],
    ["bob", "@A.1", "four"],
    ["bob", "@B.0", "five"],
  ],
  votes: [
    ["bob", "@one"],
    ["ann", "@two"],
    ["ann", "@two-a"],
    ["cy", "@five"],
  ],
};
const otherContent: BoardContent = {
  stickers: [
    ["ann", "@X.0", "x-one"],
    ["ann", "@X.0", "x-two"],
    ["bob", "@X.0", "x-three"],
  ],
  votes: [
    ["ann", "@x-one"],
    ["ann", "@x-three"],
    ["bob", "@x-one"],
  ],
};

/**
 * Two boards in use, everybody connected. The one under test has three sections with `one two(two-a) three |
 * four |`, `five | |` and nothing; votes by Bob on one, by Ann on two and two-a, by Cy on five. Bob
 * facilitates the other one.
 */
export async function makeBoardFixture(app: TestApp): Promise<BoardFixture> {
  await app.listen();
  const people = {
    ann: await app.visitor({ name: "Ann" }),
    bob: await app.visitor({ name: "Bob" }),
    cy: await app.visitor({ name: "Cy" }),
    dan: await app.visitor({ name: "Dan" }),
  };
  const { ann, bob, cy, dan } = people;
  const names = new IdNames();
  for (const [who, { user }] of Object.entries(people)) names.add(user.id, `@${who}`);

  const retro = await makeBoard(ann, ["A", "B", "C"]);
  names.add(retro, "@retro");
  await fillBoard(app, { people, names }, retro, retroContent);
  const other = await makeBoard(bob, ["X", "Y", "Z"]);
  names.add(other, "@other");
  await fillBoard(app, { people, names }, other, otherContent);
  const seat = `/api/v1/boards/${other}/facilitators`;
  expectSuccess(await bob.post(seat));
  expectSuccess(await bob.put(seat, { option: "showStickerDate", value: true }));

  const connections = {
    ann: await listenOn(app, ann, retro),
    annTab: await listenOn(app, ann, retro),
    bob: await listenOn(app, bob, retro),
    cy: await listenOn(app, cy, retro),
    dan: await listenOn(app, dan, other),
  };
  return { people, connections, names, retro, other };
}

/** Adds stickers and votes, and names the stickers. */
async function fillBoard(
  app: TestApp,
  { people, names }: Pick<BoardFixture, "people" | "names">,
  board: string,
  { stickers, votes }: BoardContent,
): Promise<void> {
  const url = `/api/v1/boards/${board}/items`;
  const nameItems = async () => names.addItems(await readTables(app.deps.database.db));
  await nameItems();
  for (const [by, parent, title] of stickers) {
    expectSuccess(await people[by].post(url, { parent_id: names.id(parent), title }));
    await nameItems();
  }
  for (const [by, sticker] of votes) expectSuccess(await people[by].post(`${url}/${names.id(sticker)}/vote`));
}

async function makeBoard(by: Visitor, titles: string[]): Promise<string> {
  const { id, sections } = (
    await by.post("/api/v1/boards", { title: "Retro", template: "Start / Stop / Continue" })
  ).json<{ data: Board }>().data;
  const named = titles.map((title, i) => ({ id: sections[i]?.id, title }));
  expectSuccess(await by.put(`/api/v1/boards/${id}`, { sections: named }));
  return id;
}

function expectSuccess({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
}
