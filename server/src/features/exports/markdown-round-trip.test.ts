import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileSticker } from "@retro/contract/files/board-file";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { putStickers } from "../../testing/sticker-fixture.ts";
import { loadTranslators } from "../../http/session/locale.ts";
import type { ExportedBoard, ExportedSticker } from "./exported-board.ts";
import { readFile } from "./import/readers/read-file.ts";
import { toMarkdown } from "./markdown.ts";

const unit = fc.oneof(
  fc.constantFrom(..." \n*-+#\\()[]~_—:1.👍", "  \n", "**", "\\*", " *(2 votes)*", "- ", "[x] ", "~~", "é"),
  fc.string({ unit: "binary", maxLength: 2 }),
);
const words = (clean: (text: string) => string) =>
  fc
    .array(unit, { minLength: 1, maxLength: 12 })
    .map((units) => clean(units.join("").replaceAll("\u0000", "").toWellFormed()))
    .filter((text) => text !== "");
const text = words(cleanText);
// A heading and a name have one space where a title may have several.
const line = words((each) => cleanLine(each).replaceAll(/\s+/gu, " "));

const stickers = (depth: number): fc.Arbitrary<ExportedSticker[]> =>
  fc.array(
    fc.record({
      text,
      style: fc.constant({}),
      votes: fc.nat(30),
      author: fc.option(line),
      created_at: fc.constant("2026-01-01T00:00:00.000Z"),
      name: fc.option(line, { nil: undefined }),
      note: fc.option(text, { nil: undefined }),
      reactions: fc.option(fc.record({ thumbs_up: fc.integer({ min: 1, max: 9 }) }), { nil: undefined }),
      stickers: depth > 0 ? stickers(depth - 1) : fc.constant([]),
    }),
    { maxLength: 3 },
  );
const boards = fc.record({
  title: line,
  description: fc.oneof(fc.constant(""), text),
  last: fc.option(fc.record({ started: fc.nat(), ended: fc.integer({ min: 2 ** 31, max: 2 ** 40 }) })),
  sections: fc.array(fc.record({ title: line, list: stickers(2) }), { minLength: 1, maxLength: 3 }),
  actions: fc.array(
    fc.record({
      text,
      owner: fc.option(line, { nil: undefined }),
      due_on: fc.option(fc.constant("2026-12-24"), { nil: undefined }),
      link: fc.option(fc.constant("https://t.example/browse/RET_17?a=1*2"), { nil: undefined }),
      status: fc.constantFrom("open" as const, "done" as const, "dropped" as const),
    }),
    { maxLength: 3 },
  ),
});

const kept = ({ text: own, votes, name, note, reactions, stickers: nested = [] }: FileSticker): unknown => ({
  text: own,
  votes: votes || undefined,
  name: nested.length > 0 ? name : undefined,
  note,
  reactions,
  stickers: nested.map(kept),
});

test.each(["en", "ru"] as const)(
  "[X5] a board as Markdown (%s) comes back: texts, groups, notes, votes, reactions and actions",
  async (locale) => {
    const { [locale]: t } = await loadTranslators();
    fc.assert(
      fc.property(boards, ({ sections, actions, last, ...board }) => {
        const view = {
          ...board,
          topVoted: [],
          rounds: [],
          questions: [
            { kind: "checkin-mood", counts: [0, 2, 0, 1, 0] },
            { kind: "worth", counts: [0, 0, 1, 0, 3] },
          ],
          openRound: null,
          meeting: {
            steps: [{ id: "in", kind: "checkin", minutes: null }],
            last,
            goesOn: last !== null && last.ended % 2 === 0,
          },
          sections: sections.map(({ title, list }) => ({ title, style: {}, columns: [list, [], []] })),
          actions,
        } as unknown as ExportedBoard;
        const { content } = readFile(
          Buffer.from([...toMarkdown(view, t, { locale, dateLocale: locale, timeZone: "UTC" })].join("")),
          "T",
        );
        expect(content.board).toEqual(board);
        expect(
          content.sections.map(({ title, columns }) => ({ title, list: columns[0]?.map(kept) })),
        ).toEqual(sections.map(({ title, list }) => ({ title, list: list.map(kept) })));
        expect(content.actions).toEqual(actions.map((action) => expect.objectContaining(action)));
      }),
      { numRuns: 100 },
    );
  },
);

test("[X5] a downloaded Markdown file is taken back by the import, whose own Markdown is the same", async () => {
  const { visitor } = await buildTestApp();
  const ann = await visitor({ name: "Ann", options: { isAvatarStickers: false } });
  const board = await makeBoard(ann, "Retro #7");
  const [tea = ""] = await putStickers(ann, board, board.columns[0], [
    { title: "Tea (2 votes)\n- *hot*", nested: [{ title: "Milk" }] },
  ]);
  await ann.post(`${board.url}/items/${tea}/vote`);
  await ann.post(`${board.url}/actions`, { text: "Buy tea", owner_name: "Ops", due_on: "2026-12-24" });
  const save = async (id: string) => (await ann.get(`/web/boards/${id}/export-markdown`)).body;
  const before = await save(board.id);
  const answer = await ann.post("/api/v1/boards/import", before, { "content-type": "text/csv" });
  expect(answer.statusCode).toBe(201);
  expect(await save(answer.json<{ data: { id: string } }>().data.id)).toBe(before);
});
