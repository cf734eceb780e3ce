import { expect, it, onTestFinished } from "vitest";
import type { WorkerQueueOptions } from "../../../jobs/worker-queue.ts";
import { buildTestApp } from "../../../testing/app.ts";
import { makeBoard } from "../../../testing/boards.ts";
import type { ExportTask } from "./document-task.ts";
import { Documents } from "./documents.ts";
import { budgets } from "../../../limits/budgets.ts";

const never = new AbortController().signal;
const eve = { session: "eve", address: "192.0.2.1" };
const bob = { session: "bob", address: "192.0.2.2" };
const importOf = (bytes: Uint8Array) => ({ task: "import", bytes, title: "", choices: {} }) as const;

async function documentsWith(imports: Partial<WorkerQueueOptions>) {
  const { deps, visitor } = await buildTestApp();
  const ann = await visitor();
  const board = await makeBoard(ann);
  const documents = new Documents(deps, { imports });
  onTestFinished(() => documents.close());
  const exportBoard = async (): Promise<string> => {
    const task: ExportTask = {
      task: "export",
      kind: "markdown",
      boardId: board.id,
      userId: ann.user.id,
      present: [],
      locale: "en",
      dateLocale: "en",
      zone: "UTC",
      now: deps.clock(),
    };
    const { file } = await documents.make(bob, task, never);
    return (await file.toArray()).join("");
  };
  return { documents, exportBoard, rateLimiter: deps.rateLimiter };
}

/** A process for imports that never finishes a job, as with a file that keeps its reader busy. */
const endless = { entry: new URL("../../../testing/job-fixture.ts", import.meta.url) };
const endlessTask = { do: "never" } as never;

/** A file whose single step, to parse it, needs several times its bytes. */
const largeFile = Buffer.from(`[${"[],".repeat(3_000_000)}[]]`);

it("attack: an import that needs more memory than its process may use costs one answer, and the next export is made", async () => {
  const { documents, exportBoard } = await documentsWith({ heapMb: 48, jobMs: 60_000 });
  await expect(documents.read(eve, importOf(largeFile), never)).rejects.toMatchObject({
    statusCode: 413,
    code: "too_large",
  });
  expect(await exportBoard()).toContain("#");
});

it("attack: while a file keeps the process of imports busy, another visitor's exports are made", async () => {
  const { documents, exportBoard } = await documentsWith(endless);
  const gone = new AbortController();
  let ended = false;
  const busy = documents.read(eve, endlessTask, gone.signal).finally(() => (ended = true));
  for (let i = 0; i < 3; i += 1) expect(await exportBoard()).toContain("#");
  expect(ended).toBe(false);
  gone.abort(new Error("gone"));
  await expect(busy).rejects.toThrow("gone");
});

it.each([
  ["is ended at its time limit", { jobMs: 300 }, () => never],
  ["is ended because its sender leaves", { jobMs: 60_000, leftMs: 0 }, () => AbortSignal.timeout(300)],
])("attack: the sender of a file that %s pays for the time", async (_how, limits, patience) => {
  const { documents, rateLimiter } = await documentsWith({ ...endless, ...limits });
  const mayImport = (owner: typeof eve) =>
    rateLimiter.findRefusal(owner, { points: budgets.points.session.burst });
  expect([mayImport(eve), mayImport(bob)]).toEqual([null, null]);
  // Starts the process: what follows is work alone.
  await documents.preview(bob, { do: "echo" } as never, never);
  await expect(documents.preview(eve, endlessTask, patience())).rejects.toThrow(/took longer|timeout|busy/u);
  await documents.close();
  expect([mayImport(eve)?.code, mayImport(bob)]).toEqual(["rate_limited", null]);
});
