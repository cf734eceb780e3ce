import { expect, it, onTestFinished } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { Documents } from "./worker/documents.ts";

const never = new AbortController().signal;

/** A file whose single step, to parse it, needs several times its bytes. */
const largeFile = Buffer.from(`[${"[],".repeat(3_000_000)}[]]`);

it("attack: an import that needs more memory than its process may use costs one answer, and the next export is made", async () => {
  const { deps, visitor } = await buildTestApp();
  const ann = await visitor();
  const board = await makeBoard(ann);
  const documents = new Documents(deps, { jobs: { heapMb: 48 } });
  onTestFinished(() => documents.close());
  const owner = { session: "eve", address: "192.0.2.1" };
  const task = { task: "import", bytes: largeFile, title: "", choices: {} } as const;
  await expect(documents.read(owner, task, never)).rejects.toMatchObject({
    statusCode: 413,
    code: "too_large",
  });
  const { file } = await documents.make(
    owner,
    {
      task: "export",
      kind: "markdown",
      boardId: board.id,
      userId: ann.user.id,
      present: [],
      locale: "en",
      dateLocale: "en",
      zone: "UTC",
      now: deps.clock(),
    },
    never,
  );
  const text = (await file.toArray()).join("");
  expect(text).toContain("#");
});
