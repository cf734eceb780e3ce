import { eventNames, whisperEdit, whisperUser } from "@retro/contract/events";
import { type Person, type PersonInfo, personInfo } from "@retro/contract/entities";
import type { RawMember } from "../realtime/connection.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import { createEditMarks } from "./editMarks.ts";
import { createOwnEdit } from "./ownEdit.ts";
import type { Member } from "./types.ts";

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

/** The members begin with the user alone, until the channel's members arrive. */
export function createPeople(options: PeopleOptions): People {
  const { me, env, changed, hidden } = options;
  const directory = createDirectory(me);
  const marks = createEditMarks(env, changed);
  const ownEdit = createOwnEdit(env, (itemId) => {
    if (!hidden()) options.whisper(eventNames.whisperEdit, { item_id: itemId });
  });

  function scrub(): void {
    directory.forgetAbsent();
    marks.clear();
    changed();
  }

  return {
    members: directory.members,
    people: directory.people,
    editing: marks.editing,
    setMembers(raw) {
      marks.keepOnly(directory.setMembers(raw.flatMap((each) => parseMember(each) ?? [])));
      ownEdit.subscribed();
      changed();
    },
    joined(raw) {
      const member = parseMember(raw);
      if (!member) return;
      directory.join(member);
      ownEdit.memberJoined();
      changed();
    },
    left(userId) {
      if (userId === me.id) return;
      directory.leave(userId);
      if (hidden()) scrub();
      marks.set(userId, null);
    },
    whispered(event, data, from) {
      if (from === undefined) return;
      if (event === eventNames.whisperUser) {
        const info = whisperUser.safeParse(data);
        if (!info.success) return;
        directory.update({ id: from, ...info.data });
        changed();
      } else if (event === eventNames.whisperEdit && from !== me.id) {
        const edit = whisperEdit.safeParse(data);
        if (edit.success && !hidden()) marks.set(from, edit.data.item_id);
      }
    },
    addPeople(known) {
      directory.add(known);
      changed();
    },
    scrub,
    setEditing: (itemId) => ownEdit.set(itemId),
    setOwnInfo(info) {
      directory.update({ id: me.id, ...info });
      options.whisper(eventNames.whisperUser, info);
      changed();
    },
    close() {
      ownEdit.close();
      marks.close();
    },
  };
}

/** Members, and names and options by user id. Both keep their identity until something in them changes. */
function createDirectory(me: Person) {
  let members: readonly Member[] = [me];
  let people: ReadonlyMap<string, PersonInfo> = new Map([[me.id, infoOf(me)]]);

  function add(known: readonly Person[]): void {
    const fresh = known.filter((person) => {
      const old = people.get(person.id);
      return !old || !sameInfo(old, person);
    });
    if (fresh.length > 0)
      people = new Map([...people, ...fresh.map((person) => [person.id, infoOf(person)] as const)]);
  }
  const memberIds = () => new Set(members.map((member) => member.id));

  return {
    members: () => members,
    people: () => people,
    add,
    /** Replaces the members; this user stays. @returns the ids of all members */
    setMembers(present: readonly Member[]): ReadonlySet<string> {
      const own = present.some(({ id }) => id === me.id) ? [] : members.filter(({ id }) => id === me.id);
      const unique = present.filter((member, i) => present.findIndex(({ id }) => id === member.id) === i);
      members = [...own, ...unique];
      add(present);
      return memberIds();
    },
    join(member: Member): void {
      const at = members.findIndex((other) => other.id === member.id);
      members = at < 0 ? [...members, member] : members.with(at, member);
      add([member]);
    },
    leave(userId: string): void {
      members = members.filter((member) => member.id !== userId);
    },
    /** New name or options of a member or a known author. */
    update(person: Person): void {
      members = members.map((member) => (member.id === person.id ? person : member));
      if (people.has(person.id)) add([person]);
    },
    forgetAbsent(): void {
      const ids = memberIds();
      people = new Map([...people].filter(([id]) => ids.has(id)));
    },
  };
}

function parseMember(raw: RawMember): Member | null {
  const info = personInfo.safeParse(raw.info);
  return info.success && typeof raw.id === "string" ? { id: raw.id, ...info.data } : null;
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
