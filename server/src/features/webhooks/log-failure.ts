import type { Deps } from "../../deps.ts";
import { hostOf } from "../../outgoing/addresses.ts";
import type { HookRow } from "./store.ts";

/** What log lines say of a hook: of its address only the host, because the rest may be a secret [J4]. */
export function describe({ id, url, space_id }: Pick<HookRow, "id" | "url" | "space_id">) {
  return { webhook: id, host: hostOf(new URL(url)), place: space_id === null ? "server" : "space" };
}

export function logFailure(log: Deps["log"], hook: HookRow, reason: string): void {
  log.warn({ ...describe(hook), reason }, "a webhook could not be delivered");
}
