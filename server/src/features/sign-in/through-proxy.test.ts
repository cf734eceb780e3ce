import { expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { hasOpenssl, makeCertificate, trust } from "../../testing/certificate.ts";
import { startForwardProxy } from "../../testing/forward-proxy.ts";
import { logLines } from "../../testing/log-lines.ts";
import { goToProvider, startProvider } from "../../testing/provider.ts";

async function prepare() {
  const certificate = makeCertificate("id.example");
  trust(certificate);
  const proxy = await startForwardProxy();
  const provider = await startProvider({ host: "id.example", certificate });
  onTestFinished(() => provider.stop());
  const { lines, logTo } = logLines();
  const env = { ...provider.env, HTTPS_PROXY: proxy.url, LOG_LEVEL: "warn" };
  const app = await buildTestApp({ env, logTo });
  const reasons = () =>
    lines.flatMap(({ msg, reason }) => (msg === "a sign-in did not succeed" ? [reason] : []));
  return { app, proxy, provider, reasons };
}

test.skipIf(!hasOpenssl)(
  "[I1] a person signs in at a provider whose name only the proxy knows: discovery, tokens, keys and userinfo",
  async () => {
    const { app, proxy, provider } = await prepare();
    const browser = app.browser();
    const address = await goToProvider(browser, app.deps.settings.proxies);
    const before = proxy.asked.length;
    expect((await browser.get(address)).statusCode).toBe(302);
    const user = await browser.get("/api/v1/users/auth");
    expect(user.json()).toMatchObject({ data: { role: "member" } });
    expect(proxy.asked.length).toBeGreaterThan(before);
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(provider.issuer).host]));
  },
);

test.skipIf(!hasOpenssl)(
  "a sign-in that the proxy does not let through: the log says why and what to do",
  async () => {
    const { app, proxy, reasons } = await prepare();
    proxy.wants = "Basic secret";
    await app.browser().post("/api/v1/sign-in/start");
    expect(reasons()).toEqual([
      expect.stringContaining("the proxy wants a sign-in: put name and password in HTTPS_PROXY"),
    ]);
  },
);
