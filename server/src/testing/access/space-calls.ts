import { channels } from "@retro/contract/events";
import type { Browser, TestApp, TestResponse, Visitor } from "../app.ts";
import { makeBoard } from "../boards.ts";
import { addAction, makeSpace, makeSpaceBoard, openSpace, saveSpaceTemplate } from "../spaces.ts";
import { spaceToken } from "../tokens.ts";
import { hookBody, spaceHook } from "../webhooks.ts";

/**
 * The calls of "Who may do what in a space" in docs/access.md, by name; `board`, with `action`, `binned`,
 * `sealed` and `template` are in the space, and `other` in none.
 */
export interface SpacePlace {
  key: string;
  channel: string;
  board: string;
  action: string;
  template: string;
  /** The id of an API token of the space. */
  token: string;
  hook: string;
  /** In the bin. */
  binned: string;
  /** Of the space, with a passphrase that nobody has given. */
  sealed: string;
  /** The key of another space. */
  elsewhere: string;
  other: string;
}
export const spaceCalls: Record<string, (by: Browser, place: SpacePlace) => Promise<TestResponse>> = {
  "open the space": (by, { key }) => by.get(`/api/v1/spaces/${key}`),
  "list its boards": (by, { key }) => by.get(`/api/v1/spaces/${key}/boards`),
  "download all its boards": (by, { key }) => by.get(`/api/v1/spaces/${key}/archive`),
  "search in it": (by, { key }) => by.get(`/api/v1/spaces/${key}/search?q=retro`),
  "read the answers of its boards": (by, { key }) => by.get(`/api/v1/spaces/${key}/answers`),
  "list its archive and its bin": (by, { key }) => by.get(`/api/v1/spaces/${key}/boards?shelf=bin`),
  "restore a board of it, which another put into the bin": (by, { key, binned }) =>
    by.put(`/api/v1/spaces/${key}/boards/${binned}/restore`),
  "rename the space": (by, { key }) => by.put(`/api/v1/spaces/${key}`, { name: "Mine" }),
  "set its issue tracker": (by, { key }) => by.put(`/api/v1/spaces/${key}/tracker`, { template: null }),
  "replace its link": (by, { key }) => by.put(`/api/v1/spaces/${key}/link`),
  "make a board in it": (by, { key }) => by.post(`/api/v1/spaces/${key}/boards`, { title: "Mine" }),
  "make a board like one of its boards": (by, { key, board }) =>
    by.post(`/api/v1/spaces/${key}/boards`, { title: "Mine", like: board }),
  "move their own board into it": async (by, { key, other }) => {
    const made = await by.post("/api/v1/boards", { title: "Mine" });
    const id = made.statusCode === 201 ? made.json<{ data: { id: string } }>().data.id : other;
    return by.put(`/api/v1/spaces/${key}/boards/${id}`);
  },
  "move another's board into it": (by, { key, other }) => by.put(`/api/v1/spaces/${key}/boards/${other}`),
  "take back what left it with the old link": (by, { key }) => by.post(`/api/v1/spaces/${key}/returns`),
  "move a board of it into another space": (by, { key, board, elsewhere }) =>
    by.put(`/api/v1/spaces/${elsewhere}/boards/${board}`, { leaving: key }),
  "remove the passphrase of a board of it": async (by, { key, sealed }) => {
    await by.get(`/api/v1/spaces/${key}`);
    return by.put(`/api/v1/boards/${sealed}/passphrase`, { passphrase: null }, { "x-space-key": key });
  },
  "take a board out of it": (by, { key, board }) => by.delete(`/api/v1/spaces/${key}/boards/${board}`),
  "learn that a board belongs to it": (by, { key, board }) =>
    by.post(`/api/v1/boards/${board}/space`, { keys: [key] }),
  "list the open actions of its boards": (by, { key }) => by.get(`/api/v1/spaces/${key}/actions`),
  "set the status of an action of its boards": (by, { key, action }) =>
    by.put(`/api/v1/spaces/${key}/actions/${action}`, { status: "done" }),
  "show its open actions on the board that they facilitate": async (by, { key, board }) => {
    const url = `/api/v1/boards/${board}/meeting`;
    await by.post(url, { steps: [{ id: "review", kind: "review", minutes: null }] });
    return by.put(url, { review: true }, { "x-space-key": key });
  },
  "list its templates": (by, { key }) => by.get(`/api/v1/spaces/${key}/templates`),
  "save a template from one of its boards": (by, { key, board }) =>
    by.post(`/api/v1/spaces/${key}/templates`, { board_id: board, title: "Mine" }),
  "rename one of its templates": (by, { key, template }) =>
    by.put(`/api/v1/spaces/${key}/templates/${template}`, { title: "Mine" }),
  "delete one of its templates": (by, { key, template }) =>
    by.delete(`/api/v1/spaces/${key}/templates/${template}`),
  "list its webhooks": (by, { key }) => by.get(`/api/v1/spaces/${key}/webhooks`),
  "make a webhook for it": (by, { key }) => by.post(`/api/v1/spaces/${key}/webhooks`, hookBody),
  "switch a webhook of it off": (by, { key, hook }) =>
    by.put(`/api/v1/spaces/${key}/webhooks/${hook}`, { on: false }),
  "send a test through a webhook of it": (by, { key, hook }) =>
    by.post(`/api/v1/spaces/${key}/webhooks/${hook}/test`),
  "delete a webhook of it": (by, { key, hook }) => by.delete(`/api/v1/spaces/${key}/webhooks/${hook}`),
  "list its tokens": (by, { key }) => by.get(`/api/v1/spaces/${key}/tokens`),
  "make a token for it": (by, { key }) =>
    by.post(`/api/v1/spaces/${key}/tokens`, { name: "Script", access: "read" }),
  "revoke a token of it": (by, { key, token }) => by.delete(`/api/v1/spaces/${key}/tokens/${token}`),
  "join its channel": (by, { key, channel }) =>
    by.post(
      "/broadcasting/auth",
      new URLSearchParams({
        socket_id: "1.1",
        channel_name: channels.space(channel),
        space_key: key,
      }).toString(),
      { "content-type": "application/x-www-form-urlencoded" },
    ),
};

/**
 * A space with a board, as the roles know it.
 * @param openOld called with the first key, which is replaced afterwards
 */
export async function makeSpacePlace(
  app: TestApp,
  ann: Visitor,
  openOld?: (key: string) => Promise<unknown>,
): Promise<{ now: SpacePlace; former: SpacePlace }> {
  const old = await makeSpace(ann);
  const { channel } = await openSpace(ann, old);
  await openOld?.(old);
  const { key } = (await ann.put(`/api/v1/spaces/${old}/link`)).json<{ data: { key: string } }>().data;
  const board = (await makeSpaceBoard(ann, key)).id;
  const action = (await addAction(ann, board, "Call Bob")).id;
  const template = await saveSpaceTemplate(ann, key, board);
  const binned = (await makeSpaceBoard(ann, key)).id;
  await ann.delete(`/api/v1/boards/${binned}`);
  const other = (await makeBoard(ann)).id;
  const sealed = (await makeSpaceBoard(ann, key)).id;
  const { db } = app.deps.database;
  const closed = {
    passphrase_hash: "no passphrase has this hash",
    passphrase_set_at: app.time.now,
    passphrase_space_id: db.selectFrom("boards").select("space_id").where("id", "=", sealed),
  };
  await db.updateTable("boards").set(closed).where("id", "=", sealed).execute();
  const elsewhere = await makeSpace(ann);
  const { channel: newChannel } = await openSpace(ann, key);
  const token = (await spaceToken(app, ann, key)).id;
  const hook = await spaceHook(ann, key);
  const now = {
    key,
    channel: newChannel,
    board,
    action,
    template,
    token,
    hook,
    binned,
    other,
    sealed,
    elsewhere,
  };
  return { now, former: { ...now, key: old, channel } };
}
