import type { Person, PersonInfo } from "@retro/contract/users";
import type { Member } from "../types.ts";

/** Members, and names and options by user id. Both keep their identity until something in them changes. */
export function createPeopleDirectory(me: Person) {
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
