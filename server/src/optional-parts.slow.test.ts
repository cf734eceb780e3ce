import { expect, test, vi } from "vitest";
import { webhookEvents } from "@retro/contract/webhooks/webhooks";
import { dataFolder, startProcess, visit } from "./testing/process.ts";

vi.setConfig({ testTimeout: 90_000 });

/** Prints the name of each package that only an optional part needs, when it is loaded. */
const namesPackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/(openid-client|jose|standardwebhooks|@modelcontextprotocol\\/\\w+)\\//.exec(url)?.[1];
      if (name) console.error("LOADED " + name + ";");
      return next(url, context);
    },
  });
`)}`;

const provider = {
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "retro",
  OIDC_CLIENT_SECRET: "a secret",
  PUBLIC_URL: "http://127.0.0.1:1",
};
const hook = { name: "Bot", url: "https://hooks.invalid/", format: "standard", events: webhookEvents };

async function loaded(
  env: Record<string, string>,
  visiting?: (address: string) => Promise<unknown>,
): Promise<string[]> {
  const server = startProcess({ DATA_DIR: dataFolder(), ...env }, { args: ["--import", namesPackages] });
  const address = await server.address;
  await visiting?.(address);
  const names = server.errorText().matchAll(/LOADED ([^;]+);/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}

/** With a space of the visitor's. */
const visitSpace = async (address: string) => {
  const call = await visit(address);
  const { key } = await call<{ key: string }>(address, "POST", "/spaces", { name: "Team" });
  return { call, key };
};

test("[I5] without its settings no code of the sign-in, the webhooks or the assistants is loaded", async () => {
  expect(await loaded({}, visitSpace)).toEqual([]);
});

// Each shows that the test above sees its packages.
test("[I5] a provider in the settings loads the code of the sign-in, and nothing else", async () => {
  expect((await loaded(provider)).toSorted()).toEqual(["jose", "openid-client"]);
});

test("[J5] the first webhook loads the code of the webhooks, and nothing else", async () => {
  const names = await loaded({}, async (address) => {
    const { call, key } = await visitSpace(address);
    await call(address, "POST", `/spaces/${key}/webhooks`, hook);
  });
  expect(names).toEqual(["standardwebhooks"]);
});

test("[U8] the first call with a token loads the code of the assistants, and nothing else", async () => {
  const names = await loaded({}, async (address) => {
    const { call, key } = await visitSpace(address);
    const asked = { name: "Assistant", access: "read" };
    const { token } = await call<{ token: string }>(address, "POST", `/spaces/${key}/tokens`, asked);
    await fetch(`${address}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
    });
  });
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !name.startsWith("@modelcontextprotocol/"))).toEqual([]);
});
