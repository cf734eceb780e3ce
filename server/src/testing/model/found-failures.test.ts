import { expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import { buildTestApp } from "../app.ts";
import { makeBoard } from "../boards.ts";

// Faults that runs against the reference model found.

test("[Y4] an empty style leaves a new section's revision and the board's version as they are", async () => {
  const app = await buildTestApp();
  const ann = await app.visitor();
  const { url } = await makeBoard(ann);
  await ann.put(url, { sections: [{ title: "New" }] });
  const { sections, version } = (await ann.get(url)).json<{ data: Board }>().data;
  const answer = await ann.put(`${url}/items/${sections[0]?.id}`, { style: { item: {} } });
  expect(answer.json()).toMatchObject({ data: { rev: 1 }, meta: { version, changes: [] } });
});
