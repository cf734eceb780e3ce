import { expect, test } from "vitest";
import { addSticker, flattenTree, makeBoard, treeOf } from "../testing/boards.ts";
import { buildTestApp, type TestResponse, type Visitor } from "../testing/app.ts";
import { addAction, makeSpace } from "../testing/spaces.ts";

/** Calls with one text of a user each: the field that errors name, and whether it may be empty. */
async function calls(by: Visitor) {
  const { url, columns, board } = await makeBoard(by);
  const sticker = await addSticker(by, { id: board.id, url, board, columns }, "Sticker");
  const action = await addAction(by, board.id, "Action");
  const key = await makeSpace(by);
  const section = board.sections[0]?.id ?? "";
  const file = (text: string) => ({
    format: "retro-board",
    version: 1,
    board: { title: "Imported" },
    sections: [{ title: "S", columns: [[{ text }]] }],
  });
  const list: [what: string, field: string, call: (text: string) => Promise<TestResponse>][] = [
    ["a board", "title", (title) => by.post("/api/v1/boards", { title })],
    ["a renamed board", "title", (title) => by.put(url, { title })],
    ["a section of Edit Board", "sections.0.title", (title) => by.put(url, { sections: [{ title }] })],
    ["a section", "title", (title) => by.put(`${url}/items/${section}`, { title })],
    ["a sticker", "title", (title) => by.post(`${url}/items`, { title, parent_id: columns[0] })],
    [
      "one of several stickers",
      "items.0.title",
      (title) => by.post(`${url}/items`, { items: [{ title }], parent_id: columns[0] }),
    ],
    ["an edited sticker", "title", (title) => by.put(`${url}/items/${sticker.id}`, { title })],
    ["an action", "text", (text) => by.post(`${url}/actions`, { text })],
    ["an edited action", "text", (text) => by.put(`${url}/actions/${action.id}`, { text })],
    ["a name", "name", (name) => by.put(`/api/v1/users/${by.user.id}`, { name })],
    ["a space", "name", (name) => by.post("/api/v1/spaces", { name })],
    ["a renamed space", "name", (name) => by.put(`/api/v1/spaces/${key}`, { name })],
    ["a passphrase", "passphrase", (passphrase) => by.put(`${url}/passphrase`, { passphrase })],
    [
      "a sticker of a file",
      "sections.0.columns.0.0.text",
      (text) =>
        by.post("/api/v1/boards/import", JSON.stringify(file(text)), { "content-type": "application/json" }),
    ],
    [
      "a sticker of a CSV",
      "line 2.text",
      (text) =>
        by.post("/api/v1/boards/import", `section,column,text\nS,1,"${text}"`, {
          "content-type": "text/csv",
        }),
    ],
  ];
  return { list, url };
}

test("[W1] no call stores a text without any visible character", async () => {
  const { visitor } = await buildTestApp();
  const { list } = await calls(await visitor());
  for (const [what, field, call] of list)
    for (const text of ["\u200b", "\u3164\u2800", "\u200e\u2066\ufe0f\u{e0041}"]) {
      const answer = await call(text);
      const { errors } = answer.json<{ errors?: Record<string, string[]> }>();
      expect({ what, status: answer.statusCode, errors }).toEqual({
        what,
        status: 422,
        errors: { [field]: [expect.stringMatching(/required|Enter/)] },
      });
    }
});

test("[W1] stored texts have line breaks for separators and no control characters", async () => {
  const { visitor } = await buildTestApp();
  const alice = await visitor();
  const { list, url } = await calls(alice);
  for (const [what, , call] of list) {
    if (what === "a passphrase") continue;
    const answer = await call("\ufeffone\u0001\vtwo\u2028three\u200b ");
    const stored = answer.statusCode < 300 && !/[\v\u2028\ufeff]|\\u0001|\\u000b/u.test(answer.body);
    expect([what, stored]).toEqual([what, true]);
  }
  const titles = flattenTree(await treeOf(alice, url)).map(({ title }) => title);
  expect(titles.filter((title) => title === "one\ntwo\nthree")).toHaveLength(3);
  expect(titles).toContain("one two three");
});
