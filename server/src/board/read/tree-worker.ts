import { workerData } from "node:worker_threads";
import { type DataSource, openReadOnly } from "../../db/engines/read-only.ts";
import type { Db } from "../../deps.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import { type TaskOutcome, captureOutcome } from "../../jobs/task-outcome.ts";
import { lowerThreadPriority } from "../../jobs/thread-priority.ts";
import { compressTree, serialiseTree, type TreeBody } from "./tree-body.ts";

lowerThreadPriority();

export interface TreeTask {
  what: "tree" | "votes";
  boardId: string;
  userId: string;
  encoding: Encoding;
}
export interface TreeWorkerData {
  source: DataSource;
}

let connection: Db | undefined;

export function run(task: TreeTask): Promise<TaskOutcome<TreeBody>> {
  return captureOutcome(async () => {
    connection ??= await openReadOnly((workerData as TreeWorkerData).source);
    return compressTree(await serialiseTree({ db: connection }, task), task.encoding);
  });
}
