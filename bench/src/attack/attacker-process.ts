import { constants, setPriority } from "node:os";
import { HttpClient } from "../http-client.ts";
import { Visitor } from "../visitor.ts";
import { type AttackKind, AttackerSession, type CallCounts } from "./attacker-session.ts";

/** The hostile visitor: a process of low priority, so that its computing is not others' latency. */

setPriority(constants.priority.PRIORITY_LOW);
const [url = "", address = "", count = "1", kind = "every kind", spaceKey = ""] = process.argv.slice(2);
const counts: CallCounts = new Map();
const end = new AbortController();

const visitors = await Promise.all(
  Array.from({ length: Number(count) }, () => Visitor.createAnonymous(new HttpClient(url, address))),
);
process.send?.("ready");
process.on("message", (message) => {
  if (message === "begin") {
    void attack();
    return;
  }
  end.abort();
  // Ends at once: calls that hang would keep the process running longer than the caller waits.
  process.send?.([...counts]);
});
process.on("disconnect", () => process.exit());

async function attack(): Promise<void> {
  await Promise.all(
    visitors.map((visitor) =>
      new AttackerSession(visitor, address, counts)
        .run(kind as AttackKind, spaceKey, end.signal)
        .catch((error: unknown) => {
          counts.set(`session ended: ${String(error)}`, 1);
        }),
    ),
  );
}
