import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { backupFinishedKey } from "../../db/portable/tables.ts";
import { writeState } from "../../db/server-state.ts";
import { buildTestApp, type TestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { type HookReceiver, startReceiver } from "../../testing/hook-receiver.ts";
import { logLines } from "../../testing/log-lines.ts";
import { chatAt, ProblemWatch } from "./server-problems.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

interface ProblemMessage {
  type: string;
  timestamp: string;
  data: { problem: string; state: string; server: string; text: string };
}

function messagesOf({ received }: HookReceiver): string[] {
  const data = received.map(({ text }) => (JSON.parse(text) as ProblemMessage).data);
  return data.map(({ problem, state }) => `${problem} ${state}`);
}

type Options = Parameters<typeof buildTestApp>[0];

async function prepare({ env, ...options }: Options = {}) {
  const receiver = await startReceiver();
  const app = await buildTestApp({
    env: { PROBLEM_WEBHOOK_URL: receiver.url, ...env },
    frozenAt: Date.now(),
    ...options,
  });
  return { app, receiver, watch: newWatch(app) };
}

function newWatch({ deps }: TestApp): ProblemWatch {
  const { problemWebhookUrl } = deps.settings;
  if (problemWebhookUrl === null) throw new Error("PROBLEM_WEBHOOK_URL is missing");
  return new ProblemWatch(deps, problemWebhookUrl);
}

const recordBackup = ({ deps, time }: TestApp, ageMs: number) =>
  writeState(deps.database.db, backupFinishedKey, String(time.now - ageMs));

/** As after a migration that went wrong. */
async function withoutTable(
  { db }: RetroDatabase,
  name: "items" | "own_templates",
  work: () => Promise<void>,
): Promise<void> {
  await sql`alter table ${sql.table(name)} rename to away`.execute(db);
  try {
    await work();
  } finally {
    await sql`alter table away rename to ${sql.table(name)}`.execute(db);
  }
}

eachEngine("PROBLEM_WEBHOOK_URL", (open) => {
  test("an old backup: one message when it begins, one when there is a new one, an hour apart", async () => {
    const { app, receiver, watch } = await prepare({ database: await open() });
    await watch.look();
    await recordBackup(app, 2 * dayMs - 1);
    await watch.look();
    expect(receiver.received).toEqual([]);
    await recordBackup(app, 2 * dayMs + 1);
    await watch.look();
    await watch.look();
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began"]);
    await recordBackup(app, 0);
    await watch.look();
    // Neither does a problem that comes and goes wake anybody again within the hour.
    await recordBackup(app, 3 * dayMs);
    await watch.look();
    await recordBackup(app, 0);
    app.time.now += hourMs - 1;
    await watch.look();
    expect(receiver.received).toHaveLength(1);
    app.time.now += 1;
    await watch.look();
    await watch.look();
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began", "RetroBackupOld ended"]);
  });

  test("an installation without a backup has an old one after two days", async () => {
    const { app, receiver, watch } = await prepare({ database: await open() });
    app.time.now += 3 * dayMs;
    await watch.look();
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began"]);
  });

  test("changes that are answered with 500, and nothing of the board or its people is in a message", async () => {
    const { app, receiver, watch } = await prepare({ database: await open() });
    const ann = await app.visitor({ name: "Ann Secret" });
    const board = await makeBoard(ann, "Secret board");
    await watch.look();
    await withoutTable(app.deps.database, "items", async () => {
      await expect(addSticker(ann, board, "Secret sticker")).rejects.toThrow("500");
      await watch.look();
    });
    expect(messagesOf(receiver)).toEqual(["RetroFailing began"]);
    app.time.now += hourMs;
    await addSticker(ann, board, "Secret sticker");
    // A failure counts for five looks.
    for (let i = 0; i < 5; i += 1) await watch.look();
    expect(messagesOf(receiver)).toEqual(["RetroFailing began", "RetroFailing ended"]);
    for (const { text, path, headers } of receiver.received) {
      const message = JSON.parse(text) as ProblemMessage;
      expect(Object.keys(message)).toEqual(["type", "timestamp", "data"]);
      expect(Object.keys(message.data)).toEqual(["problem", "state", "server", "text"]);
      const sent = `${text} ${path} ${JSON.stringify(headers)}`;
      for (const secret of ["Secret", board.id, ann.user.id]) expect(sent).not.toContain(secret);
    }
  });

  test("of what is refused and of reads nothing is told", async () => {
    const { app, receiver, watch } = await prepare({ database: await open() });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await watch.look();
    await ann.post(`${board.url}/items`, {});
    await withoutTable(app.deps.database, "own_templates", async () => {
      expect((await ann.get("/api/v1/board-templates")).statusCode).toBe(500);
    });
    await watch.look();
    expect(receiver.received).toEqual([]);
  });

  test("a restart repeats no message", async () => {
    const { app, receiver, watch } = await prepare({ database: await open() });
    await recordBackup(app, 3 * dayMs);
    await watch.look();
    await watch.stop();
    const next = newWatch(app);
    await next.look();
    await recordBackup(app, 0);
    app.time.now += hourMs;
    await next.look();
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began", "RetroBackupOld ended"]);
  });

  test("what a receiver does not accept is sent again; the log has one line, without the address", async () => {
    const { lines, logTo } = logLines();
    const { app, receiver, watch } = await prepare({
      database: await open(),
      env: { LOG_LEVEL: "warn" },
      logTo,
    });
    receiver.answer = { status: 503 };
    await recordBackup(app, 3 * dayMs);
    await watch.look();
    await watch.look();
    receiver.answer = { status: 204, body: "" };
    await watch.look();
    await watch.look();
    expect(messagesOf(receiver)).toEqual(Array.from({ length: 3 }, () => "RetroBackupOld began"));
    const warnings = lines.filter(({ msg }) => msg.startsWith("PROBLEM_WEBHOOK_URL"));
    expect(warnings).toEqual([expect.objectContaining({ host: `127.0.0.1:${receiver.port}` })]);
    expect(JSON.stringify(lines)).not.toContain("/hook");
  });

  test("of several servers one tells, also of the failures of another", async ({ skip }) => {
    const { app, receiver, watch: one } = await prepare({ database: await open() });
    skip(app.deps.database.engine === "sqlite");
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const two = newWatch(app);
    await recordBackup(app, 3 * dayMs);
    await one.look();
    await Promise.all([one.look(), two.look()]);
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began"]);
    await withoutTable(app.deps.database, "items", async () => {
      await expect(addSticker(ann, board, "One")).rejects.toThrow("500");
      await two.look();
    });
    expect(receiver.received).toHaveLength(1);
    await one.stop();
    // It has seen no failure itself.
    const three = newWatch(app);
    await three.look();
    await two.look();
    expect(messagesOf(receiver)).toEqual(["RetroBackupOld began", "RetroFailing began"]);
  });
});

test("a disk that is nearly full, also when it takes no write any more", async () => {
  const { app, receiver, watch } = await prepare({ env: { DISK_RESERVE_MB: "1000000" } });
  const { db } = app.deps.database;
  await watch.look();
  expect(messagesOf(receiver)).toEqual(["RetroDiskLow began"]);
  app.deps.rateLimiter.diskLow = false;
  app.time.now += hourMs;
  await sql`pragma query_only = on`.execute(db);
  for (let i = 0; i < 3; i += 1) await watch.look();
  await sql`pragma query_only = off`.execute(db);
  expect(messagesOf(receiver)).toEqual(["RetroDiskLow began", "RetroDiskLow ended"]);
});

const teamsPath = `/workflows/${"0a".repeat(16)}/triggers/manual/paths/invoke`;
test.each([
  ["https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/AbCdEfGh12345678", "slack"],
  ["https://discord.com/api/webhooks/123456789012345678/aB-c_9", "discord"],
  [`https://prod-1.westeurope.logic.azure.com:443${teamsPath}?api-version=2016-06-01&sig=x`, "teams"],
  [`https://x.environment.api.powerplatform.com/powerautomate/automations/direct${teamsPath}`, "teams"],
  ["https://example.com/chat/hooks/abcdefghijklmnopqrstuvwxy1", "mattermost"],
  ["https://ntfy.example.com/retro", null],
  ["https://example.com/hooks/retro", null],
  ["https://example.com/services/retro", null],
])("%s is the address of %s", (address, chat) => {
  expect(chatAt(address)).toBe(chat);
});

test.each([
  ["/services/T0AB12CD3/B0AB12CD3/AbCdEfGh12345678", "text"],
  ["/hooks/abcdefghijklmnopqrstuvwxy1", "text"],
  ["/api/webhooks/123456789012345678/aB-c_9", "content"],
  [teamsPath, "attachments"],
])("a chat at %s gets a sentence that names the server", async (path, field) => {
  const receiver = await startReceiver();
  const env = {
    PROBLEM_WEBHOOK_URL: new URL(path, receiver.url).href,
    PUBLIC_URL: "https://retro.example.com",
    BASE_PATH: "/r",
  };
  const { app, watch } = await prepare({ env });
  await recordBackup(app, 3 * dayMs);
  await watch.look();
  const [message] = receiver.received;
  const body = JSON.parse(message?.text ?? "") as Record<string, unknown>;
  const sentence = JSON.stringify(body[field]).replaceAll("\\", "");
  expect(sentence).toContain("RetroBackupOld (https://retro.example.com/r): The last backup is older");
});

test("a server that listens looks every minute, and stops with the server", async () => {
  const receiver = await startReceiver();
  const app = await buildTestApp({
    env: { PROBLEM_WEBHOOK_URL: receiver.url, DISK_RESERVE_MB: "1000000", WEBHOOKS: "off" },
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await app.listen();
    await vi.advanceTimersByTimeAsync(60_000);
  } finally {
    vi.useRealTimers();
  }
  await receiver.got(1);
  expect(messagesOf(receiver)).toEqual(["RetroDiskLow began"]);
  await app.close();
});
