import type { Command } from "./commands.ts";
import { facilitates, mayEditBoard, seesCounts } from "./permissions.ts";
import {
  applied,
  type CommandContext,
  type ExpectedOutcome,
  type FacilitationEvent,
  refused,
} from "./outcome.ts";
import {
  find,
  flattenItems,
  idleTimer,
  type ModelBoard,
  type ModelChange,
  type ModelItem,
  type ModelTimer,
  noOptions,
  sectionAbove,
  stickersOf,
  votesOn,
} from "./state.ts";
import { seenFacilitation, seenTree, votesLeft } from "./views.ts";

/** Adds a vote or takes it back [V1–V3]. */
export function vote({ board, actor, now }: CommandContext, id: string, wanted: boolean): ExpectedOutcome {
  const item = find(board, id);
  if (item?.kind !== "sticker") return refused(404, "not_found");
  if (board.options.hideContent) return refused(403, "voting_closed");
  const changes = item.voters.has(actor) !== wanted;
  if (changes && wanted && !isInRound(board, item)) return refused(403, "not_in_round");
  if (changes && wanted && votesLeft(board, item, actor) === 0) return refused(403, "vote_limit_reached");
  if (!wanted) {
    item.voters.delete(actor);
    item.votedIn.delete(actor);
  } else if (changes) {
    item.voters.set(actor, now);
    item.votedIn.set(actor, sectionAbove(item).id);
  }
  return applied(changes ? [{ type: "vote", item, user: actor, voted: wanted }] : [], () => ({
    item_id: item.id,
    votes: seesCounts(board, actor) ? votesOn(item) : null,
    voted: wanted,
    remaining: votesLeft(board, item, actor),
  }));
}

/** Whether the round that is open takes votes in the sticker's section [V8]. */
function isInRound({ rounds }: ModelBoard, item: ModelItem): boolean {
  const { sections, closed } = rounds.at(-1) ?? {};
  return closed !== undefined || sections === undefined || sections.includes(sectionAbove(item).id);
}

/** Sections that are gone leave the open round; one that has none left takes votes everywhere [V8]. */
export function leaveRound(board: ModelBoard): ModelChange[] {
  const round = board.rounds.at(-1);
  if (round?.sections === undefined || round.closed !== undefined) return [];
  const left = round.sections.filter((id) => find(board, id) !== undefined);
  if (left.length === round.sections.length) return [];
  if (left.length > 0) round.sections = left;
  else delete round.sections;
  return [{ type: "session.put", session: seenFacilitation(board) }];
}

/** Deletes all votes, also those on stickers that could be restored. */
export function resetVotes({ board, actor }: CommandContext): ExpectedOutcome {
  if (!facilitates(board, actor)) return refused(403, "facilitator_only");
  return applied(forgetVotes(board), () => seenTree(board, actor));
}

function forgetVotes(board: ModelBoard): ModelChange[] {
  const deleted = [...board.deletedStickers.values()].flatMap(({ sticker }) => flattenItems([sticker]));
  const voted = [...stickersOf(board), ...deleted].filter((item) => votesOn(item) > 0);
  for (const item of voted) Object.assign(item, { voters: new Map(), votedIn: new Map(), imported: 0 });
  return voted.length > 0 ? [{ type: "votes.reset" }] : [];
}

/** Closes the present votes as a round, and opens another one, if it is asked for [V8]. */
export function changeRound(
  { board, actor, now }: CommandContext,
  command: Extract<Command, { do: "openRound" | "closeRound" }>,
): ExpectedOutcome {
  if (!facilitates(board, actor)) return refused(403, "facilitator_only");
  if (command.do === "openRound" && command.sections?.some((id) => find(board, id)?.kind !== "section"))
    return refused(422, "invalid", "sections");
  const before = JSON.stringify(seenFacilitation(board));
  const changes: ModelChange[] = [];
  const voted = stickersOf(board).filter((item) => votesOn(item) > 0);
  const last = board.rounds.at(-1);
  const open = last !== undefined && last.closed === undefined ? last : null;
  // An open round without votes gives way to another one.
  if (open !== null) board.rounds.pop();
  if (voted.length > 0 || (open !== null && command.do === "closeRound")) {
    board.rounds.push({ ...open, votes: board.options.votes, closed: now });
    board.options = { ...board.options, votes: { limit: 0, item: "board" } };
    for (const item of voted) item.results = { ...item.results, [board.rounds.length]: votesOn(item) };
    changes.push(...voted.map((item) => ({ type: "reaction" as const, item, user: actor })));
    changes.push(...forgetVotes(board));
  }
  if (command.do === "openRound") {
    const { name, sections, perSticker = 1, votes = false, concealVoteCount } = command;
    board.rounds.push({
      ...(name !== undefined && { name }),
      ...(sections !== undefined && { sections }),
      ...(perSticker > 1 && { perSticker }),
    });
    board.options = {
      ...board.options,
      votes,
      concealVoteCount: concealVoteCount ?? board.options.concealVoteCount,
    };
  }
  const session = seenFacilitation(board);
  if (before !== JSON.stringify(session)) changes.push({ type: "session.put", session });
  return applied(changes, () => null);
}

function endOf(timer: ModelTimer): number {
  return (timer.startTime ?? 0) + timer.countTime * 1000;
}

const isRunning = (timer: ModelTimer) => timer.startTime !== null && timer.pauseTime === null;
/** "Time is up" shows [C5]. */
const isTimeUp = (timer: ModelTimer, now: number) => isRunning(timer) && now >= endOf(timer);
const isPaused = (timer: ModelTimer) => timer.startTime !== null && timer.pauseTime !== null;

/** When a running timer expires: "Time is up" shows for two seconds. */
export function expiresAt(board: ModelBoard): number | null {
  return isRunning(board.timer) ? endOf(board.timer) + 2000 : null;
}

/** What stop and expiry do: the timer is idle, and without options the seat is free. */
function stop(board: ModelBoard): void {
  board.timer = idleTimer();
  if (Object.values(board.options).every((value) => value === false)) board.facilitator = null;
}

/** Ends a timer that is due before anything else happens [C4]. @returns whether it did */
export function expire(board: ModelBoard, now: number): boolean {
  const at = expiresAt(board);
  if (at === null || now < at) return false;
  stop(board);
  board.version += 1;
  const changes = [{ type: "session.put" as const, session: seenFacilitation(board) }];
  board.log.push({ version: board.version, by: null, changes });
  return true;
}

type FacilitationCommand = Extract<Command, { do: "start" | "timer" | "stop" | "sit" | "stand" | "option" }>;

/** Timer, seat and options. */
export function changeFacilitation(scene: CommandContext, command: FacilitationCommand): ExpectedOutcome {
  const { board, now } = scene;
  const before = JSON.stringify(seenFacilitation(board));
  const done = applyFacilitation(scene, command);
  if (typeof done !== "string") return done;
  const isTimer = ["start", "timer", "stop"].includes(command.do);
  const session = seenFacilitation(board);
  const changes = before === JSON.stringify(session) ? [] : [{ type: "session.put" as const, session }];
  const answer = () => {
    const { timer, ...seat } = session;
    return { ...(isTimer ? timer : { timer }), ...seat, serverTime: now };
  };
  return applied(changes, answer, { event: done });
}

function applyFacilitation(
  { board, actor, now }: CommandContext,
  command: FacilitationCommand,
): FacilitationEvent | ExpectedOutcome {
  const { timer } = board;
  const onlyFacilitator = facilitates(board, actor) ? null : refused(403, "facilitator_only");
  const onlyEditor = mayEditBoard(board, actor) ? null : refused(403, "board_locked");
  switch (command.do) {
    case "start":
      if (onlyEditor) return onlyEditor;
      if (timer.startTime !== null && !isTimeUp(timer, now)) return refused(403, "timer_state");
      board.timer = { ...idleTimer(), startTime: now, countTime: command.count_time as number };
      board.facilitator = actor;
      return "timer.store";
    case "timer":
      return changeTimer({ board, actor, now }, command);
    case "stop":
      if (onlyFacilitator) return onlyFacilitator;
      stop(board);
      return "timer.delete";
    case "sit":
      if (board.facilitator !== null && board.facilitator !== actor) {
        const seen = board.seen.get(board.facilitator) ?? 0;
        if (now - seen < 120_000) return refused(409, "seat_taken");
      }
      board.facilitator = actor;
      return "facilitator.store";
    case "stand":
      if (onlyFacilitator) return onlyFacilitator;
      Object.assign(board, { facilitator: null, options: noOptions(), timer: idleTimer() });
      return "facilitator.delete";
    case "option":
      if (onlyFacilitator) return onlyFacilitator;
      board.options = { ...board.options, [command.option]: command.value };
      return "facilitator.update";
    default:
      return command satisfies never;
  }
}

function changeTimer(
  { board, actor, now }: CommandContext,
  command: Extract<Command, { do: "timer" }>,
): FacilitationEvent | ExpectedOutcome {
  const { timer } = board;
  const isMine = facilitates(board, actor);
  if (command.count_time !== undefined) {
    if (timer.startTime === null && !mayEditBoard(board, actor)) return refused(403, "board_locked");
    if (timer.startTime !== null && !isMine) return refused(403, "facilitator_only");
    timer.countTime = command.count_time as number;
    if (timer.pauseTime !== null) timer.countPauseTime = secondsLeft(timer, timer.pauseTime);
    return "timer.edit";
  }
  if (!isMine) return refused(403, "facilitator_only");
  if (command.pause_time !== undefined) {
    if (!isRunning(timer) || now >= endOf(timer)) return refused(403, "timer_state");
    board.timer = { ...timer, pauseTime: now, countPauseTime: secondsLeft(timer, now) };
    return "timer.pause";
  }
  if (!isPaused(timer)) return refused(403, "timer_state");
  const pausedFor = now - (timer.pauseTime ?? 0);
  board.timer = {
    ...timer,
    startTime: (timer.startTime ?? 0) + pausedFor,
    pauseTime: null,
    countPauseTime: null,
  };
  return "timer.play";
}

/** Counts a second that has begun as a whole one. */
function secondsLeft(timer: ModelTimer, at: number): number {
  return Math.max(0, Math.ceil((endOf(timer) - at) / 1000));
}
