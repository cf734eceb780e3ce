import sharp from "sharp";
import { adminEmail, adminPassword, signInAdmin } from "../admin.ts";
import { seedSpace } from "./seed-space.ts";
import type { TestResponse, Browser, TestApp, Visitor } from "../app.ts";

/** What a fixture contains besides the database: users who can sign in, and the answers that they got. */
export interface FixtureExpectation {
  /** The clock when the fixture was made (epoch milliseconds). */
  madeAt: number;
  /** Tokens of the session cookie. */
  sessions: Record<string, string>;
  admin: { email: string; password: string };
  boards: Record<string, string>;
  /** Answers to `GET`, by user and address. */
  reads: { by: string; url: string; data: unknown }[];
}

/** Users whose browser asks for another language than English. */
export const languages: Partial<Record<string, string>> = { bob: "ru" };

const requireSuccess = async (answer: Promise<TestResponse>): Promise<TestResponse> => {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`the fixture's data was refused: ${statusCode} ${body}`);
  return answer;
};
const idOf = async (answer: Promise<TestResponse>) =>
  (await requireSuccess(answer)).json<{ data: { id: string } }>().data.id;

/**
 * Fills a database through the API: boards with groups five deep, hidden content, votes, imported votes,
 * people, feedback with a picture, messages, the activity log, administrators. Only the space needs calls of
 * later releases.
 */
export async function seed(test: TestApp): Promise<FixtureExpectation> {
  const ann = await test.visitor({ name: "Ann", options: { color: "#aa3366" } });
  const bob = await test.visitor({ name: "Боб", language: "ru" });
  const cid = await test.visitor({ name: "Cid 🦦", options: { isAvatarStickers: false } });
  const root = await signInAdmin(test);
  const users = { ann, bob, cid, root };
  const boards = { main: await mainBoard(test, ann, bob, cid), quiet: await quietBoard(test, bob, cid) };
  const imported = await importedBoard(ann, cid);
  await addSiteData(test, ann, bob);
  const space = await seedSpace(test, ann, bob);
  const all = { ...boards, imported, ...space.boards };

  // Reading a board is noted as a visit, so every user reads every board before the lists are saved.
  for (const by of [ann, bob, cid])
    for (const id of Object.values(all)) await requireSuccess(by.get(`/api/v1/boards/${id}`));

  const reads: FixtureExpectation["reads"] = [];
  const read = async (by: keyof typeof users, url: string) => {
    const { data, meta } = (await requireSuccess(users[by].get(url))).json<{
      data: unknown;
      meta?: unknown;
    }>();
    reads.push({ by, url, data: { data, ...(meta === undefined ? {} : { meta }) } });
  };
  for (const by of ["ann", "bob", "cid"] as const) {
    for (const id of Object.values(all))
      for (const path of ["", "/items", "/items/votes", "/users-options"])
        await read(by, `/api/v1/boards/${id}${path}`);
    await read(by, "/api/v1/users/auth");
    await read(by, "/api/v1/boards?mine=1&per_page=100");
    await read(by, "/api/v1/board-templates");
  }
  for (const path of ["", "/boards?shelf=archived", `/search?q=${encodeURIComponent("БОЛИ релиз")}`])
    await read("cid", `/api/v1/spaces/${space.key}${path}`);
  for (const list of ["boards", "feedback", "contacts", "subscribers", "logger", "logger/events"])
    await read("root", `/api/v1/${list}?per_page=100`);
  for (const query of ["boards?q=РЕТРО", "feedback?q=lovely", "contacts?q=HELLO", "subscribers?q=news"])
    await read("root", `/api/v1/${query}`);
  const token = (browser: Browser) => browser.cookies.get("retro_session") ?? "";
  return {
    madeAt: test.time.now,
    sessions: Object.fromEntries(Object.entries(users).map(([name, browser]) => [name, token(browser)])),
    admin: { email: adminEmail, password: adminPassword },
    boards: all,
    reads,
  };
}

async function columnsOf(by: Visitor, url: string): Promise<{ sections: string[]; columns: string[] }> {
  const tree = (await by.get(`${url}/items`)).json<{ data: { id: string; children: { id: string }[] }[] }>()
    .data;
  return {
    sections: tree.map(({ id }) => id),
    columns: tree.flatMap(({ children }) => children.map(({ id }) => id)),
  };
}

/** A facilitator, every option, a paused timer, groups five deep, votes. */
async function mainBoard(test: TestApp, ann: Visitor, bob: Visitor, cid: Visitor): Promise<string> {
  const id = await idOf(
    ann.post("/api/v1/boards", { title: "Ретро: спринт 12", description: "Второй квартал" }),
  );
  const url = `/api/v1/boards/${id}`;
  const { sections, columns } = await columnsOf(ann, url);
  const add = (by: Visitor, title: string, parent: string | undefined, style?: object) =>
    idOf(by.post(`${url}/items`, { title, parent_id: parent, ...(style && { style }) }));
  for (const by of [bob, cid]) await by.get(url);
  let parent = await add(ann, "Five deep: 1", columns[0]);
  const group = [parent];
  for (const level of [2, 3, 4, 5]) {
    parent = await add(level % 2 === 0 ? bob : cid, `Five deep: ${level}`, parent);
    group.push(parent);
  }
  const styled = await add(bob, "A text with 'quotes', a \\ and\ntwo lines 🦦", columns[1], {
    color: "#ffffff",
    backgroundColor: "#aa3366",
    fontSize: "20px",
    fontWeight: "bold",
    fontStyle: "italic",
    textDecoration: "underline",
  });
  for (let i = 0; i < 12; i += 1)
    await add([ann, bob, cid][i % 3] as Visitor, `Sticker ${i}`, columns[i % columns.length]);
  await requireSuccess(
    ann.put(`${url}/items/${sections[0]}`, {
      style: { self: { backgroundColor: "#eeeeee" }, item: { color: "#111111" } },
    }),
  );
  for (const item of [styled, group[4], group[0]])
    await requireSuccess(bob.post(`${url}/items/${item}/vote`));
  await requireSuccess(cid.post(`${url}/items/${styled}/vote`));
  await requireSuccess(ann.post(`${url}/facilitators`));
  for (const [option, value] of [
    ["concealVoteCount", true],
    ["showStickerDate", true],
    ["votes", { limit: 5, item: "section" }],
    ["avatars", "show"],
    ["hideContent", true],
  ] as const)
    await requireSuccess(ann.put(`${url}/facilitators`, { option, value }));
  await requireSuccess(ann.post(`${url}/timers`, { count_time: 600 }));
  test.time.now += 61_000;
  await requireSuccess(ann.put(`${url}/timers`, { pause_time: 1, count_pause_time: 1 }));
  return id;
}

/** A board without a facilitator; edits, moves and deletions fill the change log. */
async function quietBoard(test: TestApp, bob: Visitor, cid: Visitor): Promise<string> {
  const id = await idOf(bob.post("/api/v1/boards", { title: "Quiet" }));
  const url = `/api/v1/boards/${id}`;
  const { columns } = await columnsOf(bob, url);
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1)
    ids.push(await idOf(bob.post(`${url}/items`, { title: `Note ${i}`, parent_id: columns[i % 3] })));
  test.time.now += 1000;
  await requireSuccess(cid.put(`${url}/items/${ids[0]}`, { title: "Note 0, edited" }));
  await requireSuccess(cid.put(`${url}/sort`, { item_id: ids[1], parent_id: ids[2], position: 0 }));
  await requireSuccess(bob.delete(`${url}/items/${ids[3]}`));
  await requireSuccess(bob.put(`${url}/items/${ids[2]}`, { name: "Notes" }));
  await requireSuccess(cid.post(`${url}/items/${ids[4]}/vote`));
  for (const by of [bob, cid]) await requireSuccess(by.put(`${url}/items/${ids[4]}/reactions/heart`));
  await requireSuccess(
    bob.put(url, {
      title: "Quiet, renamed",
      description: "",
      sections: [{ title: "A new section", holds: "actions" }],
    }),
  );
  return id;
}

/** Votes without voters, and a user's template. */
async function importedBoard(ann: Visitor, cid: Visitor): Promise<string> {
  const file = {
    format: "retro-board",
    version: 1,
    board: { title: "From a file" },
    sections: [
      {
        title: "Good",
        columns: [[{ text: "Tea", votes: 3, stickers: [{ text: "Green tea", votes: 1 }] }], [], []],
      },
      { title: "Bad", columns: [[], [{ text: "Coffee" }], []] },
    ],
  };
  const id = await idOf(
    ann.post("/api/v1/boards/import", JSON.stringify(file), { "content-type": "application/json" }),
  );
  await requireSuccess(ann.post(`/api/v1/boards/${id}/template`, { title: "Our own" }));
  await requireSuccess(cid.get(`/api/v1/boards/${id}`));
  return id;
}

/** Data that belongs to no board. */
async function addSiteData(test: TestApp, ann: Visitor, bob: Visitor): Promise<void> {
  const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: "#5e35b1" } })
    .png()
    .toBuffer();
  const boundary = "----fixture";
  const head = (text: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${text}\r\n\r\n`);
  const field = (name: string, value: string) =>
    Buffer.concat([head(`name="${name}"`), Buffer.from(`${value}\r\n`)]);
  await requireSuccess(
    bob.post(
      "/api/v1/feedback",
      Buffer.concat([
        field("name", "Боб"),
        field("email", "bob@example.com"),
        field("comment", "Lovely, it's quick"),
        field("agree", "true"),
        head('name="attachments[]"; filename="a.png"\r\nContent-Type: image/png'),
        picture,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
      { "content-type": `multipart/form-data; boundary=${boundary}` },
    ),
  );
  const contact = {
    email: "cid@example.com",
    name: "Cid",
    inquiry: "Sales",
    subject: "Hello",
    message: "Hello there",
  };
  await requireSuccess(
    test.browser().post("/api/v1/contacts", { ...contact, solution: await test.solution() }),
  );
  await requireSuccess(
    test
      .browser()
      .post("/api/v1/subscribers", { email: "news@example.com", solution: await test.solution() }),
  );
  for (const event of [100, 101, 106]) await requireSuccess(ann.post("/api/v1/logger", { event }));
  // A failed sign-in, which the server stores to throttle attempts.
  const solution = await test.solution();
  await test
    .browser()
    .post("/api/v1/users/sign-in", { email: adminEmail, password: "not the password", solution });
}
