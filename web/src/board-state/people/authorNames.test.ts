import type { Item } from "@retro/contract/items";
import type { Person } from "@retro/contract/users";
import { describe, expect, it } from "vitest";
import { createAuthorNames } from "./authorNames.ts";
import { createPeople } from "./boardPeople.ts";
import { aSticker, aView } from "../testing/samples.ts";
import { person } from "../testing/faultyNetwork.ts";
import { createSimulation } from "../testing/simulation.ts";

function learning(items: Item[] = []) {
  const simulation = createSimulation();
  const { env } = simulation.openTab();
  const state = { items, hidden: false, known: [] as Person[], fails: false, asked: 0, path: "" };
  let answer: (() => void) | null = null;
  const people = createPeople({
    boardId: "board",
    me: person("ann"),
    env,
    whisper: () => undefined,
    whisperAnonymously: () => undefined,
    whisperToOwnTabs: () => undefined,
    hidden: () => state.hidden,
    facilitation: () => null,
    changed: () => undefined,
  });
  const authors = createAuthorNames({
    base: "boards/board",
    call: (method, path) => {
      state.asked += 1;
      state.path = `${method} ${path}`;
      return new Promise((resolve, reject) => {
        answer = () =>
          state.fails ? reject(new Error("502")) : resolve({ data: state.known, meta: undefined });
      });
    },
    env,
    people,
    view: () => aView(state.items),
    hidden: () => state.hidden,
  });
  return { simulation, authors, people, state, answer: () => answer?.() };
}
const by = (...users: (string | null)[]) => users.map((user, i) => aSticker(`s${i}`, { user_id: user }));

describe("the names of authors who are not on the board", () => {
  it("are asked for once, when a sticker of an unknown author appears", async () => {
    const { simulation, authors, people, state, answer } = learning();
    authors.fetchMissing();
    state.items = by("ann", null);
    authors.fetchMissing();
    expect(state.asked).toBe(0);
    state.items = by("ann", "bob");
    state.known = [person("bob")];
    authors.fetchMissing();
    authors.fetchMissing();
    expect([state.asked, state.path]).toEqual([1, "GET boards/board/users-options"]);
    answer();
    await simulation.advance(1);
    expect(people.people().get("bob")).toMatchObject({ name: "Name of bob" });
    await simulation.advance(30_000);
    authors.fetchMissing();
    expect(state.asked).toBe(1);
  });

  it("an author without a name on the server is not asked for again", async () => {
    const { simulation, authors, state, answer } = learning(by("gone"));
    authors.fetchMissing();
    answer();
    await simulation.advance(30_000);
    authors.fetchMissing();
    expect(state.asked).toBe(1);
  });

  it("are asked for at most every five seconds, those of new authors together", async () => {
    const { simulation, authors, state, answer } = learning(by("bob"));
    authors.fetchMissing();
    state.items = by("bob", "cem");
    authors.fetchMissing();
    answer();
    await simulation.advance(4999);
    authors.fetchMissing();
    expect(state.asked).toBe(1);
    state.items = by("bob", "cem", "dan");
    await simulation.advance(2001);
    expect(state.asked).toBe(2);
  });

  it("are asked for again after a failure, with the next change of the board", async () => {
    const { simulation, authors, state, answer } = learning(by("bob"));
    state.fails = true;
    authors.fetchMissing();
    answer();
    await simulation.advance(7000);
    expect(state.asked).toBe(2);
  });

  it("are not asked for while avatars are hidden, and again when they are shown", async () => {
    const { simulation, authors, people, state, answer } = learning(by("bob"));
    state.known = [person("bob")];
    authors.fetchMissing();
    state.hidden = true;
    answer();
    await simulation.advance(1);
    expect(people.people().has("bob")).toBe(false);
    authors.reset();
    await simulation.advance(30_000);
    authors.fetchMissing();
    expect(state.asked).toBe(1);
    state.hidden = false;
    authors.fetchMissing();
    expect(state.asked).toBe(2);
    answer();
    await simulation.advance(1);
    expect(people.people().has("bob")).toBe(true);
  });

  it("are waited for until the request is answered or has failed, but not longer than asked", async () => {
    const { simulation, authors, state, answer } = learning(by("bob"));
    const waits: string[] = [];
    const waitFor = (ms: number, name: string) => void authors.answered(ms).then(() => waits.push(name));
    waitFor(50, "no request");
    await simulation.advance(1);
    authors.fetchNames();
    waitFor(50, "a slow answer");
    waitFor(20_000, "an answer");
    await simulation.advance(51);
    expect(waits).toEqual(["no request", "a slow answer"]);
    state.fails = true;
    answer();
    await simulation.advance(1);
    expect(waits).toEqual(["no request", "a slow answer", "an answer"]);
  });

  it("are neither asked for nor learned once the board is closed", async () => {
    const { simulation, authors, people, state, answer } = learning(by("bob"));
    state.known = [person("bob")];
    authors.fetchMissing();
    authors.close();
    answer();
    await simulation.advance(30_000);
    authors.fetchNames();
    expect([state.asked, people.people().has("bob")]).toEqual([1, false]);
  });
});
