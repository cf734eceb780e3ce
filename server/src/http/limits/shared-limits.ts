import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Charges } from "../../limits/charge-log.ts";

const charged = "charged";
const sendEveryMs = 500;

/** A node decides with what it knows, so that no request waits for another node. */
export function shareLimits(
  app: FastifyInstance,
  { rateLimiter, nodes }: Pick<Deps, "rateLimiter" | "nodes">,
): void {
  if (nodes.state() === null) return;
  rateLimiter.logCharges();
  nodes.on(charged, (data) => rateLimiter.applyCharges(data as Charges));
  const timer = setInterval(() => {
    if (!nodes.connected) return;
    const charges = rateLimiter.takeChargesToShare();
    if (Object.keys(charges).length > 0) nodes.send(charged, charges);
  }, sendEveryMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
