import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import { beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../testing/boards.ts";
import { addAction } from "../testing/spaces.ts";
import { readDocument, type Schema } from "../testing/requests/api-document.ts";

type Json = { [field: string]: unknown };

interface Place {
  by: Visitor;
  board: TestBoard;
  sticker: Item;
  action: Action;
  section: string;
}

/** A call that changes something which has a value in each of its fields already. */
interface Spec {
  /** As the document names it. */
  call: string;
  url: (place: Place) => string;
  method?: "post";
  prepare?: (place: Place) => Promise<TestResponse>;
  /** Gives each field a value that is not the default. */
  first: (place: Place) => Json;
  /** Other values, of which one is left out. */
  second: (place: Place) => Json;
  /** Done between the two. */
  between?: (place: Place) => Promise<TestResponse>;
  /** The values now, in the form of the request. */
  read: (place: Place) => Promise<Json>;
  /** Fields that have this value when they are left out; all others keep theirs. */
  defaults?: Json;
}

const anyStyle = (color: string, fontSize: string) => ({
  color,
  backgroundColor: color,
  fontSize,
  fontWeight: fontSize === "20px" ? "bold" : "normal",
  fontStyle: fontSize === "20px" ? "italic" : "normal",
  textDecoration: fontSize === "20px" ? "underline" : "none",
});
const styles = [anyStyle("#112233", "20px"), anyStyle("#445566", "24px")] as const;
const sectionStyle = (n: 0 | 1) => ({ self: { backgroundColor: styles[n].color }, item: styles[n] });

const itemOf = async ({ by, board }: Place, id: string) =>
  flattenTree(await treeOf(by, board.url)).find((item) => item.id === id) as unknown as Json;
const boardOf = async ({ by, board }: Place) => (await by.get(board.url)).json<{ data: Json }>().data;
const pick = (from: Json, fields: readonly string[]): Json =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

const steps = (n: 0 | 1) => [
  {
    id: "start",
    kind: "checkin",
    minutes: 3,
    name: ["Hello", "Welcome"][n],
    sentence: ["Say hello", "Say welcome"][n],
    perSticker: n + 2,
    topics: n + 3,
    questions: [
      {
        id: "mood",
        text: ["How?", "Why?"][n],
        words: [
          ["a", "b"],
          ["c", "d"],
        ][n],
      },
    ],
    options: {
      hideContent: n === 0,
      stopEditing: n === 0,
      concealVoteCount: n === 0,
      votes: { limit: n + 2, item: "board" },
      avatars: ["show", "hide"][n],
    },
  },
];
const nothingKept = [
  "steps.0.name",
  "steps.0.sentence",
  "steps.0.perSticker",
  "steps.0.topics",
  "steps.0.questions",
  "steps.0.questions.0.text",
  "steps.0.questions.0.words",
  "steps.0.options",
  ...["hideContent", "stopEditing", "concealVoteCount", "votes", "avatars"].map(
    (o) => `steps.0.options.${o}`,
  ),
];

const specs: Record<string, Spec> = {
  "a user": {
    call: "put /api/v1/users/{id}",
    url: ({ by }) => `/api/v1/users/${by.user.id}`,
    first: () => ({ name: "Ann", options: { color: "#112233", isAvatarStickers: false } }),
    second: () => ({ name: "Anna", options: { color: "#445566", isAvatarStickers: true } }),
    read: async ({ by }) =>
      pick((await by.get("/api/v1/users/auth")).json<{ data: Json }>().data, ["name", "options"]),
  },
  "a board": {
    call: "put /api/v1/boards/{id}",
    url: ({ board }) => board.url,
    first: ({ section }) => ({
      title: "One",
      description: "First",
      sections: [{ id: section, title: "A", holds: "actions" }],
    }),
    second: ({ section }) => ({
      title: "Two",
      description: "Second",
      sections: [{ id: section, title: "B", holds: null }],
    }),
    async read(place) {
      const { id, title, holds = null } = await itemOf(place, place.section);
      return {
        ...pick(await boardOf(place), ["title", "description"]),
        sections: [{ id, title, holds }],
      };
    },
  },
  "a sticker": {
    call: "put /api/v1/boards/{id}/items/{itemId}",
    url: ({ board, sticker }) => `${board.url}/items/${sticker.id}`,
    first: () => ({ title: "One", style: styles[0], name: "A", note: "First" }),
    second: () => ({ title: "Two", style: styles[1], name: "B", note: "Second" }),
    read: async (place) => pick(await itemOf(place, place.sticker.id), ["title", "style", "name", "note"]),
  },
  "a section": {
    call: "put /api/v1/boards/{id}/items/{itemId}",
    url: ({ board, section }) => `${board.url}/items/${section}`,
    first: () => ({ title: "One", style: sectionStyle(0) }),
    second: () => ({ title: "Two", style: sectionStyle(1) }),
    read: async (place) => pick(await itemOf(place, place.section), ["title", "style"]),
  },
  "an action": {
    call: "put /api/v1/boards/{id}/actions/{actionId}",
    url: ({ board, action }) => `${board.url}/actions/${action.id}`,
    first: () => ({
      text: "One",
      owner_name: "Ann",
      due_on: "2026-01-01",
      link: "https://a.example/1",
      status: "done",
    }),
    second: () => ({
      text: "Two",
      owner_name: "Bob",
      due_on: "2026-02-02",
      link: "https://b.example/2",
      status: "dropped",
    }),
    async read({ by, board, action }) {
      const { data } = (await by.get(`${board.url}/actions`)).json<{ data: Json[] }>();
      const found = data.find(({ id }) => id === action.id) ?? {};
      return pick(found, ["text", "owner_name", "due_on", "link", "status"]);
    },
  },
  "an action with an owner": {
    call: "put /api/v1/boards/{id}/actions/{actionId}",
    url: ({ board, action }) => `${board.url}/actions/${action.id}`,
    first: ({ by }) => ({ text: "One", owner_id: by.user.id }),
    second: () => ({ text: "Two", owner_id: null }),
    async read({ by, board, action }) {
      const { data } = (await by.get(`${board.url}/actions`)).json<{ data: Json[] }>();
      return pick(data.find(({ id }) => id === action.id) ?? {}, ["text", "owner_id"]);
    },
  },
  "a round of votes": {
    call: "post /api/v1/boards/{id}/rounds",
    method: "post",
    url: ({ board }) => `${board.url}/rounds`,
    first: ({ section }) => ({
      name: "One",
      sections: [section],
      perSticker: 3,
      votes: { limit: 5, item: "section" },
      concealVoteCount: true,
    }),
    second: ({ section }) => ({
      name: "Two",
      sections: [section],
      perSticker: 2,
      votes: { limit: 7, item: "board" },
      concealVoteCount: false,
    }),
    // A round without votes gives way to the next one.
    between: ({ by, board, sticker }) => by.post(`${board.url}/items/${sticker.id}/vote`),
    async read(place) {
      const board = await boardOf(place);
      const { votes, concealVoteCount } = board["facilitator_options"] as Json;
      const last = (board["rounds"] as Json[]).at(-1) ?? {};
      return { ...pick(last, ["name", "sections", "perSticker"]), votes, concealVoteCount };
    },
    defaults: { name: undefined, sections: undefined, perSticker: undefined, votes: false },
  },
  "a meeting": {
    call: "post /api/v1/boards/{id}/meeting",
    method: "post",
    url: ({ board }) => `${board.url}/meeting`,
    first: () => ({ steps: steps(0) }),
    second: () => ({ steps: steps(1) }),
    between: ({ by, board }) => by.delete(`${board.url}/meeting`),
    read: async (place) => pick((await boardOf(place))["meeting"] as Json, ["steps"]),
    defaults: Object.fromEntries(nothingKept.map((field) => [field, undefined])),
  },
  "the steps of a meeting": {
    call: "put /api/v1/boards/{id}/meeting",
    prepare: ({ by, board }) => by.post(`${board.url}/meeting`, { steps: steps(1) }),
    url: ({ board }) => `${board.url}/meeting`,
    first: () => ({ steps: steps(0) }),
    second: () => ({ steps: steps(1) }),
    read: async (place) => pick((await boardOf(place))["meeting"] as Json, ["steps"]),
    defaults: Object.fromEntries(nothingKept.map((field) => [field, undefined])),
  },
};

/** What a request expects, where something comes, what is new, and what holds for this request alone. */
const noValues = /(?:^|\.)(?:rev|from|from_topic|since|id|position|after_id|deletes)(?:$|\.)|^hideContent$/u;
/** Calls that make something new, move something, or run the timer. */
const withoutFormer = [
  "post /api/v1/boards/{id}/items",
  "post /api/v1/boards/{id}/copies",
  "post /api/v1/boards/{id}/template",
  "post /api/v1/boards/{id}/actions",
  "put /api/v1/boards/{id}/sort",
  "post /api/v1/boards/{id}/timers",
  "put /api/v1/boards/{id}/timers",
];

/** The optional fields of a schema, such as `steps.0.name`. */
function optionalFields(schema: Schema, resolve: (schema: Schema) => Schema, at = ""): string[] {
  const { anyOf = [], allOf = [], properties = {}, required = [], items } = resolve(schema);
  const inItems = items === undefined ? [] : optionalFields(items, resolve, `${at}0.`);
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(required.includes(name) ? [] : [at + name]),
    ...optionalFields(field, resolve, `${at}${name}.`),
  ]);
  return [...[...anyOf, ...allOf].flatMap((each) => optionalFields(each, resolve, at)), ...inItems, ...own];
}

function valueAt(body: unknown, path: string): unknown {
  return path === "" ? body : path.split(".").reduce((inside, part) => (inside as Json)[part], body);
}

/** @param value undefined: without the field */
function changed(body: Json, path: string, value: unknown): Json {
  const copy = structuredClone(body);
  const at = path.lastIndexOf(".");
  const inside = valueAt(copy, path.slice(0, Math.max(0, at))) as Json;
  if (value === undefined) delete inside[path.slice(at + 1)];
  else inside[path.slice(at + 1)] = value;
  return copy;
}

const has = (body: unknown, path: string): boolean =>
  path.split(".").every((_, i, parts) => {
    const inside = valueAt(body, parts.slice(0, i).join(".")) as Json;
    return Object.hasOwn(inside, parts[i] ?? "");
  });

describe("a field that is left out", () => {
  let app: TestApp;
  let optional: Map<string, string[]>;
  beforeAll(async () => {
    app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
    const { calls, components } = await readDocument(app);
    const schemas = (components as { schemas?: Record<string, Schema> }).schemas ?? {};
    const resolve = (schema: Schema) => schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    optional = new Map(
      calls
        .filter(({ path }) => path.startsWith("/api/v1/boards/{id}") || path === "/api/v1/users/{id}")
        .map(({ method, path, operation }) => {
          const { schema = {} } = operation.requestBody?.content["application/json"] ?? {};
          const fields = new Set(optionalFields(schema, resolve).filter((field) => !noValues.test(field)));
          return [`${method} ${path}`, [...fields]] as const;
        }),
    );
  });

  async function makePlace(): Promise<Place> {
    // So that no limit is reached.
    app.time.now += 60_000;
    const by = await app.visitor();
    const board = await makeBoard(by);
    await by.post(`${board.url}/facilitators`);
    const sticker = await addSticker(by, board, "Sticker");
    const action = await addAction(by, board.id, "Action");
    const [section] = await treeOf(by, board.url);
    return { by, board, sticker, action, section: section?.id ?? "" };
  }

  test.each(Object.keys(specs))("of %s keeps its value, or has its own default", async (name) => {
    const spec = specs[name] as Spec;
    const { defaults = {} } = spec;
    const example = await makePlace();
    const fields = optional.get(spec.call)?.filter((field) => has(spec.second(example), field)) ?? [];
    expect(fields).not.toEqual([]);
    for (const field of fields) {
      const place = await makePlace();
      const send = async (body: Json) => {
        const { statusCode, body: answer } = await place.by[spec.method ?? "put"](spec.url(place), body);
        if (statusCode >= 300) throw new Error(`without ${field}: ${statusCode} ${answer}`);
      };
      const [first, second] = [spec.first(place), spec.second(place)];
      await spec.prepare?.(place);
      await send(first);
      expect(await spec.read(place)).toEqual(first);
      await spec.between?.(place);
      await send(changed(second, field, undefined));
      const left = field in defaults ? defaults[field] : valueAt(first, field);
      expect([field, await spec.read(place)]).toEqual([field, changed(second, field, left)]);
    }
  });

  test("is tried for each optional field of the document", async () => {
    const place = await makePlace();
    const tried = Object.values(specs).map(({ call, second }) => ({ call, body: second(place) }));
    const untried = [...optional].flatMap(([call, fields]) =>
      withoutFormer.includes(call)
        ? []
        : fields
            .filter((field) => !tried.some((spec) => spec.call === call && has(spec.body, field)))
            .map((field) => `${call}: ${field}`),
    );
    expect(untried).toEqual([]);
  });
});
