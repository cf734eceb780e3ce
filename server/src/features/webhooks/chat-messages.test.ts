import { expect, test } from "vitest";
import { webhookFormats, type WebhookPayload } from "@retro/contract/webhooks/webhooks";
import { loadTranslators } from "../../http/session/locale.ts";
import { bodyOf } from "./chat-messages.ts";

/** Discord's limit, the tightest one. */
const mostOfDiscord = 2_000;
const url = `https://retro.example.com/boards/${"a".repeat(22)}`;

function payload(text: string, title = "Sprint"): WebhookPayload {
  const action = { id: "7b0e", text, owner: null, due_on: null, status: "open" };
  const board = { id: "q1w2e3", title, url };
  return { type: "action.created", timestamp: "2026-05-04T10:00:00.000Z", data: { board, action } };
}

test.each([
  ["a table", "+------+------+\n".repeat(63).slice(0, 1_000)],
  ["links, whose every sign is escaped", "[x](y)!".repeat(143).slice(0, 1_000)],
  ["mentions", "@".repeat(1_000)],
  ["an odd number before the signs", `a${"*".repeat(999)}`],
])("attack: %s of 1,000 characters stays within the limit of a chat when it is escaped", async (_, text) => {
  const t = (await loadTranslators()).en;
  for (const title of ["Sprint", "_".repeat(255)]) {
    const { content } = JSON.parse(bodyOf("discord", payload(text, title), t)) as { content: string };
    expect(content.length).toBeLessThanOrEqual(mostOfDiscord);
    const [said = ""] = content.split("\n[Open the board]");
    expect(content).toContain(`\n[Open the board](${url})`);
    // A cut escape would make the line break a part of it.
    expect((/\\*$/.exec(said)?.[0].length ?? 0) % 2).toBe(0);
  }
  const { text: slack } = JSON.parse(bodyOf("slack", payload("&".repeat(1_000)), t)) as { text: string };
  expect(slack.length).toBeLessThanOrEqual(mostOfDiscord);
  expect(slack).toMatch(/&amp;\n<https/);
});

test.each(webhookFormats)("a message of %s keeps a text that fits", async (format) => {
  const t = (await loadTranslators()).en;
  expect(bodyOf(format, payload("Plain words ".repeat(80)), t)).toContain("Plain words Plain words");
});
