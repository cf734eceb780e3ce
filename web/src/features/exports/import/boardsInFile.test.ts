import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { boardsInFile } from "./boardsInFile.ts";

test("an archive as large as a space gives is taken apart: 60 MB of boards", async () => {
  const board = strToU8(`{"a":"${"x".repeat(1_900_000)}"}`);
  const boards = Array.from({ length: 32 }, (_, i) => [`Team ${i}.json`, board] as const);
  const file = new File([new Uint8Array(zipSync(Object.fromEntries(boards), { level: 1 }))], "space.zip");
  expect((await boardsInFile(file)).map(({ name }) => name)).toEqual(boards.map(([name]) => name));
});
