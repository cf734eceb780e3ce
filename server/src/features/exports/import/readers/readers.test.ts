import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardFile, type FileSticker } from "@retro/contract/files/board-file";
import { AppError } from "../../../../http/errors/app-error.ts";
import { ValidationError } from "../../../../http/errors/validation.ts";
import { readers, readFile } from "./read-file.ts";
import type { ImportedFile } from "./reader.ts";
import { samples } from "./samples.ts";

const read = (text: string): ImportedFile => readFile(Buffer.from(text), "T");

function outline({ content }: ImportedFile): string[] {
  const list = (stickers: readonly FileSticker[]): string =>
    stickers
      .map(({ text, name, votes, stickers: nested = [] }) => {
        const group = nested.length > 0 ? `(${list(nested)})` : "";
        return `${name === undefined ? "" : `${name} = `}${text?.replaceAll("\n", "/")}${votes ? `+${votes}` : ""}${group}`;
      })
      .join(" | ");
  return content.sections.map(({ title, columns: [first = []] }) => `${title}: ${list(first)}`);
}

/** The places that an error names; any other error fails the test. */
function placesOf(text: string): string[] | null {
  try {
    const { content } = read(text);
    boardFile.parse({ format: "retro-board", version: 1, ...content });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 422) return Object.keys(error.details.errors ?? {});
    if (error instanceof ValidationError) return Object.keys(error.errors);
    throw error;
  }
}

test("X5 · each reader has a sample", () => {
  expect(samples.map(({ reader }) => reader).toSorted()).toEqual(Object.keys(readers).toSorted());
});

describe.each(samples)("X5 · a file of $reader", (sample) => {
  test("is recognised by its own reader only", () => {
    const json: unknown = /^[[{]/u.test(sample.text) ? JSON.parse(sample.text) : undefined;
    const first = Object.entries(readers).find(([, reader]) =>
      reader.recognises({ text: sample.text, json, timeZone: "UTC" }),
    );
    expect(first?.[0]).toBe(sample.reader);
  });

  test("becomes a board, and what it cannot take is listed", () => {
    const file = read(sample.text);
    expect(file.content.board.title).toBe(sample.title);
    expect(outline(file)).toEqual(sample.sections);
    expect(file.content.actions ?? []).toMatchObject(sample.actions ?? []);
    expect(file.content.actions ?? []).toHaveLength(sample.actions?.length ?? 0);
    expect(Object.fromEntries(file.leftOut.map(({ kind, count }) => [kind, count]))).toEqual(
      sample.leftOut ?? {},
    );
  });

  test("with 5,000 cards is read, and with one more refused by its place", () => {
    const file = read(sample.withCards(5000));
    const count = (stickers: readonly FileSticker[]): number =>
      stickers.reduce((sum, { stickers: nested = [] }) => sum + 1 + count(nested), 0);
    expect(
      file.content.sections.flatMap(({ columns }) => columns).reduce((sum, c) => sum + count(c), 0),
    ).toBe(5000);
    expect(placesOf(sample.withCards(5001))).toEqual([expect.stringMatching(/\d/u)]);
  });

  test("a text that is too long is refused by its line or path, and by its column", () => {
    const texts = sample.sections.flatMap((line) =>
      line
        .slice(line.indexOf(": ") + 2)
        .split(/[|(]/u)
        .map((text) => text.replace(/[+/)].*$/u, "").trim())
        .filter((text) => text !== "" && sample.text.includes(text)),
    );
    const places = texts.map((text) => {
      // A short text may also be a part of a word.
      const cell = sample.text.includes(`"${text}"`) ? `"${text}"` : text;
      return placesOf(sample.text.replace(cell, cell.replace(text, "y".repeat(1001))));
    });
    expect(places.find((each) => each !== null)).toEqual([
      expect.stringMatching(/^(?:line \d+|\w+(?:\.\w+)*\.\d+)\.[\w ]+$/u),
    ]);
  });

  test("attack: cut, repeated or changed anywhere, it is a board within the limits or refused by a place", () => {
    const source = sample.text;
    fc.assert(
      fc.property(
        fc.nat(source.length),
        fc.nat(40),
        fc.constantFrom(
          "",
          '"',
          ",",
          "\n",
          "[",
          "{",
          "}",
          "null",
          "-1",
          "[[",
          '{"a":',
          "\u0000",
          "💥".repeat(400),
        ),
        (at, length, put) => {
          const places = placesOf(source.slice(0, at) + put + source.slice(at + length));
          expect(places ?? ["a board"]).not.toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("X5 · limits", () => {
  const trello = (file: object) =>
    read(JSON.stringify({ name: "B", lists: [{ id: "l", name: "L" }], cards: [], ...file }));
  test("more than 12 sections join the last one", () => {
    const lists = Array.from({ length: 15 }, (_, i) => ({ id: `l${i}`, name: `L${i}`, pos: i }));
    const file = trello({
      lists,
      cards: lists.map(({ id }, i) => ({ id: `c${i}`, idList: id, name: `c${i}` })),
    });
    expect(outline(file).slice(10)).toEqual(["L10: c10", "L11: c11 | c12 | c13 | c14"]);
    expect(file.leftOut).toEqual([{ kind: "joinedSections", count: 3 }]);
  });
  test("a text that is too long is refused by its place, never cut", () => {
    const text = JSON.stringify({
      lists: [{ id: "l", name: "L" }],
      cards: [{ id: 1, idList: "l", name: "x".repeat(1001) }],
    });
    expect(placesOf(text)).toEqual(["cards.0.name"]);
  });
  test("a description that does not fit is left out and counted", () => {
    const file = trello({ cards: [{ id: "c", idList: "l", name: "c", desc: "x".repeat(1000) }] });
    expect([outline(file), file.leftOut]).toEqual([["L: c"], [{ kind: "descriptions", count: 1 }]]);
  });
  test("attack: a title or a description with a character that no database takes is refused by its place", () => {
    const lists = [{ id: "l", name: "L" }];
    const placeOf = (file: object) => placesOf(JSON.stringify({ lists, cards: [], ...file }));
    expect(placeOf({ name: "a\u0000" })).toEqual(["title"]);
    expect(placeOf({ name: "B", desc: "a\u0000" })).toEqual(["description"]);
  });
  test("an error names the line and the column", () => {
    const scrumlr = "note_id,author,text,column,rank,stack,voting_0\nn1,A,x,Good,1,null,";
    expect(placesOf(`${scrumlr}1\nn2,A,y,Good,2,null,many`)).toEqual(["line 3.voting_0"]);
    expect(placesOf(`Good,Bad\nx,${"y".repeat(1001)}`)).toEqual(["line 2.Bad"]);
  });
  test("a group deeper than five levels becomes flatter, and one that contains itself is none", () => {
    const notes = [1, 2, 3, 4, 5, 6, 7].map((i) => [`n${i}`, `n${i - 1}`]);
    const chain = [...notes, ["a", "b"], ["b", "a"], ["c", "c"]].map(
      ([id, stack]) => `${id},A,${id},Good,0,${stack}`,
    );
    const file = read(`note_id,author,text,column,rank,stack\n${chain.join("\n")}`);
    expect(outline(file)).toEqual(["Good: n1(n2(n3(n4(n5 | n6 | n7)))) | b(a) | c"]);
    expect(file.leftOut).toContainEqual({ kind: "flattenedCards", count: 2 });
  });
  test("Mural without areas: colours are the sections, and with one colour bands from left to right", () => {
    const header = "ID,Text,BG Color,Sticky type,Position X,Position Y";
    expect(outline(read(`${header}\n1,a,#FF0000,s,9,1\n2,b,#00FF00,s,1,1`))).toEqual([
      "#00FF00: b",
      "#FF0000: a",
    ]);
    expect(outline(read(`${header}\n1,a,#FF0000,s,900,1\n2,b,#FF0000,s,1,1`))).toEqual(["1: b", "2: a"]);
  });
  test.each([
    ["prose", "Dear all, thanks\nfor the fish, again, and the tea"],
    ["a table of numbers", "a,b,c\n1,2,3"],
    ["a table with a card in each row", "Card text,Votes\nTea,2"],
  ])("%s is the file of no tool", (_name, text) => {
    expect(placesOf(text)).toEqual(["line 1"]);
  });
  test("attack: a million lines of a table end at the line that is far too many", () => {
    expect(placesOf(`section,column,text\n${"x\n".repeat(900_000)}`)).toEqual(["line 50001"]);
  });
  test("attack: a million errors are one", () => {
    expect(placesOf(`{"lists":[],"cards":[${"0,".repeat(900_000)}0]}`)).toEqual(["cards.0"]);
  });
});
