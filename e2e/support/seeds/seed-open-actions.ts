import type { Board } from "@retro/contract/boards";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { Person } from "../fixtures.ts";

const texts = {
  en: {
    name: "Platform",
    boards: ["Sprint 41", "Sprint 42", "Quarter in review", "Sprint 43"],
    actions: [
      "Cache the builds between branches",
      "Move the Wednesday meetings into one block before lunch, and leave the afternoon to work",
      "Bring the runbook of the gateway up to date",
      "Ask the platform team for a second runner",
      "Buy a plant",
      "Invite somebody from support",
    ],
    owners: ["Anna King", "John Smith"],
  },
  ru: {
    name: "Платформа",
    boards: ["Спринт 41", "Спринт 42", "Итоги квартала", "Спринт 43"],
    actions: [
      "Кешировать сборки между ветками",
      "Собрать встречи по средам в один блок до обеда и оставить вторую половину дня для работы",
      "Обновить регламент шлюза: превысокомногорассмотрительствующий",
      "Попросить у платформенной команды второй раннер",
      "Купить растение",
      "Позвать кого-нибудь из поддержки",
    ],
    owners: ["Анна Королёва", "Иван Щербаков"],
  },
} satisfies Record<Locale, object>;

/** A space with open actions. */
export interface SeededActions {
  /** The path of the space, which the person's browser knows. */
  space: string;
  /** A new board in it. */
  board: string;
  /** A board of it whose meeting checks in, and one whose meeting checks the team's health. */
  checkIn: string;
  health: string;
}

/**
 * A space with boards, one of them archived, and open actions, and a new board in it.
 */
export async function seedOpenActions(me: Person, locale: Locale): Promise<SeededActions> {
  const { name, boards, actions, owners } = texts[locale];
  const made = await me.api.send("POST", "/spaces", { name });
  const { key } = ((await made.json()) as { data: { key: string } }).data;
  const space = `/spaces#${key}`;
  const ids: string[] = [];
  for (const title of boards) {
    const answer = await me.api.send("POST", `/spaces/${key}/boards`, { title });
    ids.push(((await answer.json()) as { data: Board }).data.id);
  }
  const [first = "", second = "", archived = "", board = ""] = ids;
  for (const [at, text] of actions.entries())
    await me.api.send("POST", `/boards/${at % 2 === 0 ? first : second}/actions`, {
      text,
      ...(at < 4 && { owner_name: owners[at % 2] }),
      ...(at < 3 && { due_on: at === 0 ? "2026-01-15" : `2030-0${at}-24` }),
    });
  const done = await me.api.send("POST", `/boards/${first}/actions`, { text: actions[0] });
  const { id } = ((await done.json()) as { data: { id: string } }).data;
  await me.api.send("PUT", `/boards/${first}/actions/${id}`, { status: "done" });
  await me.api.send("PUT", `/boards/${archived}/archive`, { archived: true });
  for (const [id, kind] of [
    [first, "checkin"],
    [second, "health"],
  ])
    await me.api.send("POST", `/boards/${id}/meeting`, {
      steps: [kind, "write", "close"].map((each) => ({ id: each, kind: each, minutes: 5 })),
    });
  // The browser remembers the space when its page is open.
  await me.page.goto(space);
  await me.page.waitForFunction(() => localStorage.getItem("retro.spaces") !== null);
  return { space, board, checkIn: first, health: second };
}
