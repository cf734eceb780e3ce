import { expect, test } from "vitest";
import {
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from "@retro/contract/webhooks/webhooks";
import { buildTestApp } from "../../testing/app.ts";
import { hasOpenssl, makeCertificate, trust } from "../../testing/certificate.ts";
import { startForwardProxy } from "../../testing/forward-proxy.ts";
import { startReceiver } from "../../testing/hook-receiver.ts";
import { logLines } from "../../testing/log-lines.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";

async function prepare(env: Record<string, string> = {}) {
  const proxy = await startForwardProxy();
  const { lines, logTo } = logLines();
  const app = await buildTestApp({ env: { LOG_LEVEL: "warn", HTTPS_PROXY: proxy.url, ...env }, logTo });
  await app.listen();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const place = `/api/v1/spaces/${key}/webhooks`;
  const make = (url: string) =>
    ann.post(place, { name: "Bot", url, format: "standard", events: webhookEvents });
  const testOf = async (url: string): Promise<WebhookDelivery> => {
    const { id } = (await make(url)).json<{ data: MadeWebhook }>().data;
    return (await ann.post(`${place}/${id}/test`)).json<{ data: WebhookDelivery }>().data;
  };
  const reasons = () => lines.flatMap(({ msg, reason }) => (msg.startsWith("a webhook") ? [reason] : []));
  return { app, ann, key, place, proxy, make, testOf, reasons };
}

test.skipIf(!hasOpenssl)(
  "[J1] a webhook goes through the proxy, by a tunnel that the proxy cannot read",
  async () => {
    const { ann, key, make, proxy } = await prepare();
    const certificate = makeCertificate("hooks.example");
    trust(certificate);
    const receiver = await startReceiver(certificate);
    expect((await make(`https://hooks.example:${receiver.port}/secret`)).statusCode).toBe(201);
    await makeSpaceBoard(ann, key, { title: "Heard of" });
    expect((await receiver.got(1))[0]).toMatchObject({
      path: "/secret",
      text: expect.stringContaining("Heard of") as string,
    });
    expect(proxy.asked).toEqual([`hooks.example:${receiver.port}`]);
  },
);

test("[J6] attack: behind a proxy, a private name and a literal address are refused, when the hook is made and later", async () => {
  const { ann, place, make, proxy } = await prepare();
  for (const host of ["intranet", "db.internal", "10.0.0.1", "[fd00::1]"])
    expect([host, (await make(`https://${host}/`)).statusCode]).toEqual([host, 422]);
  expect((await ann.get(place)).json()).toEqual({ data: [] });
  const named = await prepare({ WEBHOOK_PRIVATE_HOSTS: "chat.internal" });
  await named.testOf("https://chat.internal:9/");
  expect(named.proxy.asked).toEqual(["chat.internal:9"]);
  expect(proxy.asked).toEqual([]);
});

test("a proxy that wants a sign-in: the log says what to do, and the hook's owner that nobody was reached", async () => {
  const { proxy, testOf, reasons } = await prepare();
  proxy.wants = "Basic secret";
  expect(await testOf("https://hooks.example/")).toMatchObject({
    status: null,
    problem: "unreachable",
    answer: "",
  });
  expect(reasons()).toEqual([
    expect.stringContaining("the proxy wants a sign-in: put name and password in HTTPS_PROXY"),
  ]);
});

test("[J4] the log has the cause of a failure once for each outage, and of the address only the host", async () => {
  const { ann, key, place, make, reasons } = await prepare({
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
  });
  const receiver = await startReceiver();
  receiver.answer = { status: 500 };
  await make(`${receiver.url}/TOPSECRET`);
  const attempts = async () => (await ann.get(place)).json<{ data: Webhook[] }>().data[0]?.deliveries.length;
  await makeSpaceBoard(ann, key);
  await expect.poll(attempts).toBe(1);
  await makeSpaceBoard(ann, key);
  await expect.poll(attempts).toBe(2);
  expect(reasons()).toEqual(["the receiver answered 500"]);
  const gone = await prepare({ HTTPS_PROXY: "http://127.0.0.1:9" });
  await gone.testOf("https://hooks.example/TOPSECRET");
  expect(gone.reasons()).toEqual(["connect ECONNREFUSED 127.0.0.1:9 (proxy)"]);
});
