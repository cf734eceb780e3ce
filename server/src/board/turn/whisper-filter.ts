import { createHmac } from "node:crypto";
import {
  eventNames,
  type ParsedChannel,
  whisperAsk,
  whisperEdit,
  whisperReady,
  whisperSomebodyWriting,
  whisperUser,
  whisperWish,
  type WhisperWish,
  whisperWriting,
} from "@retro/contract/events";
import type { ZodMiniType } from "zod/mini";
import { mayWhisperEdit, mayWhisperSomebodyWrites, mayWhisperWriter } from "./whisper-restrictions.ts";

interface WhisperRule {
  schema: ZodMiniType;
  isAllowed?: (boardId: string) => boolean;
}

const rulesOfChannel: Partial<Record<ParsedChannel["kind"], ReadonlyMap<string, WhisperRule>>> = {
  // Frames of private channels do not name their sender [F6].
  user: new Map([[eventNames.whisperWish, { schema: whisperWish }]]),
  facilitation: new Map<string, WhisperRule>([
    [eventNames.whisperWish, { schema: whisperWish }],
    [eventNames.whisperWriting, { schema: whisperSomebodyWriting, isAllowed: mayWhisperSomebodyWrites }],
  ]),
  presence: new Map<string, WhisperRule>([
    [eventNames.whisperUser, { schema: whisperUser }],
    [eventNames.whisperReady, { schema: whisperReady }],
    [eventNames.whisperAsk, { schema: whisperAsk }],
    [eventNames.whisperEdit, { schema: whisperEdit, isAllowed: mayWhisperEdit }],
    [eventNames.whisperWriting, { schema: whisperWriting, isAllowed: mayWhisperWriter }],
  ]),
};

export interface Whisper {
  board: ParsedChannel;
  event: string;
  data: unknown;
  /** The user's id; null for a connection without a user, and undefined where the sender signed it already. */
  sender?: string | null | undefined;
}

/** @returns what the other connections receive; false: nothing */
export function filterWhisper(
  { board, event, data, sender }: Whisper,
  wishSecret: Buffer,
): { data: unknown } | false {
  const rule = rulesOfChannel[board.kind]?.get(event);
  if (rule === undefined || rule.isAllowed?.(board.id) === false) return false;
  const parsed = rule.schema.safeParse(data);
  if (!parsed.success) return false;
  if (event !== eventNames.whisperWish || sender === undefined) return { data: parsed.data };
  return sender !== null && signWish(wishSecret, sender, parsed.data as WhisperWish);
}

/**
 * One token for each user and topic replaces the browser's own. So a connection counts once, and the token
 * reveals neither its user nor the same user's wish for another topic [F6].
 */
function signWish(secret: Buffer, userId: string, said: WhisperWish): { data: WhisperWish } | false {
  const topic = said.wish?.split(":")[1] ?? said.topic;
  if (topic === undefined) return false;
  const hmac = createHmac("sha256", secret).update(JSON.stringify([userId, said.board_id, String(topic)]));
  return { data: { ...said, token: hmac.digest("base64url").slice(0, 22) } };
}
