import type { CreateAction } from "@retro/contract/action-commands";
import type { Action } from "@retro/contract/actions";
import type { Board } from "@retro/contract/boards";
import type { SpaceActions } from "@retro/contract/spaces/space-actions";
import type { CreateSpaceBoard, Space } from "@retro/contract/spaces/spaces";
import { expect } from "vitest";
import { channels } from "@retro/contract/events";
import { buildTestApp, type TestApp, type Visitor } from "./app.ts";
import { type Listener, listenOn } from "./nodes/listener.ts";

/** Makes a space. @returns its key */
export async function makeSpace(visitor: Visitor, name = "Team"): Promise<string> {
  const answer = await visitor.post("/api/v1/spaces", { name });
  if (answer.statusCode !== 201) throw new Error(`no space: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: { key: string } }>().data.key;
}

export async function openSpace(visitor: Visitor, key: string): Promise<Space> {
  return (await visitor.get(`/api/v1/spaces/${key}`)).json<{ data: Space }>().data;
}

/**
 * Opens the page of a space on a listening test app. Make the space's boards after it when a test counts
 * events: a board is announced after the answer, so a page that is opened just afterwards may hear of it too.
 */
export async function listenOnSpace(test: TestApp, visitor: Visitor, key: string): Promise<Listener> {
  const page = await listenOn(test, visitor, "", []);
  const { channel } = await openSpace(visitor, key);
  expect(await page.join(channels.space(channel), { space_key: key })).toBe(200);
  return page;
}

/** A space of its maker, whose page is open. `told`: the news of the space that have reached the page. */
export async function openNewSpace() {
  const app = await buildTestApp();
  await app.listen();
  const maker = await app.visitor();
  const key = await makeSpace(maker);
  const page = await listenOnSpace(app, maker, key);
  return { app, maker, key, page, told: () => page.events("space.update") };
}

/** Makes a board in a space. */
export async function makeSpaceBoard(
  visitor: Visitor,
  key: string,
  body: Partial<CreateSpaceBoard> = {},
): Promise<Board> {
  const answer = await visitor.post(`/api/v1/spaces/${key}/boards`, { title: "Retro", ...body });
  if (answer.statusCode !== 201) throw new Error(`no board: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: Board }>().data;
}

/** Adds an action to a board. */
export async function addAction(
  visitor: Visitor,
  boardId: string,
  text: string,
  more: Partial<CreateAction> = {},
): Promise<Action> {
  const answer = await visitor.post(`/api/v1/boards/${boardId}/actions`, { text, ...more });
  if (answer.statusCode !== 201) throw new Error(`no action: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: Action }>().data;
}

/** The texts of a space's open actions, as a page shows them. */
export async function openActionsOf(visitor: Visitor, key: string, page = 1): Promise<string[]> {
  const answer = await visitor.get(`/api/v1/spaces/${key}/actions?page=${page}`);
  return answer.json<{ data: SpaceActions }>().data.actions.map(({ text }) => text);
}

/** Saves a board's sections as a template of its space. @returns the template's id */
export async function saveSpaceTemplate(
  visitor: Visitor,
  key: string,
  boardId: string,
  title = "Ours",
): Promise<string> {
  const answer = await visitor.post(`/api/v1/spaces/${key}/templates`, { board_id: boardId, title });
  if (answer.statusCode !== 201) throw new Error(`no template: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: { id: string } }>().data.id;
}
