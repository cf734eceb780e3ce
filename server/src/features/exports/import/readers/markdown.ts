import { parseReactions, type ReactionCounts } from "@retro/contract/reactions";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

interface Entry {
  field: string;
  indent: number;
  lines: string[];
  parent: Entry | null;
  note?: Entry;
}
interface Heading {
  field: string;
  title: string;
  entries: Entry[];
}

/** What our export says after a text: votes or a date in brackets, reactions, a name. */
const details =
  /^ \*(?:\(([^()*]{0,60})\) ?)?((?:\p{Extended_Pictographic}\u{fe0f}? \d{1,9} ?)*)(?:— ((?:\\.|[^\\*])+))?\*$/u;
const groupAtStart = /^\*\*((?:\\.|[^\\*])+):\*\* /u;
const noteAtStart = /^\*(?:\\.|[^\\*])+:\* /u;
const rankAtStart = /^\*\*\d+\.\*\* /u;
const taskAtStart = /^\[([ x])\] /iu;

/**
 * Our Markdown, and an outline in its form: a section for each heading, nested lists as groups, tasks as
 * actions. A list of ranks repeats stickers of the sections, so it is skipped. Markup that our export does
 * not write stays text.
 */
export const markdown: Reader = {
  recognises: ({ text, json }) => json === undefined && /^\s*# \S/u.test(text) && /^## \S/mu.test(text),
  read({ text }, fallback) {
    const { title, description, headings } = parseOutline(text);
    const board = new ForeignBoard(title, fallback);
    board.describe(description);
    for (const { field, title: section, entries } of headings) {
      if (entries.some(({ lines: [first = ""] }) => rankAtStart.test(first))) continue;
      const tasks = entries.filter(isTask);
      for (const task of tasks) addTask(board, task);
      if (entries.length > 0 && tasks.length === entries.length) continue;
      board.addSection(field, section, `${field}.title`);
      for (const entry of entries) if (!isTask(entry)) addCard(board, field, entry);
    }
    return board.finish();
  },
};

function parseOutline(text: string): { title: string; description: string; headings: Heading[] } {
  let title = "";
  const description: string[] = [];
  const headings: Heading[] = [];
  let open: Entry[] = [];
  for (const [i, line] of text.split(/\r\n|\r|\n/u).entries()) {
    const last = headings.at(-1);
    if (line === "") {
      (last === undefined ? description : open.at(-1)?.lines)?.push("");
      continue;
    }
    const field = `line ${i + 1}`;
    const [, marks = "", heading = ""] = /^(##?) (.*)$/su.exec(line) ?? [];
    const [, indent = "", item] = /^( *)[-*+] (.*)$/su.exec(line) ?? [];
    if (marks === "#" && last === undefined) title = plainText(heading);
    else if (marks !== "") {
      headings.push({ field, title: plainText(heading), entries: [] });
      open = [];
    } else if (last === undefined) description.push(plainText(line));
    else if (item !== undefined) {
      open = open.filter((above) => above.indent < indent.length);
      const parent = open.at(-1) ?? null;
      const entry = { field, indent: indent.length, lines: [item], parent };
      if (parent !== null && noteAtStart.test(item)) parent.note = entry;
      else last.entries.push(entry);
      open.push(entry);
    } else {
      const entry = open.at(-1);
      entry?.lines.push(line.slice(Math.min(entry.indent + 2, line.search(/\S|$/u))));
    }
  }
  return { title, description: description.join("\n"), headings };
}

function isTask({ lines: [first = ""] }: Entry): boolean {
  return taskAtStart.test(first);
}

function addTask(board: ForeignBoard, entry: Entry): void {
  const { text, bracket, name } = splitEntry(entry);
  const task = text.replace(taskAtStart, "");
  const dropped = /^~~(.+)~~$/su.exec(task)?.[1];
  board.addAction({
    text: plainText(dropped ?? task),
    field: entry.field,
    textName: "text",
    status: dropped === undefined ? (text.startsWith("[ ]") ? "open" : "done") : "dropped",
    owners: name === "" ? [] : [name],
    dueOn: /\d{4}-\d\d-\d\d/u.exec(bracket)?.[0],
  });
}

function addCard(board: ForeignBoard, section: string, entry: Entry): void {
  const { text, bracket, reactions, name } = splitEntry(entry);
  const group = groupAtStart.exec(text)?.[1];
  const note = entry.note?.lines.map(withoutBreak).join("\n").replace(noteAtStart, "");
  board.leaveOutAuthor(name);
  board.addCard({
    section,
    text: plainText(text.replace(groupAtStart, "")),
    field: entry.field,
    textName: "text",
    id: entry.field,
    parent: entry.parent?.field,
    ...(group !== undefined && { group: { name: "group", value: plainText(group) } }),
    ...(note !== undefined && { note: plainText(note) }),
    ...(reactions !== undefined && { reactions }),
    votes: { name: "votes", value: bracket.replace(/\D/gu, "") },
  });
}

interface Parts {
  text: string;
  bracket: string;
  reactions: ReactionCounts | undefined;
  name: string;
}

function splitEntry({ lines }: Entry): Parts {
  const whole = lines.map(withoutBreak).join("\n").trimEnd();
  const end = whole.lastIndexOf(" *");
  const found = end < 0 ? null : details.exec(whole.slice(end));
  const [, bracket = "", reactions = "", name = ""] = found ?? [];
  return {
    text: found === null ? whole : whole.slice(0, end),
    bracket,
    reactions: parseReactions(reactions),
    name: plainText(name),
  };
}

const withoutBreak = (line: string) => line.replace(/ {2}$/u, "");

/** A hidden text is emphasized as a whole. */
function plainText(text: string): string {
  return text.replace(/^\*([^\\*]+)\*$/u, "$1").replace(/\\([!-/:-@[-`{-~])/gu, "$1");
}
