import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { installedAt } from "../../db/migrate.ts";
import { endLease, takeLease } from "../../db/leases.ts";
import { backupFinishedKey, failingKey, toldProblemsKey } from "../../db/portable/tables.ts";
import { readState, writeState } from "../../db/server-state.ts";
import type { Deps, Feature } from "../../deps.ts";
import { requestCount, requestFailures } from "../../observe/metrics.ts";
import { send } from "../../outgoing/send.ts";
import type { Settings } from "../../settings.ts";
import { chats } from "./chat-messages.ts";

const lease = "server problems";
const lookMs = 60_000;
const leaseMs = 3 * lookMs;
/** Between two messages about a problem, so that one which comes and goes wakes nobody again and again. */
const pauseMs = 3_600_000;

/** As the alert rules in deploy/prometheus. */
const oldestBackupMs = 2 * 86_400_000;
const failingShare = 0.05;
const failingLooks = 5;

/** By the names of the alerts in deploy/prometheus and of the entries in docs/operating.md. */
const texts = {
  RetroBackupOld:
    "The last backup is older than two days, or there is none since the installation. Make one, and look at its schedule.",
  RetroDiskLow: "The disk is nearly full: new boards, imports and uploads are refused. Free some space.",
  RetroFailing:
    "More than 5 of 100 changes are answered with 500. The log has a line “a request failed” for each.",
};
type Problem = keyof typeof texts;
type State = "began" | "ended";

/** Tells an operator without Prometheus when a problem of the server begins and ends. */
export const serverProblems: Feature = (app, deps) => {
  const { problemWebhookUrl } = deps.settings;
  if (problemWebhookUrl === null) return;
  const watch = new ProblemWatch(deps, problemWebhookUrl);
  app.addHook("onListen", async () => watch.start());
  app.addHook("onClose", () => watch.stop());
};

export class ProblemWatch {
  readonly #deps: Deps;
  readonly #url: string;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  /** What was counted at each of the last looks. */
  readonly #counts: { changes: number; failures: number }[] = [];
  /** Null: another server sends. */
  #told: Partial<Record<Problem, { state: State; at: number }>> | null = null;
  #isRefused = false;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: Deps, url: string) {
    this.#deps = deps;
    this.#url = url;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => {
        if (!this.#stopping.signal.aborted) this.start();
      });
    }, lookMs).unref();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    const { database, log } = this.#deps;
    if (this.#told !== null)
      await endLease(database.db, lease, this.#holder).catch((error: unknown) =>
        log.debug({ err: error }, "the lease of the server's problems ends by itself"),
      );
  }

  /** Sends what has begun or ended since the last message; never throws. */
  async look(): Promise<void> {
    try {
      const isFailing = await this.#isFailing();
      const { database, clock, rateLimiter } = this.#deps;
      if (!(await this.#isSender())) {
        this.#told = null;
        if (isFailing) await writeState(database.db, failingKey, String(clock()));
        return;
      }
      this.#told ??= JSON.parse((await readState(database.db, toldProblemsKey)) ?? "{}") as object;
      await this.#report("RetroDiskLow", rateLimiter.diskLow);
      await this.#report("RetroFailing", isFailing || (await this.#isFailingElsewhere()));
      await this.#report("RetroBackupOld", await this.#isBackupOld());
    } catch (error) {
      this.#deps.log.error(
        { err: error },
        "the server's problems could not be looked for; trying again in a minute",
      );
    }
  }

  /** On SQLite no other server is there, and a full disk takes no lease. */
  async #isSender(): Promise<boolean> {
    const { database } = this.#deps;
    if (database.engine === "sqlite") return true;
    const now = database.now();
    const wanted = { name: lease, holder: this.#holder, now, expiresAt: now + leaseMs };
    return (await takeLease(database.db, wanted)) !== null;
  }

  async #isFailing(): Promise<boolean> {
    const [requests, failed] = [await requestCount.get(), await requestFailures.get()];
    const sum = (values: { value: number }[]) => values.reduce((total, { value }) => total + value, 0);
    const now = {
      changes: sum(
        requests.values.filter(({ labels }) => !/^(?:GET|HEAD|OPTIONS)$/.test(String(labels.method))),
      ),
      failures: sum(failed.values.filter(({ labels }) => labels.change === "yes")),
    };
    const before = this.#counts[0] ?? now;
    this.#counts.push(now);
    if (this.#counts.length > failingLooks) this.#counts.shift();
    return now.failures - before.failures > failingShare * (now.changes - before.changes);
  }

  async #isFailingElsewhere(): Promise<boolean> {
    const { database, clock } = this.#deps;
    return clock() - Number((await readState(database.db, failingKey)) ?? 0) < 2 * lookMs;
  }

  async #isBackupOld(): Promise<boolean> {
    const { database, clock } = this.#deps;
    const finished = Number((await readState(database.db, backupFinishedKey)) ?? 0);
    return clock() - (finished || (await installedAt(database.db))) > oldestBackupMs;
  }

  async #report(problem: Problem, isThere: boolean): Promise<void> {
    const { database, clock } = this.#deps;
    const [state, at]: [State, number] = [isThere ? "began" : "ended", clock()];
    const last = this.#told?.[problem] ?? { state: "ended", at: 0 };
    if (last.state === state || at - last.at < pauseMs || !(await this.#send(problem, state))) return;
    // In memory first: a full disk does not take it, and the message would be sent every minute.
    this.#told = { ...this.#told, [problem]: { state, at } };
    await writeState(database.db, toldProblemsKey, JSON.stringify(this.#told));
  }

  /** @returns whether the receiver has accepted it */
  async #send(problem: Problem, state: State): Promise<boolean> {
    const { settings, clock, log } = this.#deps;
    const body = bodyOf(chatAt(this.#url), { problem, state, at: clock() }, settings);
    try {
      await postTo(this.#url, body, { settings, signal: this.#stopping.signal });
      this.#isRefused = false;
      return true;
    } catch (error) {
      if (!this.#isRefused && !this.#stopping.signal.aborted)
        log.warn(
          // Of its address only the host: the rest may be a secret.
          { err: error, host: new URL(this.#url).host, problem },
          "PROBLEM_WEBHOOK_URL did not accept a message; trying again every minute",
        );
      this.#isRefused = true;
      return false;
    }
  }
}

/** @throws when the receiver does not answer with a success */
async function postTo(
  address: string,
  body: string,
  { settings: { version, proxies }, signal }: { settings: Settings; signal: AbortSignal },
): Promise<void> {
  const answer = await send(new URL(address), {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "user-agent": `Retro/${version}` },
    proxies,
    // The operator has named it: it may be a machine of their own network.
    privateHosts: null,
    signal,
  });
  answer.destroy();
  const { statusCode: status = 0 } = answer;
  if (status < 200 || status >= 300) throw new Error(`the receiver answered ${status}`);
}

/** Each chat gives its webhooks paths of a form of its own, also behind an address of the operator. */
const chatPaths: [path: RegExp, chat: keyof typeof chats][] = [
  [/\/services\/T\w+\/B\w+\/\w+$/, "slack"],
  [/\/api\/webhooks\/\d+\/[\w-]+$/, "discord"],
  [/\/workflows\/[\da-f]{32}\/triggers\/manual\/paths\/invoke$/, "teams"],
  [/\/hooks\/[\da-z]{26}$/, "mattermost"],
];

/** @returns null for a receiver of JSON */
export function chatAt(address: string): keyof typeof chats | null {
  const { pathname } = new URL(address);
  return chatPaths.find(([path]) => path.test(pathname))?.[1] ?? null;
}

function bodyOf(
  chat: keyof typeof chats | null,
  { problem, state, at }: { problem: Problem; state: State; at: number },
  { publicUrl, basePath }: Settings,
): string {
  const server = publicUrl === null ? hostname() : publicUrl + basePath;
  const text = state === "began" ? texts[problem] : "This problem has ended.";
  const data = { problem, state, server, text };
  return JSON.stringify(
    chat === null
      ? { type: "server.problem", timestamp: new Date(at).toISOString(), data }
      : chats[chat](`${problem} (${server}): ${text}`, undefined, ""),
  );
}
