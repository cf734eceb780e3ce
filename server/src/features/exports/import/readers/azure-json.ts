import * as z from "zod";
import { ForeignBoard } from "./foreign-board.ts";
import { isRecord, key, keyOrNull, listOf, parseShape, textOrEmpty } from "./json-shape.ts";
import type { Reader } from "./reader.ts";

const item = z.object({
  id: key,
  title: textOrEmpty,
  description: textOrEmpty,
  columnId: key,
  upvotes: z.unknown().optional(),
  parentFeedbackItemId: keyOrNull,
  createdDate: textOrEmpty,
  createdBy: z.object({ displayName: textOrEmpty }).nullish(),
});
const shape = listOf(
  z.object({
    board: z.object({ title: textOrEmpty, columns: listOf(z.object({ id: key, title: textOrEmpty })) }),
    items: listOf(item),
  }),
);

/** A file has the boards of all teams; the one with the most items is read. */
export const azureJson: Reader = {
  recognises: ({ json }) =>
    Array.isArray(json) && isRecord(json[0]) && isRecord(json[0]["board"]) && Array.isArray(json[0]["items"]),
  read(file, title) {
    const { source, odd } = parseShape(shape, file);
    const all = source.map((each, i) => ({ ...each, field: String(i) }));
    const [largest] = all.toSorted((a, b) => b.items.length - a.items.length);
    const { items = [], field = "0", board: { title: ownTitle = "", columns = [] } = {} } = largest ?? {};
    const board = new ForeignBoard(ownTitle, title);
    board.leaveOut("oddCards", odd);
    board.leaveOut("boards", all.length - 1);
    for (const [i, column] of columns.entries())
      board.addSection(column.id, column.title, `${field}.board.columns.${i}.title`);
    for (const [i, each] of items.entries()) {
      board.addCard({
        section: each.columnId,
        text: each.title,
        description: each.description,
        field: `${field}.items.${i}`,
        textName: "title",
        id: each.id,
        parent: each.parentFeedbackItemId,
        votes: { name: "upvotes", value: each.upvotes },
        createdAt: each.createdDate,
      });
      board.leaveOutAuthor(each.createdBy?.displayName ?? "");
    }
    return board.finish();
  },
};
