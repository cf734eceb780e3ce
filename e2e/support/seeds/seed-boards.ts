import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { TreeItem } from "@retro/contract/items";
import type { Locale } from "@retro/contract/messages/catalogue";
import { addSticker, createApiClient, signInAnonymously, createBoard, type Person } from "../fixtures.ts";
import { solveCaptcha } from "../captcha-solver.ts";
import { seedOpenActions, type SeededActions } from "./seed-open-actions.ts";
import { seedSpaces, type SeededSpaces } from "./seed-spaces.ts";

/** A server with data on every screen, for the screenshots and the accessibility checks. */
export interface SeededBoards {
  /** The visitor whose screens the tests open. */
  visitor: Person;
  admin: Person;
  boards: Record<"empty" | "full" | "hiddenContent" | "facilitated" | "longWords" | "stickers300", string>;
  spaces: SeededSpaces;
  openActions: SeededActions;
  close(): Promise<void>;
}

export const adminEnv = {
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: "a-long-enough-password",
  // A test of a webhook is refused at once, on a port that nobody listens on.
  WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
};

const texts: Record<Locale, string[]> = {
  en: [
    "Release went out on time and nobody worked the weekend",
    "Pairing on the payment retries saved us days",
    "New dashboards: we saw the spike before the customers did",
    "Fast reviews, most of them within an hour",
    "Onboarding went smoothly",
    "Flaky end-to-end tests block every second merge",
    "Too many meetings on Wednesdays: let us put them into one block before lunch and leave the afternoon to work",
    "Runbook for the gateway is out of date",
    "Staging was down twice, https://status.example.com/incidents/2041",
    "Ask the platform team for a second runner",
  ],
  ru: [
    "Релиз вышел в срок, и никто не работал в выходные",
    "Парная работа над повторными платежами сэкономила нам дни",
    "Новые панели мониторинга: увидели всплеск раньше клиентов",
    "Быстрые ревью, почти все в течение часа",
    "Новички в команде: третий день, и уже первый коммит",
    "Нестабильные сквозные тесты блокируют каждое второе слияние",
    "Слишком много встреч по средам: давайте соберём их в один блок до обеда и оставим вторую половину дня для работы",
    "Превысокомногорассмотрительствующий регламент человеконенавистнического документооборота",
    "Стенд дважды лежал, https://status.example.com/incidents/2041",
    "Попросить у платформенной команды второй раннер",
  ],
};
const colors = ["#b5ecc7", "#c3e0ff", "#e2d4fe", "#ffcfc8", "#f8e394", undefined];

/**
 * Seeds boards, people and forms with texts in a language. `big300` adds a board of 300 stickers, which takes
 * a while.
 */
export async function seedBoards(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
  locale: Locale,
  { big300 = false } = {},
): Promise<SeededBoards> {
  const contexts = await Promise.all(
    Array.from({ length: 5 }, () =>
      // Calls to the API need this header; pages would send it by themselves.
      browser.newContext({ ...options, baseURL, extraHTTPHeaders: { "accept-language": locale } }),
    ),
  );
  const [mine, hosts, annas, ivans, admins] = contexts;
  if (!mine || !hosts || !annas || !ivans || !admins) throw new Error("five contexts");
  const ru = locale === "ru";
  const me = await signInAnonymously(mine, {
    name: ru ? "Мария Петрова" : "Maria Petrova",
    color: "#006978",
  });
  const host = await signInAnonymously(hosts, {
    name: ru ? "Виктор Ильин" : "Victor Hill",
    color: "#5e35b1",
  });
  const anna = await signInAnonymously(annas, { name: ru ? "Анна Королёва" : "Anna King", color: "#b71c1c" });
  const ivan = await signInAnonymously(ivans, {
    name: ru ? "Иван Щербаков" : "John Smith",
    color: "#1565c0",
  });
  const admin = await signInAdmin(admins);

  const boards = await createBoards({ me, host, anna, ivan }, locale, big300);
  const spaces = await seedSpaces(me, anna, locale);
  const openActions = await seedOpenActions(me, locale);
  await sendPublicForms(me);

  // The others open their boards: avatars of those present are part of the screens, and the seat of an absent
  // facilitator is offered.
  await host.page.goto(`/boards/${boards.hiddenContent}`);
  await anna.page.goto(`/boards/${boards.full}`);
  await ivan.page.goto(`/boards/${boards.facilitated}`);
  return {
    visitor: me,
    admin,
    boards,
    spaces,
    openActions,
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

/** Creates the boards of the visitor (`me`), one of which another user facilitates. @returns their ids */
async function createBoards(
  { me, host, anna, ivan }: Record<"me" | "host" | "anna" | "ivan", Person>,
  locale: Locale,
  big300: boolean,
): Promise<SeededBoards["boards"]> {
  const ru = locale === "ru";
  const title = ru ? "Спринт 42 · Платёжный шлюз" : "Sprint 42 · Payment gateway";
  const empty = await createBoard(me, ru ? "Ретроспектива релиза 3.1" : "Release 3.1");
  const full = await createFilledBoard(me, [me, anna, ivan], title, locale);
  const hidden = await createFilledBoard(host, [host, anna, me], title, locale);
  await host.api.send("POST", `/boards/${hidden}/facilitators`);
  for (const [option, value] of [
    ["hideContent", true],
    ["concealVoteCount", true],
    ["votes", { limit: 3, item: "board" }],
    ["avatars", "show"],
  ])
    await host.api.send("PUT", `/boards/${hidden}/facilitators`, { option, value });
  const facilitated = await createFilledBoard(me, [me, anna, ivan], title, locale);
  await me.api.send("POST", `/boards/${facilitated}/timers`, { count_time: 600 });
  await me.api.send("PUT", `/boards/${facilitated}/facilitators`, { option: "showStickerDate", value: true });
  await me.api.send("PUT", `/boards/${facilitated}/facilitators`, {
    option: "votes",
    value: { limit: 5, item: "section" },
  });
  const long = await createBoard(me, "Достопримечательность".repeat(6), "Start / Stop / Continue");
  await me.api.send("PUT", `/boards/${long.id}`, {
    description: "Н".repeat(200),
    sections: [{ title: "Высокопревосходительство".repeat(4) }],
    deletes: [],
  });
  await addSticker(me, long.id, long.columns[0], "Ж".repeat(400));
  await createOlderBoards(me, ru);
  const big = big300 ? await createLargeBoard(me, 300) : empty.id;
  return {
    empty: empty.id,
    full,
    hiddenContent: hidden,
    facilitated,
    longWords: long.id,
    stickers300: big,
  };
}

/** Boards of other templates with stickers in their sections, for the list on the index. */
async function createOlderBoards(owner: Person, ru: boolean): Promise<void> {
  const boards: [title: string, template: string, stickers: number[]][] = [
    [ru ? "Итоги квартала" : "Quarter in review", "4Ls", [9, 6, 2, 4]],
    [ru ? "Спринт 41" : "Sprint 41", "Starfish", [3, 8, 5, 1, 2]],
    [ru ? "Спринт 40" : "Sprint 40", "Mad / Sad / Glad", [4, 4, 7]],
    [ru ? "Демо для заказчика" : "Customer demo", "Plus / Delta", [12, 5]],
    [ru ? "Здоровье команды" : "Team health", "Lean Coffee", [2, 0, 6]],
  ];
  for (const [title, template, counts] of boards) {
    const { id, tree } = await createBoard(owner, title, template);
    for (const [i, count] of counts.entries()) {
      const parent_id = tree[i]?.children[0]?.id;
      if (parent_id === undefined || count === 0) continue;
      const items = Array.from({ length: count }, (_, n) => ({ title: `${n + 1}` }));
      await owner.api.send("POST", `/boards/${id}/items`, { parent_id, items });
    }
  }
}

/** Signs the seeded administrator in. */
async function signInAdmin(context: Person["context"]): Promise<Person> {
  const api = createApiClient(context);
  const answer = await api.send("POST", "/users/sign-in", {
    email: adminEnv.ADMIN_EMAIL,
    password: adminEnv.ADMIN_PASSWORD,
    solution: await solveCaptcha(context.request),
  });
  const { data: user } = (await answer.json()) as { data: Person["user"] };
  return { user, context, api, page: await context.newPage() };
}

/** A board with stickers of several people, groups, styles and votes. */
async function createFilledBoard(
  owner: Person,
  people: Person[],
  title: string,
  locale: Locale,
): Promise<string> {
  const { id, columns } = await createBoard(owner, title);
  await owner.api.send("PUT", `/boards/${id}`, {
    description: locale === "ru" ? "Что мы узнали за две недели" : "What two weeks taught us",
  });
  const lines = texts[locale];
  for (const [i, text] of lines.entries()) {
    const author = people[i % people.length] ?? owner;
    const column = columns[(i * 2) % Math.min(columns.length, 6)];
    const item = await addSticker(author, id, column, text);
    const backgroundColor = colors[i % colors.length];
    const style = { ...(backgroundColor && { backgroundColor }), ...(i === 7 && { fontWeight: "bold" }) };
    await author.api.send("PUT", `/boards/${id}/items/${item.id}`, { style });
    for (const voter of people.slice(0, i % 4))
      await voter.api.send("POST", `/boards/${id}/items/${item.id}/vote`);
    if (i === 2)
      for (const nested of lines.slice(4, 6))
        await people[1]?.api.send("POST", `/boards/${id}/items`, { title: nested, parent_id: item.id });
    if (i === 4) await addActions(people.slice(0, 2), id, item.id, locale);
  }
  return id;
}

/** Actions in all states; one is made from a sticker by the last of the people. */
async function addActions(people: Person[], board: string, stickerId: string, locale: Locale): Promise<void> {
  const ru = locale === "ru";
  const [owner, last] = [people[0], people.at(-1)];
  if (!owner || !last) return;
  const add = async (body: object, status?: string) => {
    const answer = await last.api.send("POST", `/boards/${board}/actions`, body);
    if (!answer.ok()) throw new Error(`no action: ${answer.status()} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { id: string } };
    if (status) await last.api.send("PUT", `/boards/${board}/actions/${data.id}`, { status });
  };
  const name = owner.user.name;
  const long = texts[locale][6];
  await add({
    text: ru ? "Починить нестабильные тесты слияния" : "Fix the flaky merge tests",
    owner_name: name,
    due_on: "2030-12-24",
    source_item_id: stickerId,
  });
  await add({ text: long, owner_name: ru ? "Платформенная команда" : "Platform team", due_on: "2020-02-29" });
  await add(
    { text: ru ? "Обновить регламент шлюза" : "Update the gateway's runbook", owner_name: name },
    "done",
  );
  await add({ text: ru ? "Второй стенд" : "A second staging", due_on: "2030-01-31" }, "dropped");
  await add({ text: "https://status.example.com/incidents/2041/a-very-long-path-without-any-break-in-it" });
}

/** A board of many stickers, in two languages. */
export async function createLargeBoard(owner: Person, count: number): Promise<string> {
  const { id } = await createBoard(owner, String(count));
  const tree = await owner.api.get<TreeItem[]>(`/boards/${id}/items`);
  const columns = tree.flatMap((section) => section.children);
  const lines = [...texts.en, ...texts.ru];
  const titles = Array.from({ length: count }, (_, i) => `${i + 1}. ${lines[i % lines.length]}`);
  for (const [index, column] of columns.entries()) {
    const items = titles.filter((_, i) => i % columns.length === index).map((title) => ({ title }));
    const answer = await owner.api.send("POST", `/boards/${id}/items`, { parent_id: column.id, items });
    if (!answer.ok()) throw new Error(`no stickers: ${answer.status()} ${await answer.text()}`);
  }
  return id;
}

/** Sends a contact message, a subscription and feedback, for the administrators' lists. */
async function sendPublicForms({ api, context }: Person): Promise<void> {
  await api.get("/config");
  const token = (await context.cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value ?? "";
  for (const comment of ["Группы открываются на месте — очень удобно", "Great tool. ".repeat(20)])
    await context.request.post("/api/v1/feedback", {
      headers: { "x-xsrf-token": token },
      multipart: { name: "Anna King", email: "anna@example.com", comment, agree: "true" },
    });
  await api.send("POST", "/contacts", {
    email: "ivan@example.com",
    name: "Иван Щербаков",
    inquiry: "Question",
    subject: "Own server",
    message: "Can we run this on our own server? ".repeat(6),
    solution: await solveCaptcha(context.request),
  });
  await api.send("POST", "/subscribers", {
    email: "anna@example.com",
    solution: await solveCaptcha(context.request),
  });
  await api.send("POST", "/logger", { event: 100 });
}
