import { type DataSource, openReadOnly } from "../../db/engines/read-only.ts";
import type { Db } from "../../deps.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import { serveTasks, type WorkerContext } from "../../jobs/serve-tasks.ts";
import { compressTree, serialiseTree } from "./tree-body.ts";

export interface TreeTask {
  what: "tree" | "votes";
  boardId: string;
  userId: string;
  encoding: Encoding;
}

let connection: Db | undefined;

/** Reads large boards on this process's read-only connection. */
serveTasks(async (task: TreeTask, { data: source }: WorkerContext<DataSource>) => {
  connection ??= await openReadOnly(source);
  return compressTree(await serialiseTree({ db: connection }, task), task.encoding);
});
