/** Clients cut longer answers, or refuse them. In characters of JSON, with room for the rest of the message. */
const mostCharacters = 28_000;

type Entry = Record<string, unknown>;

const isEntries = (value: unknown): value is Entry[] =>
  Array.isArray(value) && value.some((each) => typeof each === "object" && each !== null);

/**
 * A piece of an answer. The objects of its lists, at any depth, count from 0 in the order of the text.
 * @param after how many the pages before had
 * @returns the answer with the next ones as far as they fit; of an object around them that an earlier page had only its
 *   id; `next` for the page after, or null
 */
export function pageOf(answer: object, after: number): object & { next: string | null } {
  let count = 0;
  let room = mostCharacters;
  let next: string | null = null;

  const split = (value: Entry): [own: Entry, lists: [string, Entry[]][]] => {
    const fields = Object.entries(value);
    const lists = fields.filter((field): field is [string, Entry[]] => isEntries(field[1]));
    return [Object.fromEntries(fields.filter(([, field]) => !isEntries(field))), lists];
  };
  const listsOf = (lists: readonly [string, Entry[]][]): Entry =>
    Object.fromEntries(lists.map(([name, list]) => [name, list.flatMap((each) => pieceOf(each))]));
  const pieceOf = (entry: Entry): Entry[] => {
    if (next !== null) return [];
    const [own, lists] = split(entry);
    const place = count;
    count += 1;
    if (place < after) {
      const inside = listsOf(lists);
      const isEmpty = Object.values(inside).every((list) => (list as Entry[]).length === 0);
      const { id, number } = own;
      return isEmpty
        ? []
        : [{ ...(id !== undefined && { id }), ...(number !== undefined && { number }), ...inside }];
    }
    room -= JSON.stringify(own).length + lists.length * 20;
    if (room < 0 && place > after) {
      next = String(place);
      return [];
    }
    return [{ ...own, ...listsOf(lists) }];
  };

  const [head, lists] = split(answer as Entry);
  room -= JSON.stringify(head).length;
  return { ...head, ...listsOf(lists), next };
}

/** As many from the beginning of a list as an answer may have. */
export function beginningOf<T>(list: readonly T[]): T[] {
  let room = mostCharacters;
  return list.filter((each, at) => (room -= JSON.stringify(each).length + 1) >= 0 || at === 0);
}
