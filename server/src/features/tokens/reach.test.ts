import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { MadeToken } from "@retro/contract/api/tokens";
import { readAccessPage } from "../../testing/access/access-page.ts";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { ownToken, script, serverToken, spaceToken } from "../../testing/tokens.ts";

/** Every call of the API with every reach, reading and writing, against "API tokens" of docs/access.md. */
const rows = readAccessPage().tokens;
let app: TestApp;
let root: Visitor;
let calls: string[];
let place: Record<"board" | "otherBoard" | "key" | "otherKey", string>;
beforeAll(async () => {
  app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26) });
  root = await signInAdmin(app);
  const [key, otherKey] = [await makeSpace(root, "Team"), await makeSpace(root, "Others")];
  const [board, otherBoard] = [
    (await makeSpaceBoard(root, key)).id,
    (await makeSpaceBoard(root, otherKey)).id,
  ];
  place = { board, otherBoard, key, otherKey };
  const { paths } = (await app.browser().get("/api/docs/json")).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});

function verdictOf(call: string, reach: string): string {
  const row = rows.find((each) => {
    const [start = "", middle, end] = (each["call"] ?? "").split("…");
    if (end !== undefined && start === "") return call.includes(middle ?? "");
    return middle === undefined ? call === start : call.startsWith(start) && call.includes(middle);
  });
  return row?.[reach] ?? `no row fits ${call}`;
}

/** Without a body: most calls that are let through change nothing. */
function send(made: MadeToken, call: string, to: { board: string; key: string }): Promise<TestResponse> {
  // All are one person's, and have common limits.
  app.time.now += 60_000;
  const [method = "", path = ""] = call.split(" ");
  const url = path
    .replace("{key}", to.key)
    .replace("{boardId}", place.board)
    .replace(/(?<=\/boards\/)\{id\}/u, to.board)
    .replaceAll(/\{\w+\}/gu, "unknown");
  return script(app, made).send({ method, url });
}

async function ask(made: MadeToken, call: string, inReach: boolean): Promise<string> {
  const { board, otherBoard, key, otherKey } = place;
  const answer = await send(made, call, inReach ? { board, key } : { board: otherBoard, key: otherKey });
  const isJson = answer.headers["content-type"]?.toString().includes("json") === true;
  const code = isJson ? answer.json<{ code?: string }>().code : undefined;
  return code?.startsWith("token_") || answer.statusCode === 401 ? `${answer.statusCode} ${code}` : "yes";
}

const makers: Record<string, (access: "read" | "write") => Promise<MadeToken>> = {
  everything: (access) => serverToken(app, root, { access }),
  "one space": (access) => spaceToken(app, root, place.key, { access }),
  "one board": (access) => ownToken(app, root, { access, board_id: place.board }),
};

test.each(Object.keys(makers))(
  "[U3] which calls a token for %s reaches is as docs/access.md says",
  async (reach) => {
    const [found, wanted]: [string[], string[]] = [[], []];
    for (const access of ["read", "write"] as const)
      for (const call of calls) {
        // A token for each: the calls change its own board and space.
        const made = await makers[reach]!(access);
        const verdict = verdictOf(call, reach);
        const limited = ["its boards", "the board", "the space"].includes(verdict);
        const reads = call.startsWith("GET ");
        const allowed = access === "read" && !reads ? "403 token_read_only" : "yes";
        for (const inReach of limited ? [true, false] : [true]) {
          found.push(`${access} ${call}, ${inReach}: ${await ask(made, call, inReach)}`);
          const told = limited
            ? inReach
              ? allowed
              : "403 token_scope"
            : verdict === "yes"
              ? allowed
              : verdict.replace("always", "yes");
          wanted.push(`${access} ${call}, ${inReach}: ${told}`);
        }
        await app.deps.database.db.deleteFrom("api_tokens").execute();
      }
    expect(found).toEqual(wanted);
    expect(found.length).toBeGreaterThan(200);
  },
);

test.each(["one space", "one board"])(
  "[U3] attack: a token for %s learns from no call whether another board or space exists",
  async (reach) => {
    const nobodys = { board: randomUUID(), key: "A".repeat(22) };
    const others = { board: place.otherBoard, key: place.otherKey };
    // The title of a board is what its link tells everybody.
    const named = calls.filter((call) => /\/(?:boards\/\{id\}(?!\/title)|spaces\/\{key\})/u.test(call));
    for (const call of named) {
      const made = await makers[reach]!("write");
      await app.deps.database.db.deleteFrom("api_tokens").where("id", "!=", made.id).execute();
      const [ofOthers, ofNobody] = [await send(made, call, others), await send(made, call, nobodys)];
      const told = ({ statusCode, body }: TestResponse) => [call, statusCode, body];
      expect(told(ofOthers)).toEqual(told(ofNobody));
    }
    expect(named.length).toBeGreaterThan(60);
  },
);

test("[U3] attack: a board of another space in the body of a call about the token's own space", async () => {
  const by = script(app, await spaceToken(app, root, place.key));
  const saved = async (board_id: string) => {
    const { statusCode, body } = await by.post("/api/v1/space/templates", { board_id, title: "Theirs" });
    return [statusCode, body];
  };
  const nobodys = await saved(randomUUID());
  expect(nobodys[0]).toBe(404);
  expect(await saved(place.otherBoard)).toEqual(nobodys);
});
