import { describe, expect, test, vi } from "vitest";
import { engines } from "../../testing/databases/test-engines.ts";
import { type HookReceiver, startReceiver } from "../../testing/hook-receiver.ts";
import { RoamingVisitor, startInstallation } from "../../testing/nodes/nodes.ts";
import { hasRedis } from "../../testing/nodes/redis.ts";

// Each test starts processes, and a killed sender's lease ends after ten seconds.
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 40_000 } } });
const canRun = hasRedis && engines.some(({ name }) => name === "PostgreSQL");

/** Of each message its id, and the text of its action, in the order of their first arrival. */
function firstsOf({ received }: HookReceiver): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { headers, text } of received) {
    const id = headers["webhook-id"] as string;
    const said = (JSON.parse(text) as { data: { action: { text: string } } }).data.action.text;
    // The same id always brings the same.
    expect(texts.get(id) ?? said).toBe(said);
    texts.set(id, said);
  }
  return texts;
}

describe.skipIf(!canRun)("webhooks of two servers on one database and one Redis", () => {
  test("[J1] one sends what both write, in order for each board; killed, the other one goes on", async () => {
    const env = { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" };
    const installation = await startInstallation([[], []], env);
    const [one, two] = installation.nodes as [(typeof installation.nodes)[0], (typeof installation.nodes)[0]];
    const receiver = await startReceiver();
    const ann = await RoamingVisitor.enter(one.url, two.url, "Ann");
    const space = await ann.send<{ data: { key: string } }>(one.url, "POST", "/api/v1/spaces", { name: "T" });
    const place = `/api/v1/spaces/${space.body.data.key}`;
    const hook = { name: "Bot", url: receiver.url, format: "standard", events: ["action.created"] };
    expect((await ann.send(two.url, "POST", `${place}/webhooks`, hook)).status).toBe(201);
    const boards: string[] = [];
    for (const title of ["a", "b"]) {
      const made = await ann.send<{ data: { id: string } }>(one.url, "POST", `${place}/boards`, { title });
      boards.push(made.body.data.id);
    }
    const written: string[] = [];
    const write = async (count: number, ...nodes: { url: string }[]) => {
      for (let i = 0; i < count; i += 1)
        for (const [at, id] of boards.entries()) {
          const text = `${at} ${written.length}`;
          const node = nodes[i % nodes.length] as { url: string };
          const answer = await ann.send(node.url, "POST", `/api/v1/boards/${id}/actions`, { text });
          expect(answer.status).toBe(201);
          written.push(text);
        }
    };
    const arrived = async () => {
      await expect.poll(() => firstsOf(receiver).size).toBe(written.length);
      const texts = [...firstsOf(receiver).values()];
      for (const board of ["0 ", "1 "])
        expect(texts.filter((text) => text.startsWith(board))).toEqual(
          written.filter((text) => text.startsWith(board)),
        );
    };

    await write(10, one, two);
    await arrived();
    // If both sent, some would come twice.
    expect(receiver.received).toHaveLength(written.length);

    // One of the two that are killed in turn is the sender.
    await write(3, one, two);
    one.process.child.kill("SIGKILL");
    await one.process.exit;
    await write(3, two);
    await arrived();
    const three = await installation.add();
    await write(3, two, three);
    two.process.child.kill("SIGKILL");
    await two.process.exit;
    await write(3, three);
    await arrived();
  });
});
