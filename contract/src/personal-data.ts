import * as z from "zod/mini";
import { actionDetails } from "./actions.ts";
import { user } from "./users.ts";

/** Everything that is stored about a user, and nothing that others wrote [P6]. Times are ISO 8601 in UTC. */
export const personalData = z.object({
  format: z.literal("retro-personal-data"),
  version: z.literal(1),
  exported_at: z.string(),
  user: z.extend(user, {
    email: z.optional(z.string()),
    created_at: z.string(),
    /** When the user was last active; it may lag by a day. */
    seen_at: z.optional(z.string()),
  }),
  sessions: z.array(
    z.object({ created_at: z.string(), last_used_at: z.string(), address: z.string(), browser: z.string() }),
  ),
  /** Who the user is at the provider of sign-ins, and what it calls its sessions [I3, I6]. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), created_at: z.string() })),
  provider_sessions: z.array(z.object({ issuer: z.string(), sid: z.nullable(z.string()) })),
  /** Spaces that are kept for the devices of a person who is signed in, without their links [I8]. */
  kept_spaces: z.array(z.object({ name: z.string(), kept_at: z.string() })),
  /** Spaces whose link the user has opened [M5]; without a name if it was replaced since. */
  spaces_opened: z.array(z.object({ name: z.string(), opened_at: z.string() })),
  /** API tokens that the user has made [U7]. */
  api_tokens: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.optional(z.string()),
      expires_at: z.optional(z.string()),
    }),
  ),
  boards_opened: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      opened_at: z.string(),
      removed_from_list_at: z.optional(z.string()),
    }),
  ),
  boards_created: z.array(z.object({ id: z.string(), title: z.string(), created_at: z.string() })),
  /** Boards that the user facilitates, and boards that the user put into the bin [S1, M4]. */
  seats_held: z.array(z.object({ board_id: z.string() })),
  boards_in_bin: z.array(z.object({ board_id: z.string(), deleted_at: z.string() })),
  /** Boards whose passphrase the user has given [M5]. */
  passphrases_given: z.array(z.object({ board_id: z.string(), given_at: z.string() })),
  /** Anonymous questions that the user has answered; the answers are stored without users [Q2]. */
  answered_questions: z.array(z.object({ board_id: z.string(), kind: z.string() })),
  stickers: z.array(
    z.object({
      board_id: z.string(),
      id: z.string(),
      text: z.string(),
      style: z.unknown(),
      created_at: z.string(),
      /** On a deleted sticker that can still be restored [T12]. */
      deleted_at: z.optional(z.string()),
    }),
  ),
  actions: z.array(
    z.object({
      board_id: z.string(),
      id: z.string(),
      text: z.string(),
      owner_name: z.nullable(z.string()),
      ...actionDetails.shape,
      status: z.string(),
      created_at: z.string(),
      /** On a deleted action that can still be restored [D4]. */
      deleted_at: z.optional(z.string()),
    }),
  ),
  /** Ids of actions that the user owns, or deleted and can restore: others may have written them. */
  owned_actions: z.array(z.object({ board_id: z.string(), action_id: z.string() })),
  actions_from_stickers: z.array(z.object({ board_id: z.string(), action_id: z.string() })),
  deleted_actions: z.array(z.object({ board_id: z.string(), action_id: z.string(), deleted_at: z.string() })),
  /** Stickers that the user deleted and can still restore: ids, because others may have written them. */
  deletions: z.array(z.object({ board_id: z.string(), item_id: z.string(), deleted_at: z.string() })),
  votes: z.array(
    z.object({ board_id: z.string(), item_id: z.string(), count: z.number(), created_at: z.string() }),
  ),
  /** The kinds of the user's reactions to each sticker [K1]. */
  reactions: z.array(z.object({ board_id: z.string(), item_id: z.string(), kinds: z.array(z.string()) })),
  templates: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      sections: z.unknown(),
      /** The steps stored for its boards' meetings; null: none. */
      steps: z.optional(z.unknown()),
      created_at: z.string(),
    }),
  ),
  /** The user's clicks in the activity log [P4]. */
  activity: z.array(
    z.object({
      event: z.string(),
      name: z.string(),
      function: z.string(),
      object: z.string(),
      created_at: z.string(),
    }),
  ),
  feedback: z.array(
    z.object({
      name: z.string(),
      email: z.nullable(z.string()),
      comment: z.string(),
      created_at: z.string(),
      pictures: z.array(z.object({ type: z.string(), base64: z.string() })),
    }),
  ),
});
