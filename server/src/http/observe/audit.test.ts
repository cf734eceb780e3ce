import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeSpace } from "../../testing/spaces.ts";
import { script, spaceToken } from "../../testing/tokens.ts";
import { boardReference, spaceReference } from "../board-reference.ts";

interface Line {
  event: string;
  user: string | null;
  call: string;
  path: string;
  made?: string;
  requestId: string;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "retro-audit-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

test("the audit says who changed what, without a text and without the link of a board or a space", async () => {
  const file = join(folder(), "audit.log");
  const { visitor, close } = await buildTestApp({ env: { AUDIT_LOG: file } });
  const ann = await visitor({ name: "Ann" });
  const { data: board } = (await ann.post("/api/v1/boards", { title: "Salaries" })).json<{
    data: { id: string };
  }>();
  const { data: space } = (await ann.post("/api/v1/spaces", { name: "Management" })).json<{
    data: { key: string };
  }>();
  await ann.put(`/api/v1/boards/${board.id}`, { title: "Wages" });
  const { headers } = await ann.put(`/api/v1/boards/${board.id}/lock`, { locked: true });
  // Neither a look nor a refused change is a change.
  await ann.get(`/api/v1/boards/${board.id}`);
  expect((await ann.put(`/api/v1/boards/${board.id}`, { title: 4 })).statusCode).toBe(422);
  await close();

  const lines = linesOf(file);
  const path = `/api/v1/boards/${boardReference(board.id)}`;
  expect(lines.slice(-4)).toMatchObject([
    { call: "POST /api/v1/boards", path: "/api/v1/boards", made: boardReference(board.id) },
    { call: "POST /api/v1/spaces", made: spaceReference(space.key) },
    { call: "PUT /api/v1/boards/{id}", path },
    { call: "PUT /api/v1/boards/{id}/lock", path: `${path}/lock`, requestId: headers["x-request-id"] },
  ]);
  for (const line of lines.slice(-4)) expect(line).toMatchObject({ event: "audit", user: ann.user.id });
  expect(lines[0]).toMatchObject({ call: "POST /api/v1/users/anonymous", made: ann.user.id });
  for (const word of ["Salaries", "Management", "Wages", "Ann", board.id, space.key])
    expect(readFileSync(file, "utf8")).not.toContain(word);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("[U7] the audit says who made, used and revoked an API token, and never has the token", async () => {
  const file = join(folder(), "audit.log");
  const app = await buildTestApp({ env: { AUDIT_LOG: file } });
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const url = `/api/v1/spaces/${key}/tokens`;
  const { data } = (await ann.post(url, { name: "Script of Ann", access: "write" })).json<{
    data: { id: string; token: string };
  }>();
  await script(app, data).post("/api/v1/space/boards", { title: "Retro" });
  await ann.delete(`${url}/${data.id}`);
  await app.close();

  const call = "/api/v1/spaces/{key}/tokens";
  const [made, used, revoked] = linesOf(file).slice(-3);
  expect(made).toMatchObject({ call: `POST ${call}`, user: ann.user.id, made: data.id });
  expect(made).not.toHaveProperty("token");
  expect(used).toMatchObject({ call: "POST /api/v1/spaces/{key}/boards", token: data.id });
  expect(revoked).toMatchObject({ call: `DELETE ${call}/{id}`, user: ann.user.id });
  for (const word of ["Script of Ann", data.token, key])
    expect(readFileSync(file, "utf8")).not.toContain(word);
});

test("[U8] of an assistant the audit has a line for each change, and none for a read or a refusal", async () => {
  const file = join(folder(), "audit.log");
  const app = await buildTestApp({ env: { AUDIT_LOG: file } });
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const made = await spaceToken(app, ann, key);
  const mcp = (method: string, params: object = {}) =>
    script(app, made).post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method, params },
      { accept: "application/json, text/event-stream" },
    );
  await mcp("tools/list");
  await mcp("tools/call", { name: "list_boards", arguments: {} });
  const refused = { board_id: "A".repeat(22), text: "Secret" };
  expect((await mcp("tools/call", { name: "add_action", arguments: refused })).body).toContain("isError");
  const created = await mcp("tools/call", { name: "create_board", arguments: { title: "Secret" } });
  expect(created.statusCode).toBe(200);
  await app.close();

  // Ann has made her account and the space; all that follows is the assistant's.
  const [, , ...lines] = linesOf(file);
  expect(lines).toMatchObject([{ call: "POST /api/v1/spaces/{key}/boards", token: made.id }]);
});

test("an audit that cannot be written fails no request, and the log says which file it is", async () => {
  const file = folder();
  const logged: string[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const { visitor } = await buildTestApp({ env: { AUDIT_LOG: file, LOG_LEVEL: "error" }, logTo });
  const ann = await visitor();
  expect((await ann.post("/api/v1/boards", { title: "Sprint" })).statusCode).toBe(201);
  await vi.waitFor(() => expect(logged.join("")).toContain("The audit log cannot be written"));
  expect(logged.join("")).toContain(file);
  for (const title of ["A", "B", "C"]) await ann.post("/api/v1/boards", { title });
  expect(logged).toHaveLength(1);
});
