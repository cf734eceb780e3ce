/** Settings of 1.0 and of the builds after it, and what holds instead. This file goes with 1.2. */
const removed: Readonly<Record<string, string>> = {
  AUTH_HEADER_NAME:
    "the name is in the header beside AUTH_HEADER whose last word is Name, such as Remote-Name",
  AUTH_HEADER_PROXIES: "AUTH_HEADER counts from the addresses that TRUST_PROXY names",
  CHANGE_LOG_RETENTION_DAYS: "a change log is kept for 30 days",
  CONTACT_RETENTION_DAYS: "messages of the contact form are kept for 365 days",
  DATABASE_POOL_SIZE: "a server has 10 connections to PostgreSQL; for more servers put PgBouncer before it",
  DRAIN_SECONDS: "with REDIS_URL a server drains its connections, for up to a minute",
  FEEDBACK_RETENTION_DAYS: "feedback is kept for 365 days",
  LOG_RETENTION_DAYS: "the activity log is kept for 90 days",
  METRICS: "without METRICS_TOKEN only this machine can read /metrics",
  OIDC_AUTO: "with GUESTS=off a new visitor goes to the provider without a button",
  OIDC_NAME_CLAIM: "the name is taken from the usual claims",
  PROBLEM_WEBHOOK_FORMAT: "a chat is known by the form of PROBLEM_WEBHOOK_URL, and other receivers get JSON",
  PUSHER_PORT: "write the port into PUSHER_HOST, like https://push.example.com:6001",
  SECURITY_CONTACT: "write it into security.txt in LEGAL_DIR",
  WEBHOOK_HTTP: "webhooks may have http to the hosts that WEBHOOK_PRIVATE_HOSTS names",
};

/** @returns what the start warns of: a removed setting that is set would be ignored without a word */
export function removedSettings(env: Record<string, string | undefined>): string[] {
  return Object.entries(removed)
    .filter(([name]) => env[name]?.trim())
    .map(([name, instead]) => `${name} is no longer a setting: ${instead}`);
}

export function isRemovedSetting(name: string): boolean {
  return Object.hasOwn(removed, name);
}
