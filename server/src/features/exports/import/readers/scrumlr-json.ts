import * as z from "zod";
import { ForeignBoard } from "./foreign-board.ts";
import { hasLists, isRecord, key, keyOrNull, listOf, number, parseShape, textOrEmpty } from "./json-shape.ts";
import type { Reader } from "./reader.ts";

const voting = z.object({
  status: textOrEmpty,
  created_at: keyOrNull,
  createdAt: keyOrNull,
  votes: z.object({ votesPerNote: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});
type Voting = z.output<typeof voting>;
const shape = z.object({
  board: z.object({ name: textOrEmpty }),
  participants: listOf(z.object({ user: z.object({ name: textOrEmpty }).nullish(), name: textOrEmpty })),
  columns: listOf(z.object({ id: key, name: textOrEmpty, index: number })),
  notes: listOf(
    z.object({
      id: key,
      text: textOrEmpty,
      position: z.object({ column: key, stack: keyOrNull, rank: number }),
    }),
  ),
  votings: listOf(voting),
});

export const scrumlrJson: Reader = {
  recognises: ({ json }) => hasLists(json, "columns", "notes") && isRecord(json) && isRecord(json["board"]),
  read(file, title) {
    const { source, odd } = parseShape(shape, file);
    const board = new ForeignBoard(source.board.name, title);
    board.leaveOut("oddCards", odd);
    const columns = source.columns.map((column, i) => ({ ...column, field: `columns.${i}.name` }));
    for (const { id, name, field } of columns.toSorted((a, b) => a.index - b.index))
      board.addSection(id, name, field);
    const taken = source.votings
      .filter(({ status }) => status !== "ABORTED")
      .toSorted((a, b) => startOf(a) - startOf(b))
      .at(-1);
    board.leaveOut("votings", source.votings.length - (taken === undefined ? 0 : 1));
    const votes = taken?.votes?.votesPerNote;
    const notes = source.notes.map((note, i) => ({ ...note, field: `notes.${i}` }));
    // The note with the highest rank is at the top of its column there.
    for (const { id, text, position, field } of notes.toSorted((a, b) => b.position.rank - a.position.rank)) {
      const ofNote =
        votes !== undefined && votes !== null && Object.hasOwn(votes, id) ? votes[id] : undefined;
      board.addCard({
        section: position.column,
        text,
        field,
        textName: "text",
        id,
        parent: position.stack,
        votes: { name: "votes", value: isRecord(ofNote) ? ofNote["total"] : undefined },
      });
    }
    for (const { name, user } of source.participants) board.leaveOutAuthor(user?.name || name);
    return board.finish();
  },
};

/** Votings without a time keep the order of the file, whose last one is the newest. */
function startOf({ created_at: created, createdAt }: Voting): number {
  const time = created ?? createdAt ?? "";
  return Number(time) || Date.parse(time) || 0;
}
