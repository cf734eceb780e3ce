import * as z from "zod";
import type { trelloFields } from "@retro/contract/files/trello-file";
import { createWallClock } from "../../time-zone.ts";
import { ForeignBoard } from "./foreign-board.ts";
import { count, flag, hasLists, key, listOf, number, parseShape, textOrEmpty } from "./json-shape.ts";
import type { Reader } from "./reader.ts";

/** Of a large file the page sends only the fields of `trelloFields`, so the schema may read no other. */
type Read<Fields> = Record<keyof Fields, z.ZodType>;
type Fields = typeof trelloFields;

const card = z.object({
  id: key,
  name: textOrEmpty,
  desc: textOrEmpty,
  idList: key,
  closed: flag,
  pos: number,
  labels: count,
  idMembers: listOf(key),
  idMembersVoted: count,
  badges: z.object({ votes: z.unknown().optional() }).nullish(),
  due: textOrEmpty,
  dueComplete: flag,
  attachments: count,
} satisfies Read<Fields["cards"][0]>);
const list = z.object({ id: key, name: textOrEmpty, closed: flag, pos: number } satisfies Read<
  Fields["lists"][0]
>);
const member = z.object({ id: key, fullName: textOrEmpty, username: textOrEmpty } satisfies Read<
  Fields["members"][0]
>);
const shape = z.object({
  name: textOrEmpty,
  desc: textOrEmpty,
  lists: listOf(list),
  cards: listOf(card),
  checklists: count,
  members: listOf(member),
  actions: z.array(z.unknown()).catch([]),
} satisfies Read<Fields>);
type Card = z.output<typeof card>;

export const trello: Reader = {
  recognises: ({ json }) => hasLists(json, "lists", "cards"),
  read(file, title) {
    const { source, odd } = parseShape(shape, file);
    const board = new ForeignBoard(source.name, title);
    board.leaveOut("oddCards", odd);
    board.describe(source.desc);
    const lists = source.lists.map((list, i) => ({ ...list, field: `lists.${i}.name` }));
    const open = lists.filter(({ closed }) => !closed).toSorted(byPosition);
    board.leaveOut("closedLists", lists.length - open.length);
    for (const { id, name, field } of open) board.addSection(id, name, field);
    const places = new Map(open.map(({ id }, i) => [id, i]));
    const names = new Map(
      source.members.map(({ id, fullName, username }) => [id, fullName || username] as const),
    );

    const all = source.cards.map((each, i) => ({ ...each, field: `cards.${i}` }));
    const taken = all.filter(({ closed, idList }) => !closed && places.has(idList));
    board.leaveOut("closedCards", all.length - taken.length);
    taken.sort((a, b) => (places.get(a.idList) ?? 0) - (places.get(b.idList) ?? 0) || byPosition(a, b));
    for (const { field, ...each } of taken) {
      board.addCard({
        section: each.idList,
        text: each.name,
        description: each.desc,
        field,
        textName: "name",
        votes: { name: "badges.votes", value: each.badges?.votes ?? each.idMembersVoted },
        owners: each.idMembers.map((id) => names.get(id) ?? ""),
        dueOn: dayIn(file.timeZone, each.due),
        status: each.dueComplete ? "done" : "open",
        createdAt: createdAt(each),
      });
      board.leaveOut("attachments", each.attachments);
      board.leaveOut("labels", each.labels);
    }
    board.leaveOut("checklists", source.checklists);
    board.leaveOut("comments", source.actions.filter(isComment).length);
    return board.finish();
  },
};

const byPosition = (a: { pos: number }, b: { pos: number }): number => a.pos - b.pos;

/** Trello stores a day as a time in UTC, which is on that day in the user's time zone. */
function dayIn(zone: string, time: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT/u.test(time) && !Number.isNaN(Date.parse(time));
  return isTime ? createWallClock(zone)(time).toISOString().slice(0, "2026-11-26".length) : time;
}

/** The first eight digits of an id are seconds since 1970. */
function createdAt({ id }: Card): string | undefined {
  return /^[0-9a-f]{24}$/iu.test(id)
    ? new Date(parseInt(id.slice(0, 8), 16) * 1000).toISOString()
    : undefined;
}

function isComment(action: unknown): boolean {
  return typeof action === "object" && action !== null && "type" in action && action.type === "commentCard";
}
