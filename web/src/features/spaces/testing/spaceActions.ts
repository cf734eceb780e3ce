import type { ActionStatus } from "@retro/contract/actions";
import { limits } from "@retro/contract/limits";
import { afterAction, type SpaceAction } from "@retro/contract/spaces/space-actions";
import type { PageRequest, Route } from "../../../testing/pageNetwork.ts";

/** An open action of the board "old". */
export function spaceAction(id: string, more: Partial<SpaceAction> = {}): SpaceAction {
  return {
    id,
    board_id: "old",
    board_title: "Sprint 41",
    text: id,
    owner_name: null,
    due_on: null,
    link: null,
    status: "open",
    created_at: "2026-01-01T00:00:00.000Z",
    ...more,
  };
}

/** The server's part: lists the open actions of the space "key", page by page, and sets their status. */
export function serveActions(actions: SpaceAction[]) {
  const statuses = new Map<string, ActionStatus>();
  const sent: string[] = [];
  const list = ({ path }: PageRequest) => {
    const after = new URL(path, "http://server").searchParams.get("after");
    const behind = actions.slice(actions.findIndex((action) => afterAction(action) === after) + 1);
    const open = behind.filter(({ id }) => (statuses.get(id) ?? "open") === "open");
    return {
      data: { actions: open.slice(0, limits.spaceActions), more: open.length > limits.spaceActions },
    };
  };
  const setStatus = ({ path, body }: PageRequest) => {
    const id = path.slice(path.lastIndexOf("/") + 1);
    const { status } = body as { status: ActionStatus };
    sent.push(`${id} ${status}`);
    statuses.set(id, status);
    return { data: { ...actions.find((each) => each.id === id), status } };
  };
  const routes: Record<string, Route> = {
    "GET spaces/key/actions": list,
    "PUT spaces/key/actions/*": setStatus,
  };
  return { routes, statuses, sent: () => sent };
}
