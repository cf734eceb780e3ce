import { constants, setPriority } from "node:os";
import { HttpClient } from "../http-client.ts";
import { Visitor } from "../visitor.ts";
import { type AttackKind, AttackerSession, type CallCounts } from "./attacker-session.ts";

/** The hostile visitor: a process of low priority, so that its computing is not others' latency. */

export interface AttackerSettings {
  url: string;
  address: string;
  sessionCount: number;
  kind: AttackKind;
}

setPriority(constants.priority.PRIORITY_LOW);
const { url, address, sessionCount, kind } = JSON.parse(process.argv[2] ?? "") as AttackerSettings;
const counts: CallCounts = {};
const end = new AbortController();

const visitors = await Promise.all(
  Array.from({ length: sessionCount }, () => Visitor.createAnonymous(new HttpClient(url, address))),
);
process.send?.("ready");
process.on("message", (message) => {
  if (message === "begin") {
    void attack();
    return;
  }
  end.abort();
  // Ends at once: calls that hang would keep the process running longer than the caller waits.
  process.send?.(counts);
});
process.on("disconnect", () => process.exit());

async function attack(): Promise<void> {
  await Promise.all(
    visitors.map((visitor) =>
      new AttackerSession(visitor, address, counts)
        .run(kind, end.signal)
        .catch((error: unknown) => (counts[`session ended: ${String(error)}`] = 1)),
    ),
  );
}
