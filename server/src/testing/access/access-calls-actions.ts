import type { AccessCall, AccessRequest } from "./access-request.ts";
import type { Visitor } from "../app.ts";

const action = ({ url, scene }: AccessRequest) => `${url}/actions/${scene.action.id}`;

/** One call for each line of docs/access.md about actions. */
export const actionCalls: Record<string, AccessCall> = {
  "read the actions": { ask: ({ caller, url }) => caller.get(`${url}/actions`) },
  "add an action": { ask: ({ caller, url }) => caller.post(`${url}/actions`, { text: "Decided" }) },
  "make an action from the owner's sticker": {
    ask: ({ caller, url, scene }) =>
      caller.post(`${url}/actions`, { text: "Decided", source_item_id: scene.sticker.id }),
    namesItems: true,
  },
  "edit the owner's action": {
    ask: (ask) => ask.caller.put(action(ask), { text: "Changed" }),
    namesItems: true,
  },
  "set the status of the owner's action": {
    ask: (ask) => ask.caller.put(action(ask), { status: "done" }),
    namesItems: true,
  },
  "move the owner's action": {
    ask: (ask) => ask.caller.put(`${action(ask)}/position`, { after_id: null }),
    namesItems: true,
  },
  "delete the owner's action": {
    ask: (ask) => ask.caller.delete(action(ask)),
    changesBoard: true,
    namesItems: true,
  },
  "restore the owner's action, which they deleted": {
    async before(scene, { facilitator }, test) {
      await facilitator.delete(`${scene.url}/actions/${scene.action.id}`);
      scene.setDeleter = async (deleted_by) => {
        await test.deps.database.db
          .updateTable("deleted_actions")
          .set({ deleted_by })
          .where("id", "=", scene.action.id)
          .execute();
      };
    },
    async ask(ask) {
      if ("user" in ask.caller) await ask.scene.setDeleter?.((ask.caller as Visitor).user.id);
      return ask.caller.post(`${action(ask)}/restore`);
    },
    changesBoard: true,
    namesItems: true,
  },
};
