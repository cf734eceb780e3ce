import type { Locale } from "@retro/contract/messages/catalogue";
import { createBoard, type Person } from "../fixtures.ts";
import { createSpace } from "../management.ts";

/** Boards in every state, and a space with boards on all of its shelves. */
export interface SeededSpaces {
  /** The key of the space. */
  space: string;
  /** A locked board with a passphrase that the visitor has given, in the space. */
  locked: string;
  /** A board whose passphrase the visitor has not given. */
  guarded: string;
  /** A board that another user has put into the bin. */
  binned: string;
}

const names = {
  en: {
    space: "Platform",
    titles: ["Sprint 42 · Payment gateway", "Release 3.1", "Sprint 41", "Customer demo", "Quarter in review"],
  },
  ru: {
    space: "Достопримечательнейшая команда платёжного шлюза",
    titles: [
      "Спринт 42 · Высокопревосходительство",
      "Ретроспектива релиза 3.1",
      "Спринт 41",
      "Демо для заказчика",
      "Итоги квартала",
    ],
  },
} as const;

const tokens = {
  en: [
    ["Weekly report", "read"],
    ["Assistant of the team", "write"],
  ],
  ru: [
    ["Отчёт за неделю", "read"],
    ["Ассистент команды", "write"],
  ],
} as const;

/** Makes a space of the visitor and boards in every state. @param other another member of the space */
export async function seedSpaces(visitor: Person, other: Person, locale: Locale): Promise<SeededSpaces> {
  const { space: name, titles } = names[locale];
  const { key } = await createSpace(visitor, name);
  const make = async (owner: Person, title: string) => {
    const { id } = await createBoard(owner, title);
    await owner.api.send("PUT", `/spaces/${key}/boards/${id}`);
    return id;
  };
  const guard = (owner: Person, id: string) =>
    owner.api.send("PUT", `/boards/${id}/passphrase`, { passphrase: "correct horse battery" });
  const [lockedTitle, plain, archived, mine, theirs] = titles;
  const locked = await make(visitor, lockedTitle);
  await guard(visitor, locked);
  await visitor.api.send("PUT", `/boards/${locked}/lock`, { locked: true });
  await make(visitor, plain);
  const guarded = await make(other, plain);
  await visitor.api.get(`/boards/${guarded}`);
  await guard(other, guarded);
  await visitor.api.send("PUT", `/boards/${await make(visitor, archived)}/archive`, { archived: true });
  await visitor.api.send("DELETE", `/boards/${await make(visitor, mine)}`);
  const binned = await make(other, theirs);
  await other.api.send("DELETE", `/boards/${binned}`);
  for (const [token, access] of tokens[locale])
    await visitor.api.send("POST", `/spaces/${key}/tokens`, { name: token, access, expires_in_days: 90 });
  // Events that no screen causes.
  const events = ["meeting.closed", "round.closed"];
  for (const [at, [hook]] of tokens[locale].entries()) {
    const url = `http://127.0.0.1:9/services/${crypto.randomUUID()}`;
    const format = at === 0 ? "slack" : "standard";
    await visitor.api.send("POST", `/spaces/${key}/webhooks`, { name: hook, url, format, events });
  }
  return { space: key, locked, guarded, binned };
}
