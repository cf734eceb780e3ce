import type { Board } from "@retro/contract/entities";
import type { CreateSpaceBoard, Space } from "@retro/contract/spaces";
import type { Visitor } from "./app.ts";

/** Makes a space. @returns its key */
export async function makeSpace(visitor: Visitor, name = "Team"): Promise<string> {
  const answer = await visitor.post("/api/v1/spaces", { name });
  if (answer.statusCode !== 201) throw new Error(`no space: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: { key: string } }>().data.key;
}

export async function openSpace(visitor: Visitor, key: string): Promise<Space> {
  return (await visitor.get(`/api/v1/spaces/${key}`)).json<{ data: Space }>().data;
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
