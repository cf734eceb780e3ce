// Loaded with `node --import` before a process under test: kills it with SIGKILL just before its statement
// number KILL_AT.
import { createRequire } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

const killAt = Number(process.env.KILL_AT);
let statements = 0;

/** Replaces a method with one that counts a statement first. */
function count(prototype, method) {
  const original = prototype[method];
  prototype[method] = function counted(...args) {
    statements += 1;
    if (statements === killAt) process.kill(process.pid, "SIGKILL");
    return original.apply(this, args);
  };
}

count(DatabaseSync.prototype, "exec");
for (const method of ["run", "all", "get", "iterate"]) count(StatementSync.prototype, method);
count(createRequire(import.meta.url)("pg").Client.prototype, "query");
