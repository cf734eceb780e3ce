import { afterAll } from "vitest";
import { closeOpenApps } from "./app.ts";

/** Runs for every test file, also where files share a process and `app.ts` is loaded once. */
afterAll(closeOpenApps);
