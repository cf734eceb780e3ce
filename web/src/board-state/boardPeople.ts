import { eventNames, whisperEdit, whisperUser } from "@retro/contract/events";
import { type Person, type PersonInfo, personInfo } from "@retro/contract/entities";
import type { RawMember } from "../realtime/connection.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { Member } from "./types.ts";

/** The server allows ten whispers a second, for edits and names together; this stays below it. */
const whisperEveryMs = 220;
/** Whispers may be lost: an edit is whispered again at this interval, and its mark expires after `markLifetimeMs` without one. */
const repeatMs = 10_000;
const markLifetimeMs = 35_000;

export interface PeopleOptions {
  me: Person;
  env: BoardEnvironment;
  whisper: (event: string, data: unknown) => void;
  /** Whether avatars are hidden: nobody may then learn who edits what, and authors are not known. */
  hidden: () => boolean;
  changed: () => void;
}

/** The users on the board: their names, and which item each of them edits. In memory only. */
export interface People {
  members: () => readonly Member[];
  people: () => ReadonlyMap<string, PersonInfo>;
  editing: () => ReadonlyMap<string, readonly string[]>;
  setMembers: (members: readonly RawMember[]) => void;
  joined: (member: RawMember) => void;
  left: (userId: string) => void;
  whispered: (event: string, data: unknown, from: string | undefined) => void;
  /** Adds the people that `users-options` answered. */
  addPeople: (people: readonly Person[]) => void;
  /** Forgets absent users and all marks, because authors are now hidden. */
  scrub: () => void;
  setEditing: (itemId: string | null) => void;
  setOwnInfo: (info: PersonInfo) => void;
  close: () => void;
}

export function createPeople(options: PeopleOptions): People {
  const { env, whisper, changed } = options;
  const me = options.me.id;
  let members: readonly Member[] = [options.me];
  let people: ReadonlyMap<string, PersonInfo> = new Map([[me, infoOf(options.me)]]);
  let editing: ReadonlyMap<string, readonly string[]> = new Map();
  const marks = new Map<string, { itemId: string; forget: () => void }>();
  let editedItem: string | null = null;
  let lastWhispered: string | null = null;
  let stopPause: (() => void) | null = null;
  let stopRepeat: (() => void) | null = null;

  function updatePeople(known: readonly Person[]): void {
    const fresh = known.filter((person) => {
      const old = people.get(person.id);
      return !old || !sameInfo(old, person);
    });
    if (fresh.length > 0)
      people = new Map([...people, ...fresh.map((person) => [person.id, infoOf(person)] as const)]);
  }

  function parseMember(raw: RawMember): Member | null {
    const info = personInfo.safeParse(raw.info);
    return info.success && typeof raw.id === "string" ? { id: raw.id, ...info.data } : null;
  }

  function setMark(userId: string, itemId: string | null): void {
    marks.get(userId)?.forget();
    marks.delete(userId);
    if (itemId !== null)
      marks.set(userId, { itemId, forget: env.schedule(markLifetimeMs, () => setMark(userId, null)) });
    const next = new Map<string, string[]>();
    for (const [id, { itemId: item }] of marks) next.set(item, [...(next.get(item) ?? []), id]);
    for (const [item, ids] of next) {
      const old = editing.get(item);
      if (old && old.length === ids.length && old.every((id, i) => id === ids[i]))
        next.set(item, old as string[]);
    }
    editing = next;
    changed();
  }

  /** Whispers what this user edits now, at most every `whisperEveryMs`; values in between are skipped. */
  function whisperSoon(): void {
    if (stopPause) return;
    stopPause = env.schedule(whisperEveryMs, () => {
      stopPause = null;
      if (lastWhispered !== editedItem) whisperNow();
    });
    whisperNow();
  }

  function whisperNow(): void {
    lastWhispered = editedItem;
    if (!options.hidden()) whisper(eventNames.whisperEdit, { item_id: editedItem });
    stopRepeat?.();
    stopRepeat = editedItem === null ? null : env.schedule(repeatMs, whisperNow);
  }

  function scrub(): void {
    const ids = new Set(members.map((member) => member.id));
    people = new Map([...people].filter(([id]) => ids.has(id)));
    for (const { forget } of marks.values()) forget();
    marks.clear();
    editing = new Map();
    changed();
  }

  return {
    members: () => members,
    people: () => people,
    editing: () => editing,
    setMembers(raw) {
      const met = raw.flatMap((each) => parseMember(each) ?? []);
      const own = met.some((member) => member.id === me) ? [] : members.filter((member) => member.id === me);
      members = [
        ...own,
        ...met.filter((member, i) => met.findIndex((other) => other.id === member.id) === i),
      ];
      updatePeople(met);
      const ids = new Set(members.map((member) => member.id));
      for (const userId of marks.keys()) if (!ids.has(userId)) setMark(userId, null);
      if (editedItem !== null) whisperNow();
      changed();
    },
    joined(raw) {
      const member = parseMember(raw);
      if (!member) return;
      const at = members.findIndex((other) => other.id === member.id);
      members = at < 0 ? [...members, member] : members.with(at, member);
      updatePeople([member]);
      // A new member does not know earlier whispers; several new members get one whisper.
      if (editedItem !== null) whisperSoon();
      changed();
    },
    left(userId) {
      if (userId === me) return;
      members = members.filter((member) => member.id !== userId);
      if (options.hidden()) scrub();
      setMark(userId, null);
    },
    whispered(event, data, from) {
      if (from === undefined) return;
      if (event === eventNames.whisperUser) {
        const info = whisperUser.safeParse(data);
        if (!info.success) return;
        const person = { id: from, ...info.data };
        members = members.map((member) => (member.id === from ? person : member));
        if (people.has(from)) updatePeople([person]);
        changed();
      } else if (event === eventNames.whisperEdit && from !== me) {
        const edit = whisperEdit.safeParse(data);
        if (edit.success && !options.hidden()) setMark(from, edit.data.item_id);
      }
    },
    addPeople(known) {
      updatePeople(known);
      changed();
    },
    scrub,
    setEditing(itemId) {
      if (itemId === editedItem) return;
      editedItem = itemId;
      whisperSoon();
    },
    setOwnInfo(info) {
      members = members.map((member) => (member.id === me ? { id: me, ...info } : member));
      updatePeople([{ id: me, ...info }]);
      whisper(eventNames.whisperUser, info);
      changed();
    },
    close() {
      if (editedItem !== null && !options.hidden()) whisper(eventNames.whisperEdit, { item_id: null });
      for (const { forget } of marks.values()) forget();
      stopPause?.();
      stopRepeat?.();
    },
  };
}

function infoOf({ name, options }: PersonInfo): PersonInfo {
  return { name, options };
}

function sameInfo(a: PersonInfo, b: PersonInfo): boolean {
  return (
    a.name === b.name &&
    a.options.color === b.options.color &&
    a.options.isAvatarStickers === b.options.isAvatarStickers
  );
}
