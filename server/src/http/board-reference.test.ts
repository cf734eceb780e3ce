import { expect, test } from "vitest";
import { boardReference, hideBoardsInLine, hideBoardsInPath, isBoardId } from "./board-reference.ts";

const id = "AbCdEfGhIjKlMnOpQrSt_-";
// printf %s AbCdEfGhIjKlMnOpQrSt_- | sha256sum
const reference = "board-129343acb37f";

test("a reference is the beginning of the id's hash, so that whoever knows an id finds its lines", () => {
  expect(boardReference(id)).toBe(reference);
});

test.each([
  [`/api/v1/boards/${id}`, (shown: string) => `/api/v1/boards/${shown}`],
  [`/api/v1/boards/${id}/items?since=1`, (shown: string) => `/api/v1/boards/${shown}/items?since=1`],
  [`/boards/${id.replace("_", "%5F")}`, (shown: string) => `/boards/${shown}`],
  [`/web/boards/${id}/export-pdf`, (shown: string) => `/web/boards/${shown}/export-pdf`],
])("the path %s is logged with a reference", (path, expected) => {
  expect(hideBoardsInPath(path)).toBe(expected(boardReference(id)));
});

test("the key of a space's link is logged as a reference, in a path and in a line", () => {
  const key = "space-129343acb37f";
  expect(hideBoardsInPath(`/api/v1/spaces/${id}/boards/${id}`)).toBe(
    `/api/v1/spaces/${key}/boards/${reference}`,
  );
  expect(hideBoardsInLine(`{"channel":"private-spaces.${id}"}`)).toBe(`{"channel":"private-spaces.${key}"}`);
});

test("an id that is no id, or cannot be decoded, is hidden in a path too", () => {
  expect(hideBoardsInPath("/boards/guess")).toBe(`/boards/${boardReference("guess")}`);
  expect(hideBoardsInPath("/boards/%zz/items")).toBe(`/boards/${boardReference("%zz")}/items`);
  expect(hideBoardsInPath("/api/v1/boards?page=2")).toBe("/api/v1/boards?page=2");
});

test.each([
  [`{"channel":"presence-boards.${id}"}`],
  [`{"board":"${id}"}`],
  [`{"boardId":"${id}"}`],
  [`{"board_id":"${id}"}`],
  [`Key (board_id)=(${id}) already exists`],
])("the line %s is logged with a reference", (line) => {
  expect(hideBoardsInLine(line)).toBe(line.replace(id, boardReference(id)));
});

test("a line without a board's id stays as it is", () => {
  for (const line of [`{"id":"${id}"}`, `{"board":"${id}x"}`, `{"board":"${id.slice(1)}"}`, "boards/short"])
    expect(hideBoardsInLine(line)).toBe(line);
});

test("a board's id has 22 characters of base64url", () => {
  expect([id, id.slice(1), `${id}A`, id.replace("_", "+"), ""].map(isBoardId)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
