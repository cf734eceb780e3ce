import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { installMissing } from "./machine/install.mjs";
import { forwardSignals, root, runScript, toolPath } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run dev: the server from its TypeScript, restarted on a change, behind Vite with hot reload.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  const port = Number(process.env.PORT ?? 3000);
  const target = `http://127.0.0.1:${port + 1}`;
  const env = nodeEnvironment(node, {
    NODE_ENV: "development",
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
    VITE_API_TARGET: target,
    VITE_PORT: String(port),
  });
  console.log(`Retro for developing: http://localhost:${port} (the server behind it: ${target})`);
  const codes = [];
  const children = [];
  const start = (args, extra) => {
    const child = spawn(node, args, { cwd: root, stdio: "inherit", env: { ...env, ...extra } });
    forwardSignals(child);
    children.push(child);
    codes.push(new Promise((done) => child.once("exit", (code) => done(code ?? 0))));
    return child;
  };
  const server = start(["--watch", "--watch-preserve-output", "server/src/main.ts"], {
    HOST: "127.0.0.1",
    PORT: String(port + 1),
    // Vite serves the page at the root.
    BASE_PATH: "",
  });
  // Vite prints an error for each request of an open page that no server answers.
  const runs = () => server.exitCode === null && server.signalCode === null;
  while (runs() && !(await answers(target))) await setTimeout(100);
  if (runs())
    start([toolPath("vite"), "web", "--port", String(port), "--strictPort", "--clearScreen", "false"], {});
  // Neither is useful alone: when one ends, the other is ended too.
  process.exitCode = await Promise.race(codes);
  for (const child of children) child.kill();
});

function answers(target) {
  return fetch(`${target}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
