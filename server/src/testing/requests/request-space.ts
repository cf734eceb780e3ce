import type { Visitor } from "../app.ts";

/**
 * Puts a board into a space, and makes the space first if this key opens none any more. @returns the space's
 * key
 */
export async function openRequestSpace(by: Visitor, boardId: string, key: string): Promise<string> {
  const known = (await by.get(`/api/v1/spaces/${key}`)).statusCode === 200;
  const made = known ? null : await by.post("/api/v1/spaces", { name: "Platform" });
  const next = made?.json<{ data: { key: string } }>().data.key ?? key;
  await by.put(`/api/v1/spaces/${next}/boards/${boardId}`, { leaving: key });
  return next;
}

/** The id of a template of a space; one is saved from the board if there is none. */
export async function requestSpaceTemplate(by: Visitor, boardId: string, key: string): Promise<string> {
  const url = `/api/v1/spaces/${key}/templates`;
  const [first] = (await by.get(url)).json<{ data: { id: string }[] }>().data;
  if (first !== undefined) return first.id;
  const saved = await by.post(url, { board_id: boardId, title: "Ours" });
  return saved.json<{ data?: { id: string } }>().data?.id ?? "none";
}
