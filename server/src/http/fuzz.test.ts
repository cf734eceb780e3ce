import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, makeBoard } from "../testing/boards.ts";
import { eachEngine } from "../testing/stores.ts";

const nasty = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\u0000b",
  "%00",
  "../..",
  "'; --",
  "__proto__",
  "null",
  "-1",
  "1e999",
  "🦦".repeat(300),
];
const names = [
  "title",
  "description",
  "template",
  "sections",
  "deletes",
  "parent_id",
  "item_id",
  "position",
  "after_id",
  "items",
  "id",
  "style",
  "rev",
  "count_time",
  "start_time",
  "pause_time",
  "count_pause_time",
  "option",
  "value",
  "name",
  "options",
  "email",
  "password",
  "solution",
  "event",
  "object",
  "comment",
  "agree",
  "socket_id",
  "channel_name",
];

eachEngine("whatever is sent", (open) => {
  test("no call answers with 5xx", async () => {
    const app = await buildTestApp({ store: await open() });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const sticker = await addSticker(ann, board, "one");
    const described = (await ann.get("/api/docs/json")).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    // Exports take a worker and seconds each; their own tests are crueller.
    const paths = Object.entries(described.paths).filter(([path]) => !path.startsWith("/web/"));
    const calls = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method as "get" | "post" | "put" | "delete" })),
    );
    const text = fc.oneof(
      fc.constantFrom(...nasty, board.id, sticker.id, board.columns[0] ?? "", ann.user.id),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    const value = fc.oneof(
      text,
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.double(),
      fc.array(text, { maxLength: 3 }),
    );
    const body = fc.oneof(
      { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const query = fc.dictionary(
      fc.constantFrom("page", "per_page", "sort", "q", "mine", "since", "return"),
      text,
      { maxKeys: 3 },
    );

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.array(text, { minLength: 2, maxLength: 2 }),
        body,
        query,
        async (call, ids, payload, asked) => {
          // Half the time the real board, so that what lies behind the first lookup is reached too.
          const real = [board.id, sticker.id];
          let at = 0;
          const path = call.path.replaceAll(/\{[^}]+\}/g, () => {
            const index = at++;
            return encodeURIComponent(
              ((ids[index]?.length ?? 0) % 2 === 0 ? real[index] : ids[index]?.toWellFormed()) ?? "x",
            );
          });
          const search = new URLSearchParams(asked).toString();
          const url = search === "" ? path : `${path}?${search}`;
          const json = JSON.stringify(payload);
          const answer =
            call.method === "get"
              ? await ann.get(url)
              : await ann[call.method](url, json, { "content-type": "application/json" });
          expect([call.method, url, json, answer.statusCode < 500]).toEqual([call.method, url, json, true]);
          // Somebody may have signed out.
          if (call.path.endsWith("/sign-out"))
            await ann.post("/api/v1/users/anonymous", { solution: await app.solution() });
        },
      ),
      { numRuns: 600 },
    );
  }, 60_000);
});
