import { expect, test } from "vitest";
import { eachEngine } from "../testing/databases/test-engines.ts";
import { deleteState, readState, readStateKeys, writeState } from "./server-state.ts";

eachEngine("the server's state", (open) => {
  test("holds a value for each key, the last one written", async () => {
    const { db } = await open();
    expect(await readState(db, "a")).toBeNull();
    await writeState(db, "a", "1");
    await writeState(db, "b", "2");
    await writeState(db, "a", "3");
    expect([await readState(db, "a"), await readState(db, "b")]).toEqual(["3", "2"]);
    await deleteState(db, "a");
    expect([await readState(db, "a"), await readState(db, "b")]).toEqual([null, "2"]);
  });

  test("gives the keys that begin with a prefix", async () => {
    const { db } = await open();
    for (const key of ["import b", "import a", "other import ", "imports"]) await writeState(db, key, "");
    expect((await readStateKeys(db, "import ")).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "import a",
      "import b",
    ]);
    expect(await readStateKeys(db, "none")).toEqual([]);
  });
});
