import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "@retro/contract/limits";
import type { TreeItem } from "@retro/contract/items";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import {
  type CreateWebhook,
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
  webhookPayload,
} from "@retro/contract/webhooks/webhooks";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { startReceiver } from "../../testing/hook-receiver.ts";
import { addAction, makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";

const env = {
  WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
  PUBLIC_URL: "https://retro.example.com",
};
const day = 86_400_000;

async function makeHook(
  by: Visitor,
  place: string,
  url: string,
  more: Partial<CreateWebhook> = {},
): Promise<MadeWebhook> {
  const body = { name: "Bot", url, format: "standard", events: webhookEvents, ...more };
  const answer = await by.post(`/api/v1/${place}/webhooks`, body);
  if (answer.statusCode !== 201) throw new Error(`no webhook: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: MadeWebhook }>().data;
}

async function hooksOf(by: Visitor, place: string): Promise<Webhook[]> {
  return (await by.get(`/api/v1/${place}/webhooks`)).json<{ data: Webhook[] }>().data;
}

async function prepare(options: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp({ env, ...options });
  await app.listen();
  const ann = await app.visitor({ name: "Ann" });
  const key = await makeSpace(ann);
  return { app, ann, key, place: `spaces/${key}`, receiver: await startReceiver() };
}

/** Lets the sender of an app with a frozen clock look again, later. */
async function later(app: TestApp, ms: number): Promise<void> {
  app.time.now += ms;
}

eachEngine("webhooks", (open) => {
  test("[J1, J2] a space's hook gets every event of its boards, in order, signed, in the documented form", async () => {
    const { ann, key, place, receiver } = await prepare({ database: await open() });
    const { secret } = await makeHook(ann, place, receiver.url);
    const { id } = await makeSpaceBoard(ann, key, { title: "Sprint 12" });
    const url = `/api/v1/boards/${id}`;
    const action = await addAction(ann, id, "Fix the build", { owner_name: "Bo", due_on: "2099-01-01" });
    // Before the text becomes another: an attempt says the text of then.
    await receiver.got(2);
    await ann.put(`${url}/actions/${action.id}`, { text: "Fix it" });
    await ann.put(`${url}/actions/${action.id}`, { status: "done" });
    const started = await ann.post(`${url}/meeting`, {});
    const { steps } = started.json<{ data: { meeting: Meeting } }>().data.meeting;
    await ann.put(`${url}/meeting`, { step: steps[1]?.id });
    await ann.post(`${url}/rounds`, { name: "Costs" });
    await ann.delete(`${url}/rounds`);
    await ann.delete(`${url}/meeting`);
    const received = await receiver.got(8);
    expect(receiver.types()).toEqual([
      "board.created",
      "action.created",
      "action.changed",
      "action.done",
      "meeting.started",
      "meeting.step",
      "round.closed",
      "meeting.closed",
    ]);
    for (const { headers, text } of received) {
      const payload = new Verifier(secret).verify(text, headers as Record<string, string>);
      expect(webhookPayload.safeParse(payload).error).toBeUndefined();
      expect(payload).toMatchObject({
        data: { board: { id, title: "Sprint 12", url: `https://retro.example.com/boards/${id}` } },
      });
    }
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(received.length);
    expect(JSON.parse(received[1]?.text ?? "")).toMatchObject({
      data: { action: { text: "Fix the build", owner: "Bo", due_on: "2099-01-01", status: "open" } },
    });
  });

  test("[J3] attack: what is hidden, deleted or closed while its message waits leaves in no repetition", async () => {
    const { app, ann, key, place, receiver } = await prepare({
      frozenAt: Date.UTC(2026, 4, 4, 12),
      database: await open(),
    });
    const url = async (title: string) => `/api/v1/boards/${(await makeSpaceBoard(ann, key, { title })).id}`;
    const hidden = await url("Hidden");
    const deleted = await url("Deleted");
    const closed = await url("SECRET closed");
    const binned = await url("SECRET in the bin");
    const tree = (await ann.get(`${hidden}/items`)).json<{ data: TreeItem[] }>().data;
    const sticker = { title: "Said", parent_id: tree[0]?.children[0]?.id };
    const source = (await ann.post(`${hidden}/items`, sticker)).json<{ data: { id: string } }>().data.id;
    await makeHook(ann, place, receiver.url, { events: ["action.created"] });
    receiver.answer = { status: 500 };
    const action = { text: "SECRET", owner_name: "Bo" };
    await ann.post(`${hidden}/actions`, { ...action, source_item_id: source });
    const gone = (await ann.post(`${deleted}/actions`, action)).json<{ data: { id: string } }>().data.id;
    await ann.post(`${closed}/actions`, action);
    await ann.post(`${binned}/actions`, action);
    await receiver.got(4);
    await expect.poll(async () => (await hooksOf(ann, place))[0]?.deliveries.length).toBe(4);

    const statuses = [
      await ann.post(`${hidden}/facilitators`),
      await ann.put(`${hidden}/facilitators`, { option: "hideContent", value: true }),
      await ann.delete(`${deleted}/actions/${gone}`),
      await ann.put(`${closed}/passphrase`, { passphrase: "open sesame" }),
      await ann.delete(binned),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    receiver.answer = { status: 200 };
    await later(app, 10_000);
    const idsOf = (messages: typeof receiver.received) =>
      new Set(messages.map(({ headers }) => headers["webhook-id"]));
    const first = idsOf(receiver.received.splice(0));
    await receiver.got(4);
    const repeated = receiver.received;
    expect(idsOf(repeated)).toEqual(first);
    for (const { text } of repeated) expect(text).not.toContain("SECRET");
    const said = repeated.map(({ text }) => (JSON.parse(text) as { data: object }).data);
    const of = (title: string | null, owner: string | null) => ({
      board: expect.objectContaining({ title }) as object,
      action: expect.objectContaining({ text: null, owner, status: "open" }) as object,
    });
    expect(said).toHaveLength(4);
    expect(said).toEqual(expect.arrayContaining([of("Hidden", null), of("Deleted", null), of(null, null)]));
  });

  test("[J3] a receiver that was away gets title, text and owner of now, and the rest as it was said", async () => {
    const { app, ann, key, place, receiver } = await prepare({
      frozenAt: Date.UTC(2026, 4, 4, 12),
      database: await open(),
    });
    const { id } = await makeSpaceBoard(ann, key, { title: "Before" });
    await makeHook(ann, place, receiver.url, { events: ["action.created"] });
    receiver.answer = { status: 500 };
    const { id: action } = await addAction(ann, id, "Blame Bo", { owner_name: "Bo", due_on: "2099-01-01" });
    await receiver.got(1);
    await expect.poll(async () => (await hooksOf(ann, place))[0]?.deliveries.length).toBe(1);
    const url = `/api/v1/boards/${id}`;
    const changed = { text: "Help Cy", owner_name: "Cy", due_on: "2099-02-02" };
    expect((await ann.put(`${url}/actions/${action}`, changed)).statusCode).toBe(200);
    expect((await ann.put(url, { title: "Now" })).statusCode).toBe(200);
    receiver.answer = { status: 200 };
    await later(app, 10_000);
    const repeated = JSON.parse((await receiver.got(2))[1]?.text ?? "") as object;
    expect(repeated).toMatchObject({
      data: { board: { title: "Now" }, action: { text: "Help Cy", owner: "Cy", due_on: "2099-01-01" } },
    });
  });

  test("[J2] an action that gets today's date today is announced, once, whatever becomes of it", async () => {
    const { ann, key, place, receiver } = await prepare({
      frozenAt: Date.UTC(2026, 4, 4, 12),
      database: await open(),
    });
    const { id } = await makeSpaceBoard(ann, key);
    const before = await addAction(ann, id, "Due before", { due_on: "2026-05-04" });
    await makeHook(ann, place, receiver.url, { events: ["action.due", "meeting.started"] });
    await receiver.got(1);
    const url = `/api/v1/boards/${id}`;
    const made = await addAction(ann, id, "Made today", { due_on: "2026-05-04" });
    const moved = await addAction(ann, id, "Moved", { due_on: "2026-05-09" });
    await addAction(ann, id, "Yesterday's", { due_on: "2026-05-03" });
    await ann.put(`${url}/actions/${moved.id}`, { due_on: "2026-05-04" });
    await receiver.got(3);
    for (const each of [before, made, moved])
      for (const patch of [
        { owner_name: "Bo" },
        { due_on: "2026-05-05" },
        { due_on: "2026-05-04" },
        { status: "done" },
        { status: "open" },
      ])
        expect((await ann.put(`${url}/actions/${each.id}`, patch)).statusCode).toBe(200);
    // Later messages of a board come after those of the actions.
    await ann.post(`${url}/meeting`, {});
    await expect.poll(() => receiver.types()).toContain("meeting.started");
    const texts = receiver.received.map(
      ({ text }) => (JSON.parse(text) as { data: { action?: { text: string } } }).data.action?.text,
    );
    expect(texts).toEqual(["Due before", "Made today", "Moved", undefined]);
  });
});

test("[J2] an action is announced once on its day, also when its announcement has left the log", async () => {
  const { ann, key, place, receiver } = await prepare({ frozenAt: Date.UTC(2026, 4, 4, 12) });
  const { id } = await makeSpaceBoard(ann, key);
  await makeHook(ann, place, receiver.url, { events: ["action.due", "action.changed", "meeting.started"] });
  const { id: action } = await addAction(ann, id, "Due", { due_on: "2026-05-04" });
  const url = `/api/v1/boards/${id}`;
  const change = (patch: object) => ann.put(`${url}/actions/${action}`, patch);
  for (let at = 0; at <= limits.webhooks.kept; at += 1) await change({ text: `Due ${at}` });
  await receiver.got(limits.webhooks.kept + 2);
  await change({ status: "done" });
  await change({ status: "open" });
  // Later messages of a board come after those of the actions.
  await ann.post(`${url}/meeting`, {});
  await expect.poll(() => receiver.types()).toContain("meeting.started");
  expect(receiver.types().filter((type) => type === "action.due")).toHaveLength(1);
  expect((await hooksOf(ann, place))[0]?.deliveries).toHaveLength(limits.webhooks.kept);
});

test("[J2] the hook of the server gets what happens on boards of no space, a space's hook only its own", async () => {
  const { app, ann, key, place, receiver } = await prepare();
  const root = await signInAdmin(app);
  const all = await startReceiver();
  await makeHook(root, "admin", all.url);
  await makeHook(ann, place, receiver.url);
  await ann.post("/api/v1/boards", { title: "Elsewhere" });
  await makeSpaceBoard(ann, key, { title: "Ours" });
  await all.got(2);
  await receiver.got(1);
  const titles = (texts: { text: string }[]) =>
    texts.map(({ text }) => (JSON.parse(text) as { data: { board: { title: string } } }).data.board.title);
  expect(titles(all.received).toSorted()).toEqual(["Elsewhere", "Ours"]);
  expect(titles(receiver.received)).toEqual(["Ours"]);
});

/** A receiver that never answers. @returns its address, and how often each path was asked */
async function startSilent(): Promise<{ url: string; asked: Map<string, number> }> {
  const asked = new Map<string, number>();
  const silent = createServer((request) => {
    asked.set(request.url ?? "", (asked.get(request.url ?? "") ?? 0) + 1);
    request.resume();
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  return { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, asked };
}

test("[J1] receivers that do not answer keep no place from the others", async () => {
  const { app, ann, key, place, receiver } = await prepare();
  const root = await signInAdmin(app);
  const { url, asked } = await startSilent();
  for (let at = 0; at < 7; at += 1)
    await makeHook(root, "admin", `${url}/${at}`, { events: ["board.created"] });
  for (let at = 0; at < 4; at += 1) await makeSpaceBoard(ann, key);
  // Each takes two places, and no more, although it has four messages.
  await expect.poll(() => [...asked.values()]).toEqual([2, 2, 2, 2, 2, 2, 2]);
  await makeHook(ann, place, receiver.url, { events: ["board.created"] });
  await makeSpaceBoard(ann, key, { title: "Heard" });
  expect((await receiver.got(1))[0]?.text).toContain("Heard");
  expect([...asked.values()]).toEqual([2, 2, 2, 2, 2, 2, 2]);
});

test("[J1] attack: the dead webhooks of one person's spaces, more than there are places, do not delay a team's", async () => {
  const { app, ann, key, place, receiver } = await prepare();
  const { url, asked } = await startSilent();
  await makeHook(ann, place, receiver.url, { events: ["board.created"] });
  const mallory = await app.visitor();
  for (let at = 0; at < 2; at += 1) {
    const theirs = await makeSpace(mallory);
    for (let hook = 0; hook < 10; hook += 1)
      await makeHook(mallory, `spaces/${theirs}`, `${url}/${at}-${hook}`, { events: ["board.created"] });
    for (let board = 0; board < 12; board += 1) await makeSpaceBoard(mallory, theirs);
  }
  await expect.poll(() => asked.size).toBeGreaterThanOrEqual(8);
  await makeSpaceBoard(ann, key, { title: "Heard" });
  // Well before the first of theirs is given up.
  expect((await receiver.got(1))[0]?.text).toContain("Heard");
  const { db } = app.deps.database;
  const givenUp = db.selectFrom("webhook_deliveries").selectAll().where("problem", "=", "timeout");
  expect(await givenUp.execute()).toEqual([]);
});

test("[J1] what fails is sent again with the same id, later ones of the board wait, and success clears the state", async () => {
  const { app, ann, key, place, receiver } = await prepare({ frozenAt: Date.UTC(2026, 4, 4, 12) });
  const board = await makeSpaceBoard(ann, key);
  await makeHook(ann, place, receiver.url, { events: ["action.created"] });
  receiver.answer = { status: 503, body: "down" };
  await addAction(ann, board.id, "First");
  await addAction(ann, board.id, "Second");
  await receiver.got(1);
  await expect
    .poll(async () => (await hooksOf(ann, place))[0]?.deliveries[0])
    .toMatchObject({ status: 503, problem: "answer", answer: "down", attempt: 1 });
  receiver.answer = { status: 204 };
  await later(app, 10_000);
  await receiver.got(3);
  const [first, again, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
  await expect
    .poll(async () =>
      (await hooksOf(ann, place))[0]?.deliveries.map(({ attempt, status }) => [attempt, status]),
    )
    .toEqual(
      expect.arrayContaining([
        [2, 204],
        [1, 204],
        [1, 503],
      ]),
    );
});

test("[J1] a hook that fails for a day is switched off and says so; switched on again it begins with what happens then", async () => {
  const { app, ann, key, place, receiver } = await prepare({ frozenAt: Date.UTC(2026, 4, 4, 12) });
  const board = await makeSpaceBoard(ann, key);
  const { id } = await makeHook(ann, place, receiver.url, { events: ["action.created"] });
  receiver.answer = { status: 500 };
  await addAction(ann, board.id, "Lost");
  await receiver.got(1);
  await expect.poll(async () => (await hooksOf(ann, place))[0]?.deliveries.length).toBe(1);
  await later(app, day + 1);
  await expect.poll(async () => (await hooksOf(ann, place))[0]?.state).toBe("failed");
  await addAction(ann, board.id, "Unheard");
  receiver.answer = { status: 200 };
  expect((await ann.put(`/api/v1/${place}/webhooks/${id}`, { on: true })).statusCode).toBe(200);
  await addAction(ann, board.id, "Heard");
  await receiver.got(3);
  expect(receiver.received.at(-1)?.text).toContain("Heard");
  expect(receiver.received).toHaveLength(3);
});

test("[J1] an address that answers 410 is switched off at once", async () => {
  const { ann, key, place, receiver } = await prepare();
  await makeHook(ann, place, receiver.url);
  receiver.answer = { status: 410 };
  await makeSpaceBoard(ann, key);
  await expect.poll(async () => (await hooksOf(ann, place))[0]?.state).toBe("failed");
});

test("[J1] a test is sent at once, also through a hook that is off, and the answer and the log say what came back", async () => {
  const { ann, place, receiver } = await prepare();
  const { id, secret } = await makeHook(ann, place, receiver.url);
  await ann.put(`/api/v1/${place}/webhooks/${id}`, { on: false });
  receiver.answer = { status: 404, body: "no\u0000 such\npath" };
  const answer = await ann.post(`/api/v1/${place}/webhooks/${id}/test`);
  const delivery = answer.json<{ data: WebhookDelivery }>().data;
  expect(delivery).toMatchObject({
    type: "webhook.test",
    status: 404,
    problem: "answer",
    answer: "no such path",
  });
  const { text, headers } = receiver.received[0] as (typeof receiver.received)[number];
  expect(new Verifier(secret).verify(text, headers as Record<string, string>)).toMatchObject({ data: {} });
  expect((await hooksOf(ann, place))[0]).toMatchObject({ state: "off", deliveries: [delivery] });
});

test("[J2] chats get a sentence in the language of whoever made the hook, and no text mentions anybody", async () => {
  const { app, key, place, receiver } = await prepare();
  const bo = await app.visitor({ language: "ru" });
  const formats = ["slack", "mattermost", "teams", "discord"] as const;
  for (const format of formats)
    await makeHook(bo, place, `${receiver.url}/${format}`, { format, events: ["action.created"] });
  const { id } = await makeSpaceBoard(bo, key, { title: "Спринт" });
  await addAction(bo, id, "<!channel> @here *now* [x](https://evil.example)");
  await receiver.got(4);
  const bodies = Object.fromEntries(
    receiver.received.map(({ path, text }) => [path.split("/").at(-1), text]),
  );
  const textOf = (format: string) => {
    const said = JSON.parse(bodies[format] ?? "{}") as { text?: string; content?: string };
    return said.text ?? said.content ?? "";
  };
  expect(textOf("slack")).toContain("новая договорённость на доске «Спринт»: &lt;!channel&gt; @here");
  expect(textOf("slack")).toContain(`<https://retro.example.com/boards/${id}|Открыть доску>`);
  expect(textOf("mattermost")).toContain("@\u200Bhere");
  expect(textOf("mattermost")).toContain(String.raw`\[x\]\(https\://evil\.example\)`);
  expect(JSON.parse(bodies["discord"] ?? "")).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(JSON.parse(bodies["teams"] ?? "")).toMatchObject({
    type: "message",
    attachments: [
      {
        content: {
          type: "AdaptiveCard",
          body: [{ inlines: [{ text: expect.stringContaining("<!channel>") as string }] }],
        },
      },
    ],
  });
});

test("without a hook a turn writes nothing more, and the last hook's end brings that back", async () => {
  const { app, ann, key, place, receiver } = await prepare();
  const { outboxOf } = await import("../../board/turn/board-outbox.ts");
  expect(outboxOf(app.deps)).toBeUndefined();
  const { id } = await makeHook(ann, place, receiver.url);
  expect(outboxOf(app.deps)).toBeDefined();
  await ann.delete(`/api/v1/${place}/webhooks/${id}`);
  expect(outboxOf(app.deps)).toBeUndefined();
  await makeSpaceBoard(ann, key);
  expect(await app.deps.database.db.selectFrom("webhook_messages").selectAll().execute()).toEqual([]);
});

test("[J5] administrators make, list, test, switch and delete the hooks of the server", async () => {
  const { app, receiver } = await prepare();
  const root = await signInAdmin(app);
  const body = { name: "Bot", url: receiver.url, format: "standard", events: ["board.created"] };
  const made = await root.post("/api/v1/admin/webhooks", body);
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ data: MadeWebhook }>().data;
  expect((await root.post(`/api/v1/admin/webhooks/${id}/test`)).json()).toMatchObject({
    data: { status: 200 },
  });
  expect((await root.put(`/api/v1/admin/webhooks/${id}`, { on: false })).statusCode).toBe(200);
  const listed = (await root.get("/api/v1/admin/webhooks")).json<{ data: Webhook[] }>().data;
  expect(listed).toMatchObject([
    { id, state: "off", events: ["board.created"], deliveries: [{ status: 200 }] },
  ]);
  expect((await root.delete(`/api/v1/admin/webhooks/${id}`)).statusCode).toBe(200);
  expect(await hooksOf(root, "admin")).toEqual([]);
});
