import { beforeAll, describe, expect, test } from "vitest";
import { accessCalls, optionValues } from "../../testing/access/access-calls.ts";
import { noFacilitator, readAccessPage, roles } from "../../testing/access/access-page.ts";
import { openAccessWalk, walk } from "../../testing/access/access-walk.ts";

const page = readAccessPage();
let people: Awaited<ReturnType<typeof openAccessWalk>>["people"];
beforeAll(async () => {
  ({ people } = await openAccessWalk((test, person) => person ?? test.browser()));
});

describe("[H5] who may do what is as docs/access.md says", () => {
  test.each(page.options)(
    "%s",
    async (option) => {
      const { found, wanted } = await walk(option, roles, true);
      expect(found).toEqual(wanted);
    },
    60_000,
  );

  test("no facilitator", async () => {
    const { found, wanted } = await walk("no option", [noFacilitator], false);
    expect(found).toEqual(wanted);
  }, 60_000);
});

test("[H5] docs/access.md has a line for every call of the API that names a board, and each line is tried", async () => {
  const description = (await people.owner.get("/api/docs/json")).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  // The title is read before there is a session, and stands among the other calls.
  const namesBoard = (call: string) => /\/boards\/\{[a-z]+\}(?!\/title$)/i.test(call);
  const ofBoards = Object.entries(description.paths)
    .filter(([path]) => namesBoard(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  // The calls of a space have their own table and test.
  const onPage = new Set([...page.actions, ...page.spaceCalls].map(({ call }) => call).filter(namesBoard));
  expect([...onPage].toSorted()).toEqual(ofBoards.toSorted());
  expect(Object.keys(accessCalls).toSorted()).toEqual(page.actions.map(({ name }) => name).toSorted());
  expect(Object.keys(optionValues).toSorted()).toEqual(page.options.toSorted());
});
