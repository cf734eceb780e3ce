import type { Kysely } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";
import { createTables } from "./0001-tables.ts";
import { createServerState } from "./0002-server-state.ts";
import { prepareForGrowth } from "./0004-growth.ts";
import { addRetention } from "./0005-retention.ts";
import { addAdminSecurity } from "./0006-admin.ts";
import { addListRemovals } from "./0007-my-boards.ts";
import { keepDeletedStickers } from "./0008-deleted-stickers.ts";
import { addActions } from "./0009-actions.ts";
import { addSpaces } from "./0010-spaces.ts";
import { addBoardStates } from "./0011-board-states.ts";
import { addSpaceSearch } from "./0012-space-search.ts";
import { addPassphraseSetters } from "./0013-passphrase-setters.ts";
import { addSpaceCounts } from "./0014-space-counts.ts";
import { addMeetings } from "./0016-meetings.ts";
import { addReactions } from "./0017-reactions.ts";
import { addRounds } from "./0018-rounds.ts";
import { addTopicNotes } from "./0019-topic-notes.ts";
import { addGroupNames } from "./0020-group-names.ts";
import { addQuestions } from "./0021-questions.ts";
import { addSignIn } from "./0028-sign-in.ts";
import { rememberSteps } from "./0029-remembered-steps.ts";
import { addApiTokens } from "./0030-api-tokens.ts";
import { addWebhooks } from "./0031-webhooks.ts";
import { addMemberSpaces } from "./0032-member-spaces.ts";
import { searchNotes } from "./0033-search-of-notes.ts";
import { searchLinks } from "./0034-search-of-links.ts";
import { dropStickerCountIndex } from "./0035-drop-sticker-count-index.ts";

export interface Migration {
  up: (db: Kysely<Database>, engine: Engine) => Promise<void>;
  /** Why servers of the release before cannot use the schema. Leave it out for what only adds. */
  breaking?: string;
}

export type MigrationList = Readonly<Record<string, Migration>>;

export const releasedMigrations: MigrationList = {
  "0001-tables": { up: createTables },
  "0002-server-state": { up: createServerState },
  "0004-growth": { up: prepareForGrowth },
  "0005-retention": { up: addRetention },
  "0006-admin": { up: addAdminSecurity },
  "0007-my-boards": { up: addListRemovals },
  "0008-deleted-stickers": { up: keepDeletedStickers },
  "0009-actions": { up: addActions },
  "0010-spaces": { up: addSpaces },
  "0011-board-states": { up: addBoardStates },
  "0012-space-search": { up: addSpaceSearch },
  "0013-passphrase-setters": { up: addPassphraseSetters },
  "0014-space-counts": { up: addSpaceCounts },
  "0016-meetings": { up: addMeetings },
  "0017-reactions": { up: addReactions },
  "0018-rounds": { up: addRounds },
  "0019-topic-notes": { up: addTopicNotes },
  "0020-group-names": { up: addGroupNames },
  "0021-questions": { up: addQuestions },
  "0028-sign-in": { up: addSignIn },
  "0029-remembered-steps": { up: rememberSteps },
  "0030-api-tokens": { up: addApiTokens },
  "0031-webhooks": { up: addWebhooks },
  "0032-member-spaces": { up: addMemberSpaces },
  "0033-search-of-notes": { up: searchNotes },
  "0034-search-of-links": { up: searchLinks },
  "0035-drop-sticker-count-index": { up: dropStickerCountIndex },
};
