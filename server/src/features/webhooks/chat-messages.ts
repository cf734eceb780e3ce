import { graphemesOf } from "@retro/contract/text";
import type { WebhookFormat, WebhookPayload } from "@retro/contract/webhooks/webhooks";
import type { Translate } from "../../http/session/locale.ts";

/** Of what is sent, with its escapes and its link: Discord takes no more, and the others take this. */
const longest = 2_000;

/** The body of a message: the payload itself, or what the chat takes. Nobody is mentioned by a text of a board. */
export function bodyOf(format: WebhookFormat, payload: WebhookPayload, t: Translate): string {
  if (format === "standard") return JSON.stringify(payload);
  const text = sentenceOf(payload, t);
  const url = "board" in payload.data ? payload.data.board.url : undefined;
  return JSON.stringify(chats[format](text, url, t("webhooks.openBoard")));
}

function sentenceOf(payload: WebhookPayload, t: Translate): string {
  if (payload.type === "webhook.test") return t("webhooks.testMessage");
  const board = payload.data.board.title ?? t("webhooks.closedBoard");
  switch (payload.type) {
    case "board.created":
    case "meeting.closed":
      return t(`webhooks.said.${payload.type}`, { board });
    case "meeting.started":
    case "meeting.step": {
      const { kind, name } = payload.data.step;
      return t(`webhooks.said.${payload.type}`, { board, step: name ?? t(`meeting.step.${kind}` as never) });
    }
    case "round.closed": {
      const { number, name } = payload.data.round;
      const round = t(name === null ? "rounds.numbered" : "rounds.named", { number, name: name ?? "" });
      return t("webhooks.said.round.closed", { board, round });
    }
    case "action.created":
    case "action.changed":
    case "action.done":
    case "action.due": {
      const { text, owner, due_on } = payload.data.action;
      const known = [owner, due_on].filter((each) => each !== null).join(", ");
      const action = `${text ?? t("webhooks.hiddenText")}${known === "" ? "" : ` (${known})`}`;
      return t(`webhooks.said.${payload.type}`, { board, action });
    }
    default:
      return payload satisfies never;
  }
}

/** Between an @ and a name: chats then see no mention. */
const gap = "\u200B";
const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>:]/g, String.raw`\$&`).replaceAll("@", `@${gap}`);

export const chats: Record<
  Exclude<WebhookFormat, "standard">,
  (text: string, url: string | undefined, open: string) => object
> = {
  slack: (text, url, open) => {
    const link = url === undefined ? "" : `\n<${url}|${open}>`;
    return { text: fit(text, escapeSlack, longest - link.length) + link, unfurl_links: false };
  },
  mattermost: (text, url, open) => ({ text: withLink(text, url, open) }),
  discord: (text, url, open) => ({
    content: withLink(text, url, open),
    allowed_mentions: { parse: [] },
  }),
  teams: (text, url, title) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: fit(text, String, longest) }] }],
          ...(url !== undefined && { actions: [{ type: "Action.OpenUrl", title, url }] }),
        },
      },
    ],
  }),
};

function withLink(text: string, url: string | undefined, open: string): string {
  const link = url === undefined ? "" : `\n[${open}](${url})`;
  return fit(text, escapeMarkdown, longest - link.length) + link;
}

/** Escaped, and no longer than `max` then; cut between the characters of the reader, so never within an escape. */
function fit(text: string, escape: (character: string) => string, max: number): string {
  let fitted = "";
  for (const character of graphemesOf(text)) {
    const escaped = escape(character);
    if (fitted.length + escaped.length > max) break;
    fitted += escaped;
  }
  return fitted;
}
