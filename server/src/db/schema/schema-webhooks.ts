import type { Locale } from "@retro/contract/messages/catalogue";
import type {
  WebhookDelivery,
  WebhookEvent,
  WebhookFormat,
  WebhookState,
} from "@retro/contract/webhooks/webhooks";

export interface WebhooksTable {
  id: string;
  /** Null: the hook of an administrator, for all boards of the server. */
  space_id: string | null;
  name: string;
  url: string;
  format: WebhookFormat;
  /** Of the messages to chats. */
  locale: Locale;
  /** The events between spaces, with one at both ends, so that a query finds one. */
  events: string;
  /** `whsec_` and 24 bytes in base64, as Standard Webhooks wants it. */
  secret: string;
  state: WebhookState;
  /** The first failure since the last success; null: the last attempt was a success, or there was none. */
  failing_since: number | null;
  created_at: number;
}
/** What a hook has still to be told, in the order of the board's versions. A row goes with its delivery. */
export interface WebhookMessagesTable {
  hook_id: string;
  board_id: string;
  version: number;
  /** Tells the messages of one version apart. */
  part: number;
  message_id: string;
  type: WebhookEvent;
  payload: string;
  created_at: number;
  attempts: number;
  next_at: number;
}
/** The last attempts of a hook. */
export interface WebhookDeliveriesTable extends Omit<WebhookDelivery, "at"> {
  hook_id: string;
  at: number;
}
