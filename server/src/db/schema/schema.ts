import type { Role } from "@retro/contract/entities";
import type { QuestionKind } from "@retro/contract/facilitation/questions";
import type { ColumnType, Generated } from "kysely";
import type {
  ApiTokensTable,
  IdentitiesTable,
  MemberSpacesTable,
  MergesTable,
  ProviderSessionsTable,
} from "./schema-sign-in.ts";
import type { SpacesTable, SpaceTemplatesTable } from "./space-tables.ts";
import type { WebhookDeliveriesTable, WebhookMessagesTable, WebhooksTable } from "./schema-webhooks.ts";
import type { DeletedItemsTable, DeletedVotesTable, DeletionsTable, ItemsTable } from "./schema-items.ts";
import type { ActionCountsTable, ActionsTable, DeletedActionsTable } from "./schema-actions.ts";

/** The same on both engines: ids are text, times epoch milliseconds, booleans 0/1, JSON text. */
type Flag = ColumnType<number, number, number>;

export type Engine = "sqlite" | "postgres";

export interface UsersTable {
  id: string;
  role: Role;
  name: string;
  color: string;
  is_avatar_stickers: Flag;
  email: string | null;
  password_hash: string | null;
  created_at: number;
  /** When the user was last active, at most a day and an hour late; null: unknown. Retention uses it. */
  seen_at: number | null;
}
export interface SessionsTable {
  /** SHA-256 of the cookie's token, hex. */
  id: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  address: string;
  user_agent: string;
  /** When an administrator's session ends in any case; null for a visitor's. */
  ends_at: number | null;
}
export interface SignInLinksTable {
  /** SHA-256 of the link's token, hex. */
  id: string;
  user_id: string;
  expires_at: number;
}
export interface RemovedAdminsTable {
  /** SHA-256 of the address, hex. */
  email_hash: string;
  removed_at: number;
}
export interface BoardsTable {
  id: string;
  title: string;
  description: string;
  search: string;
  creator_id: string | null;
  version: number;
  facilitator_id: string | null;
  facilitator_options: string;
  timer: string;
  /** When the server ends a running timer; null unless running. */
  timer_settles_at: number | null;
  section_count: number;
  sticker_count: number;
  action_count: Generated<number>;
  created_at: number;
  /** When a user last read or changed the board, at most a day late; null: unknown. Retention uses it. */
  last_used_at: number | null;
  locked: ColumnType<number, number | undefined, number>;
  /** When the board was put into the archive; null: it is not there [M3]. */
  archived_at: Generated<number | null>;
  /** When the board was put into the bin, and who did it; null: it is not there [M4]. */
  deleted_at: Generated<number | null>;
  deleted_by: Generated<string | null>;
  /** Argon2id of the passphrase; null: none is needed [M5]. */
  passphrase_hash: Generated<string | null>;
  /** The space that the board belongs to; null: none. */
  space_id: Generated<string | null>;
  /** JSON of Meeting; null: there is none [F1]. */
  meeting: Generated<string | null>;
  /** JSON of what the last step of the meeting replaced [F3]; null: nothing. */
  meeting_undo: Generated<string | null>;
  /** JSON of the rounds of votes; null: nobody has made one [V8]. */
  rounds: Generated<string | null>;
  /** JSON of the steps that the next meeting begins with [F1]; null: those of the space, or the usual ones. */
  next_steps: Generated<string | null>;
  /** JSON of LastMeeting; null: no meeting has ended [F10]. */
  last_meeting: Generated<string | null>;
}
export interface BoardPassesTable {
  board_id: string;
  user_id: string;
  passed_at: number;
  has_set: ColumnType<number, number | undefined, number>;
}
/** JSON of `answerCounts`: all answers, and those that are shown [Q3]. Nothing says when or by whom [Q2]. */
export interface BoardQuestionsTable {
  board_id: string;
  kind: QuestionKind;
  counts: string;
  shown: string;
  /** What was asked; null: the usual text. */
  text: Generated<string | null>;
}
/** Who has answered a question, so that nobody answers twice [Q1]. */
export interface BoardAnswerersTable {
  board_id: string;
  kind: QuestionKind;
  user_id: string;
}
export interface VotesTable {
  id: string;
  board_id: string;
  item_id: string;
  user_id: string;
  created_at: number;
  /** More than 1 only in a round that permits several votes on one sticker [V9]. */
  count: Generated<number>;
}
export interface ChangesTable {
  board_id: string;
  version: number;
  /** JSON of the ids that the command touched, without text (see the decision on the change log). */
  touched: string;
  created_at: number;
}
export interface VisitsTable {
  user_id: string;
  board_id: string;
  visited_at: number;
  /** When the user removed the board from their list; null while it is in it. */
  removed_at: Generated<number | null>;
}
export interface TemplateCountsTable {
  template_key: string;
  count: number;
}
export interface OwnTemplatesTable {
  id: string;
  user_id: string;
  title: string;
  description: string;
  sections: string;
  count: number;
  created_at: number;
  /** JSON of the steps of its boards' meetings [F1]; null: it remembers none. */
  steps: Generated<string | null>;
}
export interface UsedSolutionsTable {
  id: string;
  expires_at: number;
}
export interface FeedbackTable {
  id: string;
  user_id: string | null;
  name: string;
  email: string | null;
  comment: string;
  search: string;
  created_at: number;
}
export interface FeedbackFilesTable {
  id: string;
  feedback_id: string;
  position: number;
  type: string;
  bytes: Uint8Array;
}
export interface ContactsTable {
  id: string;
  email: string;
  name: string;
  inquiry: string;
  subject: string;
  message: string;
  search: string;
  created_at: number;
}
export interface SubscribersTable {
  id: string;
  email: string;
  search: string;
  created_at: number;
}
export interface LogEventsTable {
  id: number;
  title: string;
  function: string;
  object: string;
  search: string;
}
export interface LogsTable {
  id: string;
  event_id: number;
  user_id: string | null;
  /** The user's name when it happened. */
  name: string;
  function: string;
  object: string;
  search: string;
  created_at: number;
}
export interface SignInFailuresTable {
  /** `account:…`, `address:…`, `device:…`, `puzzle:…`, `board:…` or `visitor:…`, each with a SHA-256. */
  subject: string;
  failures: number;
  /** From this time the row has no effect and may be deleted; `throttle.ts` explains the time before. */
  locked_until: number;
}
/** The sessions have ended, the rest is being deleted. A row is deleted with its user. */
export interface ErasuresTable {
  user_id: string;
  /** Who or what started it: the visitor, an administrator, or the end of the retention time. */
  reason: "self" | "admin" | "inactive";
  created_at: number;
}
export interface NoticesTable {
  id: string;
  /** `board`: clients of this board must fetch `version`. `user`: servers close this user's connections. */
  kind: "board" | "user";
  subject_id: string;
  version: number;
  created_at: number;
}
export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: number;
  position: string;
}

export interface ServerStateTable {
  /** `app-secret`: the generated APP_SECRET, on PostgreSQL. `probe`: written by the readiness check. */
  key: string;
  value: string;
}

export interface ListTotalsTable {
  list: string;
  part: number;
  total: number;
}

export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  identities: IdentitiesTable;
  provider_sessions: ProviderSessionsTable;
  user_merges: MergesTable;
  api_tokens: ApiTokensTable;
  member_spaces: MemberSpacesTable;
  spaces: SpacesTable;
  space_templates: SpaceTemplatesTable;
  boards: BoardsTable;
  board_passes: BoardPassesTable;
  board_questions: BoardQuestionsTable;
  board_answerers: BoardAnswerersTable;
  items: ItemsTable;
  votes: VotesTable;
  deletions: DeletionsTable;
  deleted_items: DeletedItemsTable;
  deleted_votes: DeletedVotesTable;
  actions: ActionsTable;
  deleted_actions: DeletedActionsTable;
  action_counts: ActionCountsTable;
  changes: ChangesTable;
  visits: VisitsTable;
  template_counts: TemplateCountsTable;
  own_templates: OwnTemplatesTable;
  used_solutions: UsedSolutionsTable;
  feedback: FeedbackTable;
  feedback_files: FeedbackFilesTable;
  contacts: ContactsTable;
  subscribers: SubscribersTable;
  log_events: LogEventsTable;
  logs: LogsTable;
  sign_in_failures: SignInFailuresTable;
  sign_in_links: SignInLinksTable;
  removed_admins: RemovedAdminsTable;
  server_state: ServerStateTable;
  erasures: ErasuresTable;
  notices: NoticesTable;
  leases: LeasesTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  list_totals: ListTotalsTable;
}
