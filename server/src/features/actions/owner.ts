import type { Action } from "@retro/contract/actions";
import { channels } from "@retro/contract/events";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import { findPeople } from "../people/commands.ts";

export type Owner = Pick<Action, "owner_id" | "owner_name">;

/** A person is stored only if they are on the board, the caller, or the owner already [D1]. */
export async function findOwner(
  deps: Deps,
  boardId: string,
  callerId: string,
  body: { owner_id?: string | null | undefined; owner_name?: string | null | undefined },
  before?: Action,
): Promise<Owner | null> {
  const { owner_id: id, owner_name: name } = body;
  if (id === undefined && name === undefined) return null;
  if (id == null) return { owner_id: null, owner_name: name || null };
  if (before?.owner_id === id) return { owner_id: id, owner_name: before.owner_name };
  // The command checks the access in its turn; only those who may open the board learn here who is on it [M4,
  // M5].
  if (id !== callerId) await openBoard(deps.database.db, boardId, callerId);
  if (id === callerId || (await isPresent(deps, boardId, id))) {
    const [person] = await findPeople(deps.database.db, [id]);
    if (person) return { owner_id: id, owner_name: person.name };
  }
  if (!name) throw fieldError("owner_id", "validation.unknownPerson");
  return { owner_id: null, owner_name: name };
}

async function isPresent(deps: Deps, boardId: string, userId: string): Promise<boolean> {
  try {
    return (await deps.presence.members(channels.presence(boardId))).includes(userId);
  } catch (error) {
    deps.log.warn(
      { err: error, board: boardId },
      "who is present could not be learnt; the owner of an action is stored by name alone",
    );
    return false;
  }
}
