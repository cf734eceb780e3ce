import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { type Person, type PersonInfo, personInfo } from "@retro/contract/users";
import {
  eventNames,
  whisperEdit,
  whisperReady,
  whisperUser,
  whisperWish,
  type WhisperWish,
  whisperWriting,
} from "@retro/contract/events";
import { mayNameWriters, showsAvatar } from "@retro/rules/permissions";
import type { RawMember } from "../../realtime/connection.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createPeopleDirectory } from "./peopleDirectory.ts";
import { createReadiness, type Ready } from "./readiness.ts";
import type { Member } from "../types.ts";
import { createWishes, type Wish } from "./wishes.ts";
import { createWriters } from "./writers.ts";
import { createRepeatedWhisper } from "./repeatedWhisper.ts";
import { createWhisperMarks } from "./whisperMarks.ts";

interface PeopleOptions {
  boardId: string;
  me: Person;
  env: BoardEnvironment;
  whisper: (event: string, data: unknown) => void;
  /** Whispers over a channel that does not reveal the sender. */
  whisperAnonymously: (event: string, data: unknown) => void;
  whisperToOwnTabs: (event: string, data: unknown) => void;
  /** Whether avatars are hidden: editors and authors are then secret. */
  hidden: () => boolean;
  /** Null until the board is loaded. */
  facilitation: () => Facilitation | null;
  changed: () => void;
}

export type People = ReturnType<typeof createPeople>;

/**
 * The users on the board: their names, what each of them edits, and where they write. In memory only. The
 * members begin with the user alone, until the channel's members arrive.
 */
export function createPeople(options: PeopleOptions) {
  const { me, env, changed, hidden } = options;
  const directory = createPeopleDirectory(me);
  const whisper = (itemId: string | null) => options.whisper(eventNames.whisperEdit, { item_id: itemId });
  const editors = createEditors({ env, hidden, whisper, changed });
  const writers = createBoardWriters(options, directory);
  const readiness = createReadiness({
    env,
    whisper: (ready) => options.whisper(eventNames.whisperReady, { ready }),
    changed,
  });
  const wishes = createWishes({
    env,
    whisper(said) {
      const data: WhisperWish = { board_id: options.boardId, ...said };
      options.whisperToOwnTabs(eventNames.whisperWish, data);
      options.whisperAnonymously(eventNames.whisperWish, data);
    },
    people: () => directory.members().length,
    changed,
  });
  const marks = [editors, writers, readiness];
  let hasAsked = false;

  /** Whispers sent before this connection began are lost, also those of the user's other tabs [F5]. */
  function ask(): void {
    // The view of a board that has just been opened may be from before the meeting.
    if (hasAsked && options.facilitation()?.meeting === undefined) return;
    hasAsked = true;
    options.whisper(eventNames.whisperAsk, {});
  }

  function scrub(): void {
    directory.forgetAbsent();
    for (const each of marks) each.scrub();
    changed();
  }

  return {
    members: directory.members,
    people: directory.people,
    editing: editors.byItem,
    writing: writers.byColumn,
    setMembers(raw: readonly RawMember[]): void {
      const memberIds = directory.setMembers(raw.flatMap((each) => parseMember(each) ?? []));
      for (const each of marks) {
        each.keepOnly(memberIds);
        each.subscribed();
      }
      ask();
      changed();
    },
    joined(raw: RawMember): void {
      const member = parseMember(raw);
      if (!member) return;
      directory.join(member);
      for (const each of [...marks, wishes]) each.memberJoined();
      changed();
    },
    left(userId: string): void {
      if (userId === me.id) return;
      directory.leave(userId);
      if (hidden()) scrub();
      for (const each of marks) each.left(userId);
    },
    ...createWhisperListener(options, { directory, editors, writers, readiness, wishes }),
    addPeople(known: readonly Person[]): void {
      directory.add(known);
      changed();
    },
    /** Forgets absent users and all marks, because authors are now hidden. */
    scrub,
    /** Forgets who writes where, because another may be named now. */
    scrubWriters: () => writers.scrub(),
    readyOthers: readiness.others,
    ready: readiness.mine,
    setReady: readiness.set,
    wishOthers: wishes.others,
    wish: wishes.mine,
    setWish: (wish: Wish): void => wishes.set(wish),
    setEditing: editors.set,
    setWriting: writers.set,
    setOwnInfo(info: PersonInfo): void {
      directory.update({ id: me.id, ...info });
      options.whisper(eventNames.whisperUser, info);
      changed();
    },
    close(): void {
      for (const each of [...marks, wishes]) each.close();
    },
  };
}

interface WhisperTargets {
  directory: ReturnType<typeof createPeopleDirectory>;
  editors: ReturnType<typeof createEditors>;
  writers: ReturnType<typeof createWriters>;
  readiness: ReturnType<typeof createReadiness>;
  wishes: ReturnType<typeof createWishes>;
}

const answerEveryMs = 2000;

function createWhisperListener(
  { boardId, env, me: { id: myId }, changed }: PeopleOptions,
  { directory, editors, writers, readiness, wishes }: WhisperTargets,
) {
  let isPausing = false;
  let hasAskedMeanwhile = false;

  /** All see an answer: whoever asks more often makes nobody spend the whispers that they have. */
  function answer(): void {
    if (isPausing) {
      hasAskedMeanwhile = true;
      return;
    }
    readiness.memberJoined();
    wishes.memberJoined();
    isPausing = true;
    env.schedule(answerEveryMs, () => {
      isPausing = false;
      if (hasAskedMeanwhile) answer();
      hasAskedMeanwhile = false;
    });
  }

  return {
    whispered(event: string, data: unknown, from: string | undefined): void {
      if (from === undefined) return;
      const whisper = parseWhisper(event, data);
      if (whisper?.kind === "user") {
        directory.update({ id: from, ...whisper.info });
        changed();
      } else if (whisper?.kind === "ready") {
        if (from === myId) readiness.adopt(whisper.ready);
        else readiness.whispered(whisper.ready, from);
      } else if (whisper?.kind === "ask") {
        answer();
      } else if (whisper !== null && whisper.kind !== "wish" && from !== myId)
        (whisper.kind === "edit" ? editors : writers).whispered(whisper.id, from);
    },
    /** A whisper whose sender is withheld. */
    whisperedAnonymously(event: string, data: unknown): void {
      const whisper = parseWhisper(event, data);
      if (whisper?.kind === "writing") writers.whispered(whisper.id, undefined);
      else if (whisper?.kind === "wish") wishes.whispered(whisper.said);
    },
    whisperedByOwnTab(event: string, data: unknown): void {
      const whisper = parseWhisper(event, data);
      if (whisper?.kind === "wish" && whisper.said.board_id === boardId) wishes.adopt(whisper.said);
    },
  };
}

function createBoardWriters(
  { me, env, facilitation, whisper, whisperAnonymously, changed }: PeopleOptions,
  directory: ReturnType<typeof createPeopleDirectory>,
) {
  const mayName = () => {
    const now = facilitation();
    return now !== null && mayNameWriters(now);
  };
  // A user who hides their avatar on stickers is not named either.
  const showsMe = () => {
    const mine = directory.people().get(me.id)?.options;
    return mine !== undefined && showsAvatar(facilitation()?.facilitator_options.avatars ?? false, mine);
  };
  return createWriters({
    env,
    mayNameMe: () => mayName() && showsMe(),
    mayNameOthers: mayName,
    whisperNamed: (columnId) => whisper(eventNames.whisperWriting, { column_id: columnId }),
    whisperAnonymously: (columnId) => whisperAnonymously(eventNames.whisperWriting, { column_id: columnId }),
    changed,
  });
}

function parseMember(raw: RawMember): Member | null {
  const info = personInfo.safeParse(raw.info);
  return info.success && typeof raw.id === "string" ? { id: raw.id, ...info.data } : null;
}

type Whisper =
  | { kind: "user"; info: PersonInfo }
  | { kind: "ready"; ready: Ready }
  | { kind: "ask" }
  | { kind: "wish"; said: WhisperWish }
  /** `id`: of the item that is edited, or of the column that is written in. */
  | { kind: "edit" | "writing"; id: string | null };

/** Reads a whisper about people; null when it is another one or does not fit its schema. */
function parseWhisper(event: string, data: unknown): Whisper | null {
  if (event === eventNames.whisperUser) {
    const info = whisperUser.safeParse(data);
    return info.success ? { kind: "user", info: info.data } : null;
  }
  if (event === eventNames.whisperReady) {
    const parsed = whisperReady.safeParse(data);
    return parsed.success ? { kind: "ready", ready: parsed.data.ready } : null;
  }
  if (event === eventNames.whisperAsk) return { kind: "ask" };
  if (event === eventNames.whisperWish) {
    const said = whisperWish.safeParse(data);
    return said.success ? { kind: "wish", said: said.data } : null;
  }
  if (event === eventNames.whisperEdit) {
    const edit = whisperEdit.safeParse(data);
    return edit.success ? { kind: "edit", id: edit.data.item_id } : null;
  }
  if (event === eventNames.whisperWriting) {
    const writing = whisperWriting.safeParse(data);
    return writing.success ? { kind: "writing", id: writing.data.column_id } : null;
  }
  return null;
}

const repeatMs = 10_000;
/** Three lost whispers end no mark. */
const lifetimeMs = 35_000;

interface EditorsOptions {
  env: BoardEnvironment;
  /** Whether avatars are hidden: who edits what is then secret [H3]. */
  hidden: () => boolean;
  whisper: (itemId: string | null) => void;
  changed: () => void;
}

function createEditors({ env, hidden, whisper, changed }: EditorsOptions) {
  const marks = createWhisperMarks(env, lifetimeMs, changed);
  const own = createRepeatedWhisper(env, repeatMs, (itemId) => {
    if (!hidden()) whisper(itemId);
  });
  return {
    byItem: marks.byItem,
    whispered(itemId: string | null, from: string): void {
      if (!hidden()) marks.set(from, itemId);
    },
    left: (userId: string): void => marks.set(userId, null),
    keepOnly: (memberIds: ReadonlySet<string>): void => marks.keepOnly(memberIds),
    scrub: (): void => marks.clear(),
    set: (itemId: string | null): void => own.set(itemId),
    subscribed: (): void => own.subscribed(),
    memberJoined: (): void => own.memberJoined(),
    close(): void {
      own.close();
      marks.close();
    },
  };
}
