import { TaskRows } from "../../jobs/task-rows.ts";

/** Rows of a task of housekeeping in a test in which no row may fail. */
export const strictRows = () =>
  new TaskRows((error) => {
    throw error;
  });
