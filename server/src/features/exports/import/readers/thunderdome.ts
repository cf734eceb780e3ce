import * as z from "zod";
import { ForeignBoard } from "./foreign-board.ts";
import { count, flag, hasLists, key, keyOrNull, listOf, parseShape, textOrEmpty } from "./json-shape.ts";
import type { Reader } from "./reader.ts";

const item = z.object({
  id: key,
  groupId: keyOrNull,
  content: textOrEmpty,
  type: textOrEmpty,
  comments: count,
  reactions: count,
});
const template = z
  .object({ format: z.object({ columns: listOf(z.object({ name: textOrEmpty, label: textOrEmpty })) }) })
  .nullish();
const shape = z.object({
  name: textOrEmpty,
  template: template.catch(null),
  items: listOf(item),
  groups: listOf(z.object({ id: key, name: textOrEmpty })),
  votes: listOf(z.object({ groupId: key, count: z.number({ error: "validation.wholeNumber" }).nullish() })),
  actionItems: listOf(
    z.object({ content: textOrEmpty, completed: flag, assignees: listOf(z.object({ name: textOrEmpty })) }),
  ),
});

/** Each item is in a group, most of them alone; the votes are the group's. */
export const thunderdome: Reader = {
  recognises: ({ json }) => hasLists(json, "items", "groups"),
  read(file, title) {
    const { source, odd } = parseShape(shape, file);
    const board = new ForeignBoard(source.name, title);
    board.leaveOut("oddCards", odd);
    const names = new Map(source.groups.map(({ id, name }) => [id, name.trim()]));
    const labels = new Map(source.template?.format.columns.map(({ name, label }) => [name, label]));
    const votes = new Map<string, number>();
    for (const { groupId, count: more } of source.votes)
      votes.set(groupId, (votes.get(groupId) ?? 0) + (more ?? 1));
    const sizes = new Map<string, number>();
    for (const { groupId = "" } of source.items) sizes.set(groupId, (sizes.get(groupId) ?? 0) + 1);
    const heads = new Map<string, string>();
    for (const [i, each] of source.items.entries()) {
      const { id, groupId = "", type: section, content } = each;
      const field = `items.${i}`;
      const ofGroup = { name: "votes", value: votes.get(groupId) };
      board.addSection(section, labels.get(section) || section, `${field}.type`);
      const isGroup = names.has(groupId) && (sizes.get(groupId) ?? 0) > 1;
      const head = isGroup ? heads.get(groupId) : undefined;
      const name = names.get(groupId) ?? "";
      board.addCard({
        section,
        id,
        text: content,
        field,
        textName: "content",
        ...(isGroup && head === undefined && name !== "" && { group: { name: "groupId", value: name } }),
        parent: head,
        votes: head === undefined ? ofGroup : undefined,
      });
      if (isGroup && head === undefined && content.trim() !== "") heads.set(groupId, id);
      board.leaveOut("comments", each.comments);
      board.leaveOut("reactions", each.reactions);
    }
    for (const [i, { content, completed, assignees }] of source.actionItems.entries())
      board.addAction({
        text: content,
        field: `actionItems.${i}`,
        textName: "content",
        status: completed ? "done" : "open",
        owners: assignees.map(({ name }) => name),
      });
    return board.finish();
  },
};
