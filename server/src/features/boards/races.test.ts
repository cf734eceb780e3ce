import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { holdLock } from "../../testing/databases/held-locks.ts";
import { engines } from "../../testing/databases/test-engines.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

describe.skipIf(postgres === undefined)("a board that is being deleted on PostgreSQL", () => {
  test.each([
    ["put on a list", "put", "/visit", undefined],
    ["written on", "post", "/items", { title: "late" }],
  ] as const)("is answered as gone when it is %s meanwhile", async (_what, method, path, body) => {
    const { database, drop } = await (postgres as (typeof engines)[0]).open();
    onTestFinished(drop);
    const app = await buildTestApp({ database });
    const board = await makeBoard(await app.visitor());
    const bob = await app.visitor();
    const deletion = await holdLock(database, `delete from boards where id = '${board.id}'`);
    const answer = bob[method](`${board.url}${path}`, body && { ...body, parent_id: board.columns[0] });
    await deletion.waiting(1);
    await deletion.commit();
    const { statusCode, json } = await answer;
    expect([statusCode, json<{ code: string }>().code]).toEqual([404, "not_found"]);
  });
});
