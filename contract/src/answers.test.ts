import { expect, test } from "vitest";
import type { $ZodType } from "zod/v4/core";
import { boardListRow, listMeta, template } from "./entities.ts";
import { clientConfig } from "./events.ts";
import { legalDocument } from "./legal.ts";
import { personalData } from "./personal-data.ts";
import { issuesOf, parseOrThrow } from "./testing/schema-issues.ts";

const at = "2026-01-01T00:00:00.000Z";
const user = {
  id: "u",
  name: "Ann",
  role: "anonymous",
  options: { color: "#123456", isAvatarStickers: true },
};

/** What the server answers; the browser and the tests of the server check it against these schemas. */
const answers: [name: string, $ZodType, object][] = [
  ["a board of a list", boardListRow, { id: "b", title: "Retro", section_count: 3, sticker_count: 0 }],
  ["a template", template, { title: "t", description: "", count: 2, img: "own.svg" }],
  ["a list's figures", listMeta, { total: 1, page: 1, per_page: 20 }],
  [
    "the client's settings",
    clientConfig,
    {
      realtime: { key: "k", cluster: "eu", host: null, port: null, encrypted: true },
      captcha: { sitekey: "s", endpoints: ["/captcha/puzzle"] },
      locales: ["en"],
      version: "1.0.0",
    },
  ],
  [
    "a legal page",
    legalDocument,
    {
      title: "Terms",
      blocks: [
        { type: "heading", level: 2, spans: [{ text: "a", bold: true }] },
        { type: "paragraph", spans: [{ text: "b", href: "/terms-of-use" }] },
        { type: "list", ordered: false, items: [[{ text: "c", italic: true, code: true }]] },
      ],
    },
  ],
  [
    "a user's data",
    personalData,
    {
      format: "retro-personal-data",
      version: 1,
      exported_at: at,
      user: { ...user, created_at: at },
      sessions: [{ created_at: at, last_used_at: at, address: "::1", browser: "b" }],
      identities: [{ issuer: "https://id.example.com", subject: "u", created_at: at }],
      provider_sessions: [{ issuer: "https://id.example.com", sid: "s" }],
      kept_spaces: [{ name: "Team", kept_at: at }],
      api_tokens: [{ kind: "person", name: "t", created_at: at }],
      boards_opened: [{ id: "b", title: "t", opened_at: at }],
      boards_created: [{ id: "b", title: "t", created_at: at }],
      seats_held: [{ board_id: "b" }],
      boards_in_bin: [{ board_id: "b", deleted_at: at }],
      passphrases_given: [{ board_id: "b", given_at: at }],
      answered_questions: [{ board_id: "b", kind: "worth" }],
      stickers: [{ board_id: "b", id: "s", text: "t", style: {}, created_at: at }],
      actions: [
        {
          board_id: "b",
          id: "a",
          text: "t",
          owner_name: "Una",
          due_on: "2026-12-24",
          link: null,
          status: "open",
          created_at: at,
        },
      ],
      owned_actions: [{ board_id: "b", action_id: "a" }],
      actions_from_stickers: [{ board_id: "b", action_id: "a" }],
      deleted_actions: [{ board_id: "b", action_id: "a", deleted_at: at }],
      deletions: [{ board_id: "b", item_id: "i", deleted_at: "2026-11-21T10:00:00.000Z" }],
      votes: [{ board_id: "b", item_id: "s", count: 2, created_at: at }],
      reactions: [{ board_id: "b", item_id: "s", kinds: ["heart"] }],
      templates: [{ title: "t", description: "", sections: [], created_at: at }],
      activity: [{ event: "e", name: "n", function: "f", object: "o", created_at: at }],
      feedback: [
        {
          name: "n",
          email: null,
          comment: "c",
          created_at: at,
          pictures: [{ type: "image/png", base64: "" }],
        },
      ],
    },
  ],
];

/** Every object in the answer, by its path, with each of its fields left out once. */
function* incomplete(value: unknown, path: string[] = []): Generator<{ without: string; value: unknown }> {
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries())
      for (const less of incomplete(each, [...path, String(i)]))
        yield { ...less, value: value.with(i, less.value) };
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield { without: [...path, key].join("."), value: rest };
      for (const less of incomplete(inner, [...path, key]))
        yield { ...less, value: { ...value, [key]: less.value } };
    }
  }
}
/** Fields that may be missing, or have any value; a server of the release before sends no link and no tracker. */
const optional = /(?:^|\.)(?:link|tracker|bold|italic|code|href|style|sections)$/;

test.each(answers)("%s keeps all its fields, and each is required", (_name, schema, answer) => {
  expect(parseOrThrow(schema, answer)).toEqual(answer);
  const accepted = [...incomplete(answer)].filter(({ value }) => issuesOf(schema, value) === "ok");
  expect(accepted.map(({ without }) => without).filter((field) => !optional.test(field))).toEqual([]);
});
