import { Counter } from "../../observe/metrics.ts";

/** They exist before the first webhook: an alert sees only what has grown while it looked. */
export const counters = {
  sent: new Counter("retro_webhooks_sent_total", "Webhook messages that a receiver accepted"),
  failed: new Counter("retro_webhook_failures_total", "Attempts to send a webhook message that failed"),
  off: new Counter(
    "retro_webhooks_switched_off_total",
    "Webhooks switched off because they failed for a day",
  ),
};
