import { fileURLToPath } from "node:url";

/** For the environment of child processes: without it, each one compiles the same modules again, which is most of its start. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.build/compile-cache", import.meta.url)),
};
