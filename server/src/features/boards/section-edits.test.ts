import { expect, test } from "vitest";
import { describeReceived } from "../../testing/received-events.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();

test("renaming a section after others came and went writes that section alone", async () => {
  const t = await start();
  await t.sendOk("ann", "PUT", "", {
    sections: [{ id: "@C" }, { id: "@A" }, { title: "New" }, { id: "@B" }],
  });
  await t.sendOk("ann", "PUT", "", { deletes: ["@A"] });
  const done = await t.sendOk("bob", "PUT", "", {
    sections: [{ id: "@C" }, { id: "@New", title: "Newer" }, { id: "@B" }],
  });
  expect(Object.keys(done.stored.items?.changed ?? {})).toEqual(["@New"]);
  expect(describeReceived(done).cy).toEqual(["presence board.update: put @New"]);
});

test("a board's only section can be renamed in Edit Board", async () => {
  const t = await start();
  await t.sendOk("ann", "PUT", "", { deletes: ["@A", "@B"] });
  const done = await t.sendOk("bob", "PUT", "", { sections: [{ id: "@C", title: "Sea" }] });
  expect(Object.keys(done.stored.items?.changed ?? {})).toEqual(["@C"]);
  expect(await t.outline()).toEqual(["Sea:  |  |"]);
});
