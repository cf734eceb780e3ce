import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { TreeItem } from "@retro/contract/items";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { makeSpace, makeSpaceBoard } from "../testing/spaces.ts";

interface Operation {
  security?: object[];
  parameters?: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
}

/** A board and a space that the addresses of the examples name. */
async function prepare() {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26, 9) });
  const root = await signInAdmin(app);
  const key = await makeSpace(root);
  const { id } = await makeSpaceBoard(root, key);
  const url = `/api/v1/boards/${id}`;
  const tree = (await root.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
  const column = tree[0]?.children[0]?.id ?? "";
  const sticker = { parent_id: column, title: "Calm" };
  const item = (await root.post(`${url}/items`, sticker)).json<{ data: { id: string } }>().data.id;
  return { app, root, key, id, item };
}

/** Fields of examples whose form is right, but which name nothing that is there. */
const references = new Set(["item_id", "parent_id", "orders.0.parent_id", "owner_id", "solution", "token"]);

test("each example of a body has a form that the server accepts", async () => {
  const { app, root, key, id, item } = await prepare();
  const { paths } = (await root.get("/api/docs/json")).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const problems: string[] = [];
  let sent = 0;
  for (const [path, calls] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(calls)) {
      const example = requestBody?.content["application/json"]?.example;
      // Signing out ends the session that the others need.
      if (example === undefined || path.includes("/sign-out")) continue;
      const url = path
        .replace("{key}", key)
        .replace(/(?<=\/boards\/)\{(?:id|boardId)\}/u, id)
        .replaceAll(/\{(?!kind)\w+\}/gu, item)
        .replace("{kind}", "mood");
      app.time.now += 60_000;
      const answer = await root[method as "post" | "put" | "delete"](url, example as object);
      sent += 1;
      const { statusCode } = answer;
      const { errors = {} } = answer.json<{ errors?: object }>();
      const isWrong =
        statusCode === 422 ? Object.keys(errors).some((field) => !references.has(field)) : statusCode === 400;
      if (isWrong || statusCode >= 500) problems.push(`${method} ${path}: ${statusCode} ${answer.body}`);
    }
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThan(40);
});

test("each parameter, body and answer of the API's description has an example that fits its schema", async () => {
  const app = await buildTestApp();
  const document = (await app.browser().get("/api/docs/json")).json<{
    paths: Record<string, Record<string, Operation>>;
    components: object;
  }>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const problems: string[] = [];
  let bodies = 0;
  for (const [path, calls] of Object.entries(document.paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(calls)) {
      const call = `${method.toUpperCase()} ${path}`;
      for (const { name, example } of parameters)
        if (example === undefined) problems.push(`${call}: ${name} has no example`);
      for (const [status, { content }] of [
        ["body", requestBody ?? {}] as const,
        ...Object.entries(responses),
      ]) {
        const json = content?.["application/json"];
        // A file may be anything.
        if (json === undefined || Object.keys(json.schema).length === 0) continue;
        bodies += 1;
        const fits = ajv.compile({ ...json.schema, components: document.components });
        if (json.example === undefined) problems.push(`${call}: ${status} has no example`);
        else if (!fits(json.example)) problems.push(`${call}: ${status}: ${ajv.errorsText(fits.errors)}`);
      }
    }
  expect(problems).toEqual([]);
  expect(bodies).toBeGreaterThan(300);
});
