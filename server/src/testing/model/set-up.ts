import type { Board } from "@retro/contract/boards";
import { channels } from "@retro/contract/events";
import {
  makeBoard as makeModelBoard,
  makeItem,
  type ModelBoard,
  type ModelItem,
} from "@retro/rules/testing/model/state";
import type { TestApp, Visitor } from "../app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../boards.ts";
import { listenOn, type Listener } from "../nodes/listener.ts";
import { type ClientBoard, readClientBoard } from "../client-board.ts";

/**
 * A user whose connection is only on their private channel, so that no user counts as present on the board.
 */
export interface ModelUser {
  visitor: Visitor;
  listener: Listener;
  /** What a client knows that read the board once and got the events since. */
  client: ClientBoard;
}

/** A board, and all users who act on it. */
export interface ModelSetup {
  test: TestApp;
  board: ModelBoard;
  url: string;
  players: ModelUser[];
  /** Only listens to the board's channels. */
  observer: ModelUser;
  /** A member of another board, and that board's address. */
  outsider: Visitor & { url: string };
}

const importedVotes = { Tea: 2, Milk: 1, Rain: 3 };
/**
 * The board with which a run begins: stickers without an author and with votes without a voter, one of them
 * nested.
 */
const file = JSON.stringify({
  format: "retro-board",
  version: 1,
  board: { title: "Retro", description: "From a file" },
  sections: [
    {
      title: "Good",
      style: { self: { backgroundColor: "#eeffee" } },
      columns: [
        [{ text: "Tea", votes: importedVotes.Tea, stickers: [{ text: "Milk", votes: importedVotes.Milk }] }],
        [{ text: "Cake" }],
        [],
      ],
    },
    { title: "Bad", columns: [[{ text: "Rain", votes: importedVotes.Rain }], [], []] },
  ],
});

async function importBoard(by: Visitor): Promise<Board> {
  const answer = await by.post("/api/v1/boards/import", file, { "content-type": "application/json" });
  if (answer.statusCode !== 201) throw new Error(`no board: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: Board }>().data;
}

/** Makes a board from a file, and the model of it. */
export async function setUp(test: TestApp): Promise<ModelSetup> {
  const visitors = await Promise.all([1, 2, 3, 4, 5].map(() => test.visitor()));
  const [ann, , , observer, outsider] = visitors as [Visitor, Visitor, Visitor, Visitor, Visitor];
  // Runs that begin quickly after one another must not reach the limit on imports.
  test.time.now += 10_000;
  const made = await importBoard(ann);
  const url = `/api/v1/boards/${made.id}`;
  const other = await makeBoard(outsider);
  const voted = await addSticker(outsider, other, "on another board");
  const tree = await treeOf(ann, url);
  const players: ModelUser[] = [];
  for (const visitor of visitors.slice(0, 3)) {
    // Each user is on the board's list and has a vote on another board, which the limits of this board do not
    // count.
    await visitor.get(url);
    const vote = await visitor.post(`${other.url}/items/${voted.id}/vote`);
    if (vote.statusCode !== 200) throw new Error(`no vote: ${vote.statusCode} ${vote.body}`);
    const listener = await listenOn(test, visitor, made.id, [channels.user(visitor.user.id)]);
    players.push({ visitor, listener, client: await readClientBoard(visitor, url) });
  }
  const observerListener = await listenOn(test, observer, made.id);
  const foreign = flattenTree(await treeOf(outsider, other.url)).map(({ id }) => id);
  const grow = (items: typeof tree, parent: ModelItem | null): ModelItem[] =>
    items.map((each) => {
      const { id, kind, title, style, created_at, order } = each;
      const imported = importedVotes[title as keyof typeof importedVotes] ?? 0;
      const item = makeItem({
        id,
        kind,
        title,
        style,
        order,
        parent,
        createdAt: Date.parse(created_at),
        imported,
      });
      item.children = grow(each.children, item);
      return item;
    });
  const { title, description, version } = made;
  const board = makeModelBoard({
    id: made.id,
    title,
    description,
    version,
    sections: grow(tree, null),
    names: new Map(visitors.map(({ user }) => [user.id, user.name])),
    foreign: new Set(foreign),
  });
  return {
    test,
    board,
    url,
    players,
    observer: {
      visitor: observer,
      listener: observerListener,
      client: await readClientBoard(observer, url),
    },
    outsider: Object.assign(outsider, { url: other.url }),
  };
}
