import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createPushService } from "../../push-service.ts";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAdmin, removeAdmin, resetAdmin } from "../admin/accounts.ts";
import { EndedSessionMonitor } from "./ended-sessions.ts";

const email = "boss@example.com";
const password = "correct horse battery staple";

eachEngine("sessions that end in another process", (open) => {
  test.each([
    ["reset", (deps: Parameters<typeof removeAdmin>[0]) => resetAdmin(deps, email, `${password} again`)],
    ["remove", (deps: Parameters<typeof removeAdmin>[0]) => removeAdmin(deps, email)],
  ])(
    "npm run admin -- %s closes the administrator's open websocket, and nobody else's",
    async (_name, command) => {
      const app = await buildTestApp({ database: await open() });
      await app.listen();
      await addAdmin(app.deps, email, password);
      const admin = app.browser();
      const body = { email, password, solution: await app.solution() };
      const signedIn = await admin.post("/api/v1/users/sign-in", body);
      const boss = Object.assign(admin, { user: signedIn.json<{ data: never }>().data });
      const ann = await app.visitor();
      const board = await makeBoard(ann);
      const [bossListener, annListener] = [
        await listenOn(app, boss, board.id),
        await listenOn(app, ann, board.id),
      ];
      // The command line's process has the same database and no connection of the server's.
      const elsewhere = { ...app.deps, ...(await createPushService(app.deps)) };
      await command(elsewhere);
      await elsewhere.transport.close();
      await bossListener.flush();
      await new EndedSessionMonitor(app.deps).check();
      expect(await bossListener.raw.waitForClose()).toBe(4009);
      await annListener.flush();
    },
  );

  test("refuses a sticker by a session that another server has ended since this one let it in", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const add = () => ann.post(`${board.url}/items`, { title: "Late", parent_id: board.columns[0] });
    expect((await add()).statusCode).toBe(201);
    await app.deps.database.db.deleteFrom("sessions").where("user_id", "=", ann.user.id).execute();
    expect([await add(), await add()].map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    const rows = await app.deps.database.db
      .selectFrom("boards")
      .select(["version", "sticker_count"])
      .execute();
    expect(rows).toEqual([{ version: 2, sticker_count: 1 }]);
  });
});

describe("sessions that end", () => {
  test("a session that is 30 days old ends with its connections", async () => {
    const app = await buildTestApp({ frozenAt: Date.now() });
    await app.listen();
    const ann = await app.visitor();
    const listener = await listenOn(app, ann, (await makeBoard(ann)).id);
    await new EndedSessionMonitor(app.deps).check();
    await listener.flush();
    app.time.now += 30 * 24 * 3_600_000;
    await new EndedSessionMonitor(app.deps).check();
    expect(await listener.raw.waitForClose()).toBe(4009);
  });
});

test("no connection is closed while the database is away, and the log warns the operator", async () => {
  const app = await buildTestApp();
  await app.listen();
  const ann = await app.visitor();
  const listener = await listenOn(app, ann, (await makeBoard(ann)).id);
  const lines: string[] = [];
  const log = { ...app.deps.log, warn: (_details: object, message: string) => lines.push(message) };
  const away = { db: null } as never;
  await new EndedSessionMonitor({ ...app.deps, database: away, log: log as never }).check();
  expect(lines).toHaveLength(1);
  await listener.flush();
});

test("a stopped look for ended sessions wakes up no more", async () => {
  const app = await buildTestApp();
  await app.app.ready();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sessions = new EndedSessionMonitor(app.deps);
  sessions.start();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(1);
  sessions.stop();
  expect(vi.getTimerCount()).toBe(0);
});
