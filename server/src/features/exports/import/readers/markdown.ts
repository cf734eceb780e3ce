import { parseReactions, type ReactionCounts } from "@retro/contract/reactions";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

interface Entry {
  field: string;
  indent: number;
  lines: string[];
  parent: Entry | null;
  /** Whether entries are nested under it. */
  isParent: boolean;
  note?: Entry;
}
interface Heading {
  field: string;
  title: string;
  entries: Entry[];
  /** The lines above the entries. */
  loose: Entry[];
}

/** What our export writes after a text: votes or a date in brackets, reactions, a name. */
const details =
  /^ \*(?:\(([^()*]{0,60})\) ?)?((?:\p{Extended_Pictographic}\u{fe0f}? \d{1,9} ?)*)(?:— ((?:\\.|[^\\*])+))?\*$/u;
const groupAtStart = /^\*\*((?:\\.|[^\\*])+):\*\* /u;
const noteAtStart = /^\*(?:\\.|[^\\*])+:\* /u;
const rankAtStart = /^\*\*\d+\.\*\* /u;
/** "*Length: 26 Nov 2026, 10:00 – 10:52 (52 minutes)*": when the meeting was, as our export writes it. */
const lengthOfMeeting = /^\*[^*]{1,100}: [^*]{1,100} \([^*]{1,60}\)\*$/u;
/** "*We keep learning.* On average 4.3 (4 answers)": an anonymous question, as our export writes it. */
const answersToQuestion = /^\*(?:\\.|[^\\*])+\* [^*].*\(\d+ [^()]+\)$/u;
/** The text `summary.answers` in each language, copied: the catalogues are loaded later than this file. */
const answersHeading = /^(?:What the team said|Что сказала команда)$/u;
const linkAtEnd = / <(https?:[^<>\s]{1,2000})>$/iu;
const taskAtStart = /^\[([ x])\] /iu;

/**
 * Our Markdown, and an outline in its form: a section for each heading, nested lists as groups, tasks as
 * actions. The ranking repeats stickers of the sections, so it is skipped; answers are skipped, too. Markup
 * that our export does not write stays text.
 */
export const markdown: Reader = {
  // This reader would lose numbered lists and paragraphs: a file with them is for `outline`.
  recognises: ({ text, json }) =>
    json === undefined && /^\s*# \S/u.test(text) && /^## \S/mu.test(text) && areOurLines(text),
  read({ text }, fallback) {
    const { title, description, headings } = parseOutline(text);
    const board = new ForeignBoard(title, fallback, true);
    board.describe(description);
    let hasSection = false;
    for (const { field, title: section, entries } of headings) {
      const isRanking = !hasSection && entries.some(isRank) && tops(entries).every(isRankOrMore);
      if (isRanking || (answersHeading.test(section) && entries.every(isAnswers))) continue;
      const tasks = entries.filter(isTask);
      for (const task of tasks) addTask(board, task);
      if (entries.length > 0 && tasks.length === entries.length) continue;
      hasSection = true;
      board.addSection(field, section, `${field}.title`);
      for (const entry of entries) if (!isTask(entry)) addCard(board, field, entry);
    }
    return board.finish();
  },
};

const marker = /^[ \t]*[-*+] /u;
/** Nothing, a heading, an entry, its further lines, or "*No stickers*". */
const isOurs = /^(?:\s*$|##? |[ \t]*[-*+] |[ \t]|\*[^*]+\*$)/u;

/** Our export writes no list above the first section: in a description it escapes the markers. */
function areOurLines(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/u);
  const first = lines.findIndex((line) => line.startsWith("## "));
  return (
    !lines.slice(0, first).some((line) => marker.test(line)) &&
    lines.slice(first).every((line) => isOurs.test(line))
  );
}

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
    const [, lead = "", item] = /^([ \t]*)[-*+] (.*)$/su.exec(line) ?? [];
    const indent = lead.replaceAll("\t", "    ");
    if (marks === "#" && last === undefined) title = plainText(heading);
    else if (marks !== "") {
      headings.push({ field, title: plainText(heading), entries: [], loose: [] });
      open = [];
    } else if (last === undefined) {
      if (!lengthOfMeeting.test(line)) description.push(plainText(line));
    } else if (item !== undefined) {
      open = open.filter((above) => above.indent < indent.length);
      const parent = open.at(-1) ?? null;
      const entry: Entry = { field, indent: indent.length, lines: [item], parent, isParent: false };
      const isNote =
        parent !== null && parent.note === undefined && !isTask(parent) && noteAtStart.test(item);
      if (isNote) parent.note = entry;
      else {
        if (parent !== null) parent.isParent = true;
        last.entries.push(entry);
      }
      open.push(entry);
    } else {
      const entry = open.at(-1);
      if (entry === undefined)
        last.loose.push({ field, indent: 0, lines: [line.trim()], parent: null, isParent: false });
      else entry.lines.push(line.slice(Math.min(entry.indent + 2, line.search(/\S|$/u))));
    }
  }
  for (const { loose, entries } of headings)
    // In a section without entries our export writes "*No stickers*", which is no card.
    if (entries.length > 0 || !loose.every(({ lines }) => isEmphasized(lines))) entries.unshift(...loose);
  return { title, description: description.join("\n"), headings };
}

const tops = (entries: readonly Entry[]) => entries.filter(({ parent }) => parent === null);
const isEmphasized = (lines: readonly string[]) => /^\*[^*]+\*$/u.test(lines.join("\n").trimEnd());

/** A rank, or the line "*and 3 more*" below the ranks. */
const isRankOrMore = (entry: Entry) => isRank(entry) || isEmphasized(entry.lines);

/** "**1.** text (3 votes, Went well)"; a text that only begins with a number is none. */
function isRank({ lines }: Entry): boolean {
  const [, place = ""] = / \(([^(),]*), /u.exec(lines.join("\n")) ?? [];
  return rankAtStart.test(lines[0] ?? "") && /\d/u.test(place);
}

function isAnswers({ lines }: Entry): boolean {
  return answersToQuestion.test(lines.join("\n").trimEnd());
}

function isTask({ lines: [first = ""] }: Entry): boolean {
  return taskAtStart.test(first);
}

function addTask(board: ForeignBoard, entry: Entry): void {
  const { text, bracket, name } = splitEntry(entry);
  const task = text.replace(taskAtStart, "").replace(linkAtEnd, "");
  const link = linkAtEnd.exec(text)?.[1];
  const dropped = /^~~(.+)~~$/su.exec(task)?.[1];
  board.addAction({
    text: plainText(dropped ?? task),
    field: entry.field,
    textName: "text",
    status: dropped === undefined ? (text.startsWith("[ ]") ? "open" : "done") : "dropped",
    owners: name === "" ? [] : [name],
    dueOn: /\d{4}-\d\d-\d\d/u.exec(bracket)?.[0],
    link,
  });
}

function addCard(board: ForeignBoard, section: string, entry: Entry): void {
  const { text, bracket, reactions, name } = splitEntry(entry);
  // Our export names only groups: on a sticker without others under it, these words are the beginning of its
  // text.
  const group = entry.isParent ? groupAtStart.exec(text)?.[1] : undefined;
  const note = entry.note?.lines.map(withoutBreak).join("\n").replace(noteAtStart, "");
  board.leaveOutAuthor(name);
  board.addCard({
    section,
    text: plainText(group === undefined ? text : text.replace(groupAtStart, "")),
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

/** Removes the emphasis of a hidden text, which our export emphasizes as a whole, and the escapes. */
function plainText(text: string): string {
  return text.replace(/^\*([^\\*]+)\*$/u, "$1").replace(/\\([!-/:-@[-`{-~])/gu, "$1");
}
