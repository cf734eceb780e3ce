import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { BoardCommand } from "@retro/rules/predict";
import { type ApiErrorLike, classifyError, isOutage, toApiErrorLike, retryDelay } from "../apiCalls.ts";
import {
  freshMs,
  isAddition,
  isAlreadyDone,
  isMomentary,
  isTooOld,
  requestFor,
  specOf,
} from "../commands/commands.ts";
import { type CommandRebaser, isBlocked } from "./entryDependencies.ts";
import type { EntryList } from "./entryList.ts";
import { changesRefusing, type EntryOutcomes } from "./entryOutcomes.ts";
import { LateCommandCheck } from "./lateCommandCheck.ts";
import { keepsText, type OutboxEntry, sentAgain } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { takeUnloadCommands } from "./unloadCommands.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";

/** Pauses between tries: one for all entries after an outage, or one for a single entry. */
class SendBackoff {
  readonly #env: BoardEnvironment;
  readonly #sendWaiting: () => void;
  #attempts = 0;
  #cancel: (() => void) | null = null;

  constructor(env: BoardEnvironment, sendWaiting: () => void) {
    this.#env = env;
    this.#sendWaiting = sendWaiting;
  }

  /** Whether all sending pauses. */
  get isActive(): boolean {
    return this.#cancel !== null;
  }
  /** Each pause for all entries in a row is longer. */
  begin(error: unknown): void {
    const { random, schedule } = this.#env;
    this.#attempts += 1;
    this.#cancel ??= schedule(retryDelay(this.#attempts, error, random), () => {
      this.#cancel = null;
      this.#sendWaiting();
    });
  }
  delayEntry(entry: OutboxEntry, error: unknown): void {
    const { random } = this.#env;
    entry.pauseFor("retry", this.#env, retryDelay(entry.attempts, error, random), this.#sendWaiting);
  }
  /** The server has answered: the next pause is short again. */
  succeeded(): void {
    this.#attempts = 0;
  }
  reset(): void {
    this.#attempts = 0;
    this.#cancel?.();
    this.#cancel = null;
  }
}

const maxInFlight = 6;

interface Options extends OutboxOptions {
  list: EntryList;
  rebaser: CommandRebaser;
  outcomes: EntryOutcomes;
  /** Gives up edits of stickers that are now hidden. */
  scrub: () => void;
}

/** Sends the entries in order, several at a time, and again when the server did not decide. */
export class Sender {
  readonly #options: Options;
  readonly #boardPath: string;
  readonly #lateCheck: LateCommandCheck;
  readonly #backoff: SendBackoff;
  #started = false;
  #closed = false;
  /** Closed, and still sending what can be sent at once. */
  #draining = false;

  constructor(options: Options) {
    this.#options = options;
    this.#boardPath = `boards/${encodeURIComponent(options.boardId)}`;
    this.#lateCheck = new LateCommandCheck(options, this.#boardPath);
    this.#backoff = new SendBackoff(options.env, this.sendWaiting);
  }

  get isStarted(): boolean {
    return this.#started;
  }
  get isBackingOff(): boolean {
    return this.#backoff.isActive;
  }

  start(): void {
    this.#started = true;
  }

  /** Sends the entries that need not wait. Bound, to be passed as a callback. */
  readonly sendWaiting = (): void => {
    if (!this.#started || this.isBackingOff || (this.#closed && !this.#draining)) return;
    const { list } = this.#options;
    let inFlight = list.all().filter(({ state }) => state === "sending").length;
    for (let i = 0; i < list.all().length && inFlight < maxInFlight; i += 1) {
      const entry = list.all()[i] as OutboxEntry;
      if (!entry.isOpen || entry.state === "sending" || entry.pause || isBlocked(list.all(), i)) continue;
      inFlight += 1;
      void this.#run(entry);
    }
  };

  /** The server may be reachable again: the next try does not wait. */
  skipBackoff(): void {
    this.#backoff.reset();
  }

  /** The page closes: the requests go on without it, and to repeat them is harmless. */
  sendOnUnload(): void {
    const { list, env, call } = this.#options;
    for (const command of takeUnloadCommands(list.all(), env.now())) {
      const { method, path, body } = requestFor(command);
      // No page is left to handle a failure; stored changes are sent again when the board is opened next.
      call(method, `${this.#boardPath}${path}`, body, { keepalive: true }).catch(() => undefined);
    }
    list.notify();
  }

  /** Sends what can be sent at once and leaves the rest to the next page that opens the board. */
  close(): void {
    this.#closed = true;
    this.#draining = this.#started && !this.isBackingOff;
    this.#backoff.reset();
    this.sendWaiting();
    this.#handBack();
  }

  async #run(entry: OutboxEntry): Promise<void> {
    const { list, rebaser, outcomes, confirmed } = this.#options;
    entry.beginSending();
    try {
      if (this.#isLate(entry) && !(await this.#passesLateCheck(entry))) return;
      if (rebaser.fillMissingBase(entry, confirmed())) list.persist(entry);
      const command = entry.uncertain ? sentAgain(entry) : entry.command;
      const { data, version } = await this.#request(command);
      outcomes.succeed(entry, command, data, version);
    } catch (error) {
      if (mayBeCarriedOut(entry, error) && (await this.#endIfCarriedOut(entry))) return;
      entry.endSending();
      this.#handleError(entry, error);
    } finally {
      entry.endSending();
      this.sendWaiting();
      if (this.#closed) this.#handBack();
    }
  }

  #isLate({ uncertain, restored, at }: OutboxEntry): boolean {
    return uncertain || restored || this.#options.env.now() - at > freshMs;
  }

  async #passesLateCheck(entry: OutboxEntry): Promise<boolean> {
    const result = await this.#lateCheck.check(entry);
    if (result === "retry") this.#retryLater(entry, { name: "ApiError", message: "", status: 0 });
    return result === "send";
  }

  /** @returns the answer's data, and the version that contains it */
  async #request(command: BoardCommand): Promise<{ data: unknown; version: number | null }> {
    const { env, call, serverReached, applyAnswer } = this.#options;
    const { method, path, body } = requestFor(command);
    const sentAt = env.now();
    const answer = await call(method, `${this.#boardPath}${path}`, body);
    serverReached();
    this.#backoff.succeeded();
    return { data: answer.data, version: applyAnswer(answer, sentAt) };
  }

  /** Whether the server had carried out an earlier attempt of a refused addition, which then succeeds. */
  async #endIfCarriedOut(entry: OutboxEntry): Promise<boolean> {
    const { compare, outcomes } = this.#options;
    const compared = await compare();
    if (outcomes.endIfOnBoard(entry)) return true;
    if (compared) entry.wasCompared();
    return false;
  }

  /** The board is closed: the next page that opens it sends what this page could not. */
  #handBack(): void {
    const { list } = this.#options;
    if (this.#draining && list.all().some(({ state }) => state === "sending")) return;
    this.#draining = false;
    list.handBack();
  }

  #handleError(entry: OutboxEntry, error: unknown): void {
    const { list, scrub, serverReached, serverUnreached, compare } = this.#options;
    const problem = toApiErrorLike(error);
    const errorClass = classifyError(problem);
    if (errorClass === "refused") serverReached();
    if (list.withheld(entry)) scrub();
    else if (errorClass === "refused") this.#handleRefusal(entry, problem);
    else {
      if (errorClass === "retry") serverUnreached(problem);
      this.#retryOrGiveUp(entry, error);
    }
    if (namesWhatIsGone(entry.command, problem.status)) void compare();
  }

  #handleRefusal(entry: OutboxEntry, problem: ApiErrorLike): void {
    const { outcomes } = this.#options;
    const { command } = entry;
    const { status, data } = problem;
    if (status === 404 && specOf(command).isDoneWhenGone)
      outcomes.succeed(entry, command, { deleted: [] }, null);
    else if (status === 409 && data && isAlreadyDone(data as Item | Action, command))
      outcomes.succeed(entry, command, data, null);
    // The board is left, and nobody would see the refusal: the page that opens it next sends the deletion
    // again, and gets the refusal again.
    else if (this.#closed && changesRefusing(command, problem) !== null) this.#draining = false;
    else if (keepsText(entry)) outcomes.fail(entry, problem);
    else outcomes.giveUp(entry, problem);
  }

  #retryOrGiveUp(entry: OutboxEntry, error: unknown): void {
    const { command, at } = entry;
    const { env, outcomes, compare } = this.#options;
    const problem = toApiErrorLike(error);
    if (!isMomentary(command) || (isOutage(problem) && !isTooOld(command, at, env.now())))
      return this.#retryLater(entry, error);
    outcomes.giveUp(entry, problem);
    // The server may have carried it out.
    void compare();
  }

  #retryLater(entry: OutboxEntry, error: unknown): void {
    const problem = toApiErrorLike(error);
    this.#draining = false;
    entry.attemptFailed(problem.foreign === true || problem.status <= 0 || problem.status >= 500);
    if (isOutage(problem)) this.#backoff.begin(error);
    else this.#backoff.delayEntry(entry, error);
    this.#options.list.notify();
  }
}

/** Whether the server refuses an addition of which it may have carried out an earlier attempt. */
function mayBeCarriedOut({ uncertain, command }: OutboxEntry, error: unknown): boolean {
  return uncertain && isAddition(command) && classifyError(toApiErrorLike(error)) === "refused";
}

/** Whether what the command names is gone or has changed. A move names its sticker in the body: 422. */
function namesWhatIsGone({ type }: BoardCommand, status: number): boolean {
  const isMove = type === "item.move" || type === "items.move";
  return status === 404 || status === 409 || (status === 422 && isMove);
}
