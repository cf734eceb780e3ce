import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/boards";
import { signInAdmin } from "../admin.ts";
import { type Browser, buildTestApp, type TestApp, type TestResponse, type Visitor } from "../app.ts";
import { makeBoard } from "../boards.ts";
import { accessCalls, makeAccessBoard, optionValues } from "./access-calls.ts";
import { type ActionRow, noFacilitator, readAccessPage, type Role, roles } from "./access-page.ts";
import type { AccessBoard } from "./access-request.ts";

/** Tries every line of docs/access.md: every call × every role × every option, on the real server. */
const page = readAccessPage();

let shared: TestApp;
let people: Record<"facilitator" | "owner" | "participant" | "administrator" | "outsider", Visitor>;
/** How the people identify themselves: by a session, or by a token. */
let asking: Record<keyof typeof people | "signedOut", Browser>;
let othersUrl: string;

/** @param disguise what sends the requests of a person; null: of somebody without a session */
export async function openAccessWalk(
  disguise: (test: TestApp, person: Visitor | null) => Promise<Browser> | Browser,
): Promise<{ people: typeof people }> {
  shared = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
  people = {
    facilitator: await shared.visitor(),
    owner: await shared.visitor(),
    participant: await shared.visitor(),
    administrator: await signInAdmin(shared),
    outsider: await shared.visitor(),
  };
  const { facilitator, owner, participant, administrator, outsider } = people;
  asking = {
    facilitator: await disguise(shared, facilitator),
    owner: await disguise(shared, owner),
    participant: await disguise(shared, participant),
    administrator: await disguise(shared, administrator),
    outsider: await disguise(shared, outsider),
    signedOut: await disguise(shared, null),
  };
  othersUrl = (await makeBoard(people.outsider)).url;
  return { people };
}

/** The people who play a role; an administrator on a board is a participant. */
function callersOf(role: Role | typeof noFacilitator): Browser[] {
  const { facilitator, owner, participant, administrator, outsider, signedOut } = asking;
  const callers = {
    facilitator: [facilitator],
    owner: [owner],
    participant: [participant, administrator],
    "other board's member": [outsider],
    "no session": [signedOut],
    [noFacilitator]: [facilitator, owner, participant, administrator],
  };
  return callers[role];
}

function outcomeOf(answer: TestResponse): string {
  return answer.statusCode < 300 ? "yes" : `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
}

async function ask(
  action: ActionRow,
  role: Role | typeof noFacilitator,
  caller: Browser,
  scene: AccessBoard,
) {
  const call = accessCalls[action.name];
  if (call === undefined) throw new Error(`no call for "${action.name}"`);
  const outside = role === "other board's member";
  const boardId = outside ? randomUUID() : scene.id;
  const url = outside && call.namesItems ? othersUrl : `/api/v1/boards/${boardId}`;
  return outcomeOf(await call.ask({ caller, scene, url, boardId, ownerId: people.owner.user.id }));
}

/**
 * Under an option: the calls that it changes, and every fourth of the others, each under some of the options.
 * The permissions themselves are tested in the rules.
 */
function actionsUnder(option: string): ActionRow[] {
  const index = page.options.indexOf(option);
  const verdicts = (action: ActionRow, under: string) =>
    roles.map((role) => action.verdict(under, role)).join();
  const changes = (action: ActionRow) => verdicts(action, option) !== verdicts(action, "no option");
  return page.actions.filter((action, i) => index === 0 || changes(action) || i % 4 === index % 4);
}

const versionOf = async ({ url }: AccessBoard, reader: Visitor) =>
  (await reader.get(url)).json<{ data: Board }>().data.version;

/**
 * Compares the server's answers with what docs/access.md says about one option. Refusals come first and must
 * not change the board. A call that succeeds and would disturb the others gets its own board.
 */
export async function walk(
  option: string,
  columns: readonly (Role | typeof noFacilitator)[],
  hasFacilitator: boolean,
  verdictOf = (action: ActionRow, under: string, role: Role | typeof noFacilitator) =>
    action.verdict(under, role),
): Promise<{ found: string[]; wanted: string[] }> {
  const found: string[] = [];
  const wanted: string[] = [];
  const fresh = () =>
    makeAccessBoard(shared, people, optionValues[option] ?? {}, "The owner's", hasFacilitator);
  const common = await fresh();
  for (const action of actionsUnder(option)) {
    const call = accessCalls[action.name];
    const cases = columns
      .map((role) => ({ role, verdict: verdictOf(action, option, role) }))
      .flatMap(({ role, verdict }) => callersOf(role).map((caller) => ({ role, caller, verdict })))
      .filter(({ verdict }) => verdict !== "–");
    const refused = cases.filter(({ verdict }) => verdict !== "yes");
    const allowed = cases.filter(({ verdict }) => verdict === "yes").slice(0, call?.slow ? 1 : undefined);
    const attempt = async ({ role, caller, verdict }: (typeof cases)[number], scene: AccessBoard) => {
      found.push(`${action.name}, ${role}: ${await ask(action, role, caller, scene)}`);
      wanted.push(`${action.name}, ${role}: ${verdict}`);
    };
    const prepared = async () => {
      const scene = await fresh();
      await call?.before?.(scene, people, shared);
      return scene;
    };

    let scene = call?.before ? await prepared() : common;
    // A request of the facilitator keeps the seat of the common board. A case where the holder has left uses
    // another board.
    const reader = call?.before ? people.outsider : people.facilitator;
    const version = await versionOf(scene, reader);
    for (const each of refused) await attempt(each, scene);
    if (refused.length > 0 && version !== (await versionOf(scene, reader)))
      found.push(`${action.name}: was refused, yet changed the board`);
    for (const [i, each] of allowed.entries()) {
      if (call?.changesBoard && (i > 0 || !call.before)) scene = await prepared();
      await attempt(each, scene);
    }
  }
  return { found, wanted };
}
