import { type DataSource, openReadOnly } from "../../db/engines/read-only.ts";
import type { Db } from "../../deps.ts";
import type { Encoding } from "../../http/pages/encoding.ts";
import { serveTasks, type WorkerContext } from "../../jobs/serve-tasks.ts";
import { compressTree, serialiseTree } from "./tree-body.ts";
import { TreeTexts } from "./tree-texts.ts";

export interface TreeTask {
  what: "tree" | "votes";
  boardId: string;
  userId: string;
  encoding: Encoding;
}

let connection: Db | undefined;
/** Of the process's 128 MB of heap. */
const texts = new TreeTexts(24_000_000);

/** Reads large boards on this process's read-only connection. */
serveTasks(async (task: TreeTask, { data: source }: WorkerContext<DataSource>) => {
  connection ??= await openReadOnly(source);
  return compressTree(await serialiseTree({ db: connection }, texts, task), task.encoding);
});
