import * as z from "zod";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { TreeItem } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { afterAction, type SpaceActions } from "@retro/contract/spaces/space-actions";
import { afterBoard, type SpaceBoard } from "@retro/contract/spaces/spaces";
import { rankByVotes } from "@retro/rules/ranking";
import { closedRoundsOf, roundInForce } from "@retro/rules/rounds";
import { beginningOf, pageOf } from "./answer-page.ts";

export type CallApi = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
) => Promise<{ status: number; body: string }>;

interface Result {
  data: unknown;
  failed: boolean;
}

interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  writes: boolean;
  run: (given: z.infer<Input>, callApi: CallApi) => Promise<Result>;
}

function tool<Input extends z.ZodObject>(described: Tool<Input>): Tool {
  return described;
}

const board_id = z
  .string()
  .regex(/^[\w-]{1,64}$/u)
  .describe("The last part of the board's link, or from list_boards");
const after = z.string().max(100).optional().describe("`next` of the page before");
const pageAfter = (given: { after?: string | undefined }) =>
  given.after === undefined ? "" : `?${new URLSearchParams({ after: given.after }).toString()}`;
/** A place in the answer of a tool that reads everything first. */
const place = z
  .string()
  .regex(/^\d{1,6}$/u)
  .optional()
  .describe("`next` of the page before");
const longAnswer = "A long answer comes in pages: pass its `next` as `after`.";
const ofSpace = "Needs a token of a space.";
const day = z.iso.date().nullable().optional().describe("YYYY-MM-DD; null removes it");
const owner_name = z.string().max(limits.actions.ownerName).nullable().optional();

/** The answer of one call, as it is; a refusal says why. */
async function answerOf(answer: ReturnType<CallApi>): Promise<Result> {
  const { status, body } = await answer;
  const parsed = JSON.parse(body) as { data?: unknown; message?: string; code?: string; errors?: unknown };
  if (status < 300) return { data: parsed.data ?? parsed, failed: false };
  const { message, code, errors } = parsed;
  return { data: { message, code, errors }, failed: true };
}

/** What several calls have answered, or the first refusal. */
async function together<Name extends string>(
  answers: Record<Name, ReturnType<CallApi>>,
  make: (data: Record<Name, unknown>) => unknown,
): Promise<Result> {
  const found = {} as Record<Name, unknown>;
  for (const name of Object.keys(answers) as Name[]) {
    const result = await answerOf(answers[name]);
    if (result.failed) return result;
    found[name] = result.data;
  }
  return { data: make(found), failed: false };
}

/** A board is read by an assistant, which pays for each word: only what it may need. */
function compact(item: TreeItem): object {
  const { id, kind, title, name, note, votes, rounds, hidden, reactions, children } = item;
  return {
    id,
    kind,
    ...(hidden ? { hidden } : { text: title }),
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
    ...(votes !== null && votes > 0 && { votes }),
    ...(rounds !== undefined && { rounds }),
    ...(reactions !== undefined && { reactions }),
    ...(children.length > 0 && { children: children.map(compact) }),
  };
}

const stickersOf = (tree: readonly TreeItem[]): TreeItem[] =>
  tree.flatMap((item) => (item.kind === "sticker" ? [item] : stickersOf(item.children)));

const everythingIn = (tree: readonly TreeItem[]): TreeItem[] =>
  tree.flatMap((item) => [item, ...everythingIn(item.children)]);

/** Describes each sticker once: where it comes again, there is its id. */
function describing() {
  const described = new Set<string>();
  const isNew = ({ id }: TreeItem) => !described.has(id);
  const describe = (item: TreeItem): object => {
    if (!isNew(item)) return { id: item.id };
    for (const { id } of everythingIn([item])) described.add(id);
    return compact(item);
  };
  return { isNew, describe };
}

/** The topics with votes, the most votes first: those of the round in force, and of each closed one [V8]. */
function votesOf(board: Facilitation, tree: readonly TreeItem[], describe = describing().describe) {
  const items = everythingIn(tree);
  // The items are presented to the token's user already, and say themselves what is withheld.
  const facilitator_options = { ...board.facilitator_options, hideContent: false, concealVoteCount: false };
  const rank = (round: number | null) =>
    (rankByVotes(items, { ...board, facilitator_options }, "", round)?.ranked ?? []).map(
      ({ rank, votes, sticker }) => ({ ...describe(sticker), rank, total_votes: votes }),
    );
  const round = roundInForce(board, items);
  const topics = rank(round);
  return {
    round,
    topics,
    rounds: closedRoundsOf(board).map(({ name }, at) => ({
      number: at + 1,
      name: name ?? null,
      topics: rank(at + 1),
    })),
  };
}

const boardUrl = (id: string) => `/api/v1/boards/${id}`;
const boardWithActions = (id: string, callApi: CallApi) => ({
  board: callApi("GET", boardUrl(id)),
  items: callApi("GET", `${boardUrl(id)}/items`),
  actions: callApi("GET", `${boardUrl(id)}/actions`),
});

export const tools: readonly Tool[] = [
  tool({
    name: "list_boards",
    title: "List boards",
    description: `The boards of the space, the newest first, ${limits.spaceBoards} at a time. ${ofSpace}`,
    input: z.object({ after }),
    writes: false,
    run: (given, callApi) =>
      together({ boards: callApi("GET", `/api/v1/space/boards${pageAfter(given)}`) }, (data) => {
        const found = data.boards as SpaceBoard[];
        const boards = beginningOf(found);
        const last = boards.at(-1);
        const more = found.length === limits.spaceBoards || boards.length < found.length;
        return { boards, next: last && more ? afterBoard(last) : null };
      }),
  }),
  tool({
    name: "search",
    title: "Search",
    description: `Boards, stickers and actions of the space with all these words, ${limits.spaceSearch.found} at most. ${longAnswer} ${ofSpace}`,
    input: z.object({ q: z.string().min(1).max(limits.spaceSearch.question), after: place }),
    writes: false,
    run: ({ q, after: from }, callApi) =>
      together(
        { found: callApi("GET", `/api/v1/space/search?${new URLSearchParams({ q }).toString()}`) },
        (data) => pageOf(data.found as object, Number(from ?? 0)),
      ),
  }),
  tool({
    name: "read_board",
    title: "Read a board",
    description: `Title, sections, columns and stickers of a board, with groups, notes and votes; up to ${limits.maxItemsPerBoard} items. Hidden stickers come without their text. ${longAnswer}`,
    input: z.object({ board_id, after: place }),
    writes: false,
    run: ({ board_id: id, after: from }, callApi) =>
      together(
        { board: callApi("GET", boardUrl(id)), items: callApi("GET", `${boardUrl(id)}/items`) },
        ({ board, items }) => {
          const { title, description, version, rounds } = board as Board;
          const sections = (items as TreeItem[]).map(compact);
          const answer = { id, title, description, version, ...(rounds && { rounds }), sections };
          return pageOf(answer, Number(from ?? 0));
        },
      ),
  }),
  tool({
    name: "results",
    title: "Results of a board",
    description:
      "The stickers and groups with votes, the most votes first, and all actions of the board. The topics are those of " +
      "the last closed round of votes until somebody votes again (round: its number; null: the present votes). " +
      `A sticker is described where it comes first; after that there is its id. ${longAnswer}`,
    input: z.object({ board_id, after: place }),
    writes: false,
    run: ({ board_id: id, after: from }, callApi) =>
      together(boardWithActions(id, callApi), ({ board, items, actions }) =>
        pageOf({ ...votesOf(board as Board, items as TreeItem[]), actions }, Number(from ?? 0)),
      ),
  }),
  tool({
    name: "summarize_meeting",
    title: "Summary of a meeting",
    description:
      "What a meeting has come to: its steps, its topics with votes and notes, notes of other stickers, and its actions. " +
      `A sticker is described where it comes first; after that there is its id. ${longAnswer}`,
    input: z.object({ board_id, after: place }),
    writes: false,
    run: ({ board_id: id, after: from }, callApi) =>
      together(boardWithActions(id, callApi), ({ board, items, actions }) => {
        const { title, meeting } = board as Board;
        const tree = items as TreeItem[];
        const { isNew, describe } = describing();
        const votes = votesOf(board as Board, tree, describe);
        const noted = stickersOf(tree).filter((item) => item.note !== undefined && isNew(item));
        const answer = {
          title,
          meeting: meeting ?? null,
          ...votes,
          notes: noted.map(describe),
          actions,
        };
        return pageOf(answer, Number(from ?? 0));
      }),
  }),
  tool({
    name: "list_open_actions",
    title: "List open actions",
    description: `The open actions of all boards of the space, the earliest date first, a page at a time. ${ofSpace}`,
    input: z.object({ after }),
    writes: false,
    run: (given, callApi) =>
      together({ page: callApi("GET", `/api/v1/space/actions${pageAfter(given)}`) }, ({ page }) => {
        const found = page as SpaceActions;
        const actions = beginningOf(found.actions);
        const last = actions.at(-1);
        const more = found.more || actions.length < found.actions.length;
        return { actions, next: last && more ? afterAction(last) : null };
      }),
  }),
  tool({
    name: "create_board",
    title: "Create a board",
    description: `A new board in the space, with the template that it used last. ${ofSpace}`,
    input: z.object({
      title: z.string().min(1).max(limits.boardTitle),
      description: z.string().max(limits.boardDescription).optional(),
    }),
    writes: true,
    run: (given, callApi) => answerOf(callApi("POST", "/api/v1/space/boards", given)),
  }),
  tool({
    name: "add_stickers",
    title: "Add stickers",
    description: `Stickers at the end of a column, 1 to 50 at once, each of ${limits.stickerTitle} characters at most. read_board has the ids of columns. The answer has the ids of the stickers, in the order of the texts.`,
    input: z.object({
      board_id,
      column_id: z.string().max(64),
      texts: z.array(z.string().min(1).max(limits.stickerTitle)).min(1).max(50),
    }),
    writes: true,
    run: ({ board_id: id, column_id, texts }, callApi) => {
      const items = texts.map((title) => ({ title }));
      return together(
        { added: callApi("POST", `${boardUrl(id)}/items`, { parent_id: column_id, items }) },
        ({ added }) => ({ ids: (added as TreeItem[]).map((each) => each.id) }),
      );
    },
  }),
  tool({
    name: "add_action",
    title: "Add an action",
    description: `What the team will do, ${limits.actions.text} characters at most, with an owner and a date if known.`,
    input: z.object({ board_id, text: z.string().min(1).max(limits.actions.text), owner_name, due_on: day }),
    writes: true,
    run: ({ board_id: id, ...action }, callApi) =>
      answerOf(callApi("POST", `${boardUrl(id)}/actions`, action)),
  }),
  tool({
    name: "change_action",
    title: "Change an action",
    description: "Text, owner, date or status of an action; what is left out stays as it is.",
    input: z.object({
      board_id,
      action_id: z.string().regex(/^[\w-]{1,64}$/u),
      text: z.string().min(1).max(limits.actions.text).optional(),
      owner_name,
      due_on: day,
      status: z.enum(["open", "done", "dropped"]).optional(),
    }),
    writes: true,
    run: ({ board_id: id, action_id, ...patch }, callApi) =>
      answerOf(callApi("PUT", `${boardUrl(id)}/actions/${action_id}`, patch)),
  }),
];
