import { builtinEnvironments, type Environment } from "vitest/runtime";

/** One jsdom for all test files of a worker: to start it and React's modules again took most of a file's time. */
const started = Symbol.for("retro.sharedPage");

const sharedPage: Environment = {
  name: "shared page",
  viteEnvironment: "client",
  async setup(global: typeof globalThis & { [started]?: true }, options) {
    if (global[started] !== true) await builtinEnvironments.jsdom.setup(global, options);
    global[started] = true;
    return { teardown: () => undefined };
  },
};

export default sharedPage;
