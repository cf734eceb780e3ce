import { AsyncLocalStorage } from "node:async_hooks";
import { setOutbox } from "../../board/turn/board-outbox.ts";
import type { Deps, FeatureApp } from "../../deps.ts";
import type { Sender } from "./sender.ts";
import "./counters.ts";
import { hasHooks } from "./store.ts";

const changed = "webhooks";
/** A node whose bus was away finds the first hook this late; hooks that it has loaded are not affected. */
const lookMs = 10_000;

/** Loads what hooks need when there is one. Until then turns have no outbox, and nothing of it is loaded. */
export class HookWatch {
  readonly #deps: Deps;
  /** The sender runs outside the transaction and the request that wake it. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #sender: Sender | null = null;
  #isListening = false;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(app: FeatureApp, deps: Deps) {
    this.#deps = deps;
    deps.nodes.on(changed, () => this.#lookAgain());
    app.addHook("onReady", () => this.look());
    app.addHook("onListen", async () => {
      this.#isListening = true;
      this.#wake();
      if (deps.settings.redisUrl !== null || deps.settings.pusher !== null)
        this.#timer = setInterval(() => this.#lookAgain(), lookMs).unref();
    });
    app.addHook("onClose", async () => {
      if (this.#timer) clearInterval(this.#timer);
      await this.#looking;
      setOutbox(deps, null);
      await this.#sender?.stop();
    });
  }

  /** After a hook was made, changed or deleted. */
  async announceChange(): Promise<void> {
    this.#deps.nodes.send(changed, null);
    await this.look();
  }

  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  #lookAgain(): void {
    this.look().catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, "webhooks could not be looked for"),
    );
  }

  async #look(): Promise<void> {
    const deps = this.#deps;
    if (!(await hasHooks(deps.database.db))) {
      setOutbox(deps, null);
      const sender = this.#sender;
      this.#sender = null;
      await sender?.stop();
      return;
    }
    if (this.#sender !== null) {
      this.#wake();
      return;
    }
    const [{ webhookOutbox }, { Sender }] = await Promise.all([import("./outbox.ts"), import("./sender.ts")]);
    const sender = new Sender(deps);
    this.#sender = sender;
    setOutbox(
      deps,
      webhookOutbox(deps, () => this.#wake()),
    );
    this.#wake();
  }

  /** An application that never listens sends nothing. */
  #wake(): void {
    if (this.#isListening) this.#outside(() => this.#sender?.wake());
  }
}
