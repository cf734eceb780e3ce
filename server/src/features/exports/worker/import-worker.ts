import { serveTasks } from "../../../jobs/serve-tasks.ts";
import { runImportTask } from "../import/run-import-task.ts";

/** The process that reads files of unknown origin. It has neither a connection to the database nor a secret. */
serveTasks(runImportTask);
