import { fileURLToPath } from "node:url";

/**
 * Environment for child processes. Without it, each one compiles the same modules again, which takes most of
 * its start.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.build/compile-cache", import.meta.url)),
};
