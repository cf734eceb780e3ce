import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";

interface Operation {
  security?: object[];
  parameters?: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
}

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
