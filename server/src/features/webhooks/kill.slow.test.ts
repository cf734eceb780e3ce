import { expect, onTestFinished, test, vi } from "vitest";
import type { Board } from "@retro/contract/boards";
import { webhookEvents } from "@retro/contract/webhooks/webhooks";
import { engines } from "../../testing/databases/test-engines.ts";
import { startReceiver } from "../../testing/hook-receiver.ts";
import { dataFolder, startProcess, visit } from "../../testing/process.ts";

vi.setConfig({ testTimeout: 240_000 });

const boards = 4;
const actionsPerBoard = 25;
const deliveries = boards * (1 + 2 * actionsPerBoard);
/** Deliveries after which the server is killed. */
const kills = [20, 80, 140];

test.each(engines)(
  "[J1] kills during 200 deliveries on $name: each arrives, with its id again, in order for each board",
  async ({ place }) => {
    const { where, drop } = await place();
    onTestFinished(drop);
    const env: Record<string, string> = {
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
      ...("databaseUrl" in where
        ? { DATABASE_URL: where.databaseUrl, DATA_DIR: dataFolder() }
        : { DATA_DIR: where.folder }),
    };
    const receiver = await startReceiver();
    let server = startProcess(env);
    let address = await server.address;
    const call = await visit(address);
    const { key } = await call<{ key: string }>(address, "POST", "/spaces", { name: "Team" });
    const hook = { name: "Bot", url: receiver.url, format: "standard", events: webhookEvents };
    await call(address, "POST", `/spaces/${key}/webhooks`, hook);

    // Every action names its place: the receiver can tell what is missing and what came too early.
    const acknowledged: string[] = [];
    const ids: string[] = [];
    for (let at = 0; at < boards; at += 1) {
      const board = await call<Board>(address, "POST", `/spaces/${key}/boards`, { title: String(at) });
      ids.push(board.id);
      acknowledged.push(`${board.id} board.created`);
    }
    let restarted = Promise.resolve();
    /** As a browser does: repeats what has no answer. */
    const say = async (writer: typeof call, method: string, path: string, body: object): Promise<void> => {
      for (;;) {
        try {
          await writer(address, method, path, body);
          return;
        } catch (error) {
          // `fetch` throws it when the connection ends.
          if (!(error instanceof TypeError)) throw error;
          await restarted;
        }
      }
    };
    const write = Promise.all(
      ids.map(async (board) => {
        // Limits count by person: each visitor has their own.
        const writer = await visit(address);
        for (let i = 0; i < actionsPerBoard; i += 1) {
          const id = crypto.randomUUID();
          await say(writer, "POST", `/boards/${board}/actions`, { id, text: `${i}` });
          acknowledged.push(`${board} action.created ${i}`);
          await say(writer, "PUT", `/boards/${board}/actions/${id}`, { status: "done" });
          acknowledged.push(`${board} action.done ${i}`);
        }
      }),
    );
    for (const count of kills) {
      await receiver.got(count, 120_000);
      const { promise, resolve } = Promise.withResolvers<void>();
      restarted = promise;
      server.child.kill("SIGKILL");
      await server.exit;
      server = startProcess(env);
      address = await server.address;
      resolve();
    }
    await write;
    const firsts = () => {
      const seen = new Map<string, string>();
      for (const { headers, text } of receiver.received) {
        const { type, data } = JSON.parse(text) as {
          type: string;
          data: { board: { id: string }; action?: { text: string } };
        };
        const what = [data.board.id, type, data.action?.text].filter((each) => each !== undefined).join(" ");
        const id = headers["webhook-id"] as string;
        // The same id always brings the same.
        expect(seen.get(id) ?? what).toBe(what);
        seen.set(id, what);
      }
      return [...seen.values()];
    };
    await vi.waitFor(() => expect(firsts().length).toBeGreaterThanOrEqual(deliveries), {
      timeout: 120_000,
      interval: 500,
    });
    const arrived = firsts();
    expect(arrived.toSorted()).toEqual(acknowledged.toSorted());
    const of = (list: string[], board: string) => list.filter((each) => each.startsWith(board));
    for (const board of ids) expect(of(arrived, board)).toEqual(of(acknowledged, board));
  },
);
