import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { Housekeeping } from "../housekeeping/housekeeping.ts";
import { deleteUnusedSpaces } from "./unused-spaces.ts";

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 22, 12);

eachEngine("unused spaces", (open) => {
  test("[P7] a space in which nothing was ever done is deleted after a year, and no other", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const { db } = app.deps.database;
    const ann = await app.visitor();
    await makeSpace(ann, "Unused");
    const [full, binned, remembered] = [
      await makeSpace(ann, "With a board"),
      await makeSpace(ann, "With a board in the bin"),
      await makeSpace(ann, "Had a board"),
    ];
    await makeSpaceBoard(ann, full);
    await ann.delete(`/api/v1/boards/${(await makeSpaceBoard(ann, binned)).id}`);
    const gone = await makeSpaceBoard(ann, remembered, { template: "Sailboat" });
    await ann.delete(`/api/v1/spaces/${remembered}/boards/${gone.id}`);
    const names = async () =>
      (await db.selectFrom("spaces").select("name").orderBy("name").execute()).map(({ name }) => name);

    app.time.now = noon + 365 * day;
    expect(await deleteUnusedSpaces(app.deps, 10)).toEqual({ done: 0, more: false });
    app.time.now += 1;
    // Steps of two spaces: each begins where the one before has stopped.
    let deleted = 0;
    for (let step = 0; step < 3; step += 1) deleted += (await deleteUnusedSpaces(app.deps, 2)).done;
    expect(deleted).toBe(1);
    expect(await names()).toEqual(["Had a board", "With a board", "With a board in the bin"]);
  });

  test("[P7] housekeeping deletes unused spaces", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    await makeSpace(await app.visitor());
    app.time.now += 365 * day + 1;
    expect(await new Housekeeping(app.deps).run()).toMatchObject({ "unused spaces": 1 });
  });
});
