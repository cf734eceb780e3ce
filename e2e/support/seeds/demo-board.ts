import type { Browser, BrowserContextOptions } from "@playwright/test";
import { addSticker, createBoard, type Person, signInAnonymously } from "../fixtures.ts";

/** Texts that the animation of the documentation acts on. */
export const demoTexts = {
  first: "The release went out on time, nobody worked the weekend",
  similar: "A calm release for once",
  typed: "Pairing on the payment retries saved us days",
};

const stickers: [column: number, author: number, text: string, color?: string][] = [
  [0, 1, demoTexts.first, "#b5ecc7"],
  [1, 2, demoTexts.similar],
  [1, 3, "New dashboards: we saw the spike before our customers did", "#c3e0ff"],
  [3, 1, "Too many meetings on Wednesdays", "#ffcfc8"],
  [3, 2, "Flaky tests block every second merge"],
  [4, 3, "The runbook of the gateway is out of date", "#f8e394"],
  [6, 2, "Ask the platform team for a second runner", "#e2d4fe"],
  [6, 3, "One block of meetings before lunch"],
];

/** A board in the middle of a retro: four people, a facilitator, hidden texts, a running timer. */
export interface DemoBoard {
  path: string;
  /** A participant, whose screen is shown. */
  viewer: Person;
  /** Shows the hidden texts. */
  reveal(): Promise<void>;
  /** Votes of the others, to be cast one after the other. */
  votes: (() => Promise<unknown>)[];
  close(): Promise<void>;
}

/** @param options of the browser of each person */
export async function createDemoBoard(browser: Browser, options: BrowserContextOptions): Promise<DemoBoard> {
  const people: Person[] = [];
  for (const [name, color] of [
    ["Maria Petrova", "#006978"],
    ["Victor Hill", "#5e35b1"],
    ["Anna King", "#b71c1c"],
    ["John Smith", "#1565c0"],
  ] as const)
    people.push(await signInAnonymously(await browser.newContext(options), { name, color }));
  const [host, viewer] = people;
  if (host === undefined || viewer === undefined) throw new Error("nobody has signed in");
  const { id, path, columns } = await createBoard(host, "Sprint 42 · Payment gateway");
  const added: string[] = [];
  for (const [place, author, text, backgroundColor] of stickers) {
    const person = people[author] ?? host;
    const item = await addSticker(person, id, columns[place], text);
    added.push(item.id);
    if (backgroundColor !== undefined)
      await person.api.send("PUT", `/boards/${id}/items/${item.id}`, { style: { backgroundColor } });
  }
  for (const { page } of people) await page.goto(path);
  await host.api.send("POST", `/boards/${id}/facilitators`);
  await host.api.send("POST", `/boards/${id}/timers`, { count_time: 600 });
  const setHidden = (value: boolean) =>
    host.api.send("PUT", `/boards/${id}/facilitators`, { option: "hideContent", value });
  await setHidden(true);
  const voted: [voter: number, item: number][] = [
    [1, 0],
    [2, 0],
    [3, 3],
    [1, 3],
    [3, 0],
    [2, 4],
    [3, 6],
  ];
  return {
    path,
    viewer,
    async reveal() {
      await setHidden(false);
    },
    votes: voted.map(
      ([voter, item]) =>
        () =>
          (people[voter] ?? host).api.send("POST", `/boards/${id}/items/${added[item]}/vote`),
    ),
    async close() {
      for (const { context } of people) await context.close();
    },
  };
}
