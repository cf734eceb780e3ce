import { expect, test } from "vitest";
import { readSettings, type SettingsError } from "../settings.ts";
import { proxyFor } from "./proxy.ts";
import { retryAfterMs } from "../features/webhooks/deliver.ts";
import { unusedProxyVariables } from "./unused-variables.ts";

const proxiesIn = (env: Record<string, string>) =>
  readSettings({ DATABASE_URL: "postgres://localhost/retro", ...env }).proxies;

test.each([
  ["", "https://hooks.example/", true],
  ["", "https://localhost/", false],
  ["", "https://retro.localhost/", false],
  ["", "https://127.8.8.8/", false],
  ["", "https://[::1]/", false],
  ["*", "https://hooks.example/", false],
  ["hooks.example", "https://hooks.example/", false],
  ["HOOKS.example", "https://Hooks.Example./", false],
  ["example", "https://hooks.example/", false],
  [".example", "https://hooks.example/", false],
  ["*.example", "https://hooks.example/", false],
  ["ample", "https://hooks.example/", true],
  ["hooks.example.org", "https://hooks.example/", true],
  ["a.example, hooks.example", "https://hooks.example/", false],
  ["a.example hooks.example", "https://hooks.example/", false],
  ["hooks.example:443", "https://hooks.example/", false],
  ["hooks.example:8443", "https://hooks.example:8443/", false],
  ["hooks.example:8443", "https://hooks.example/", true],
  ["10.0.0.0/8", "https://10.1.2.3/", false],
  ["10.0.0.0/8", "https://11.1.2.3/", true],
  ["10.1.2.3", "https://10.1.2.3/", false],
  ["10.1.2.3:443", "https://10.1.2.3/", false],
  ["fd00::/8", "https://[fd00::1]/", false],
  ["[fd00::1]:443", "https://[fd00::1]/", false],
  ["10.0.0.0/8", "https://hooks.example/", true],
])("with NO_PROXY=%s a request to %s goes through the proxy: %s", (except, url, isThrough) => {
  const proxies = proxiesIn({ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: except });
  expect(proxyFor(new URL(url), proxies)?.href ?? null).toBe(isThrough ? "http://proxy:3128/" : null);
});

test("only https goes through the proxy, and names in lower case count first", () => {
  const proxies = proxiesIn({
    HTTPS_PROXY: "http://upper:1",
    https_proxy: "https://name:p%40ss@secure:1",
    no_proxy: "intern.example",
  });
  const through = (url: string) => proxyFor(new URL(url), proxies)?.href;
  expect(through("https://a.example/")).toBe("https://name:p%40ss@secure:1/");
  expect(through("http://a.example/")).toBeUndefined();
  expect(through("https://intern.example/")).toBeUndefined();
});

test.each([
  [{ HTTPS_PROXY: "socks5://proxy:1080" }, /^HTTPS_PROXY must be like/],
  [{ https_proxy: "http://" }, /^https_proxy must be like/],
  [{ HTTPS_PROXY: "http://name:secret%zz@proxy:3128" }, /^HTTPS_PROXY must be like/],
])("%o is refused under its name, without the password", (env: Record<string, string>, problem) => {
  const problems = () => {
    try {
      return proxiesIn(env);
    } catch (error) {
      return (error as SettingsError).problems;
    }
  };
  expect(problems()).toEqual([expect.stringMatching(problem)]);
  expect(JSON.stringify(problems())).not.toContain("secret");
});

test.each([
  [{}, []],
  [{ HTTPS_PROXY: "http://p:1", HTTP_PROXY: "http://p:1", NO_PROXY: "a.example" }, []],
  [{ HTTPS_PROXY: "http://p:1", https_proxy: "http://p:1" }, []],
  [{ HTTPS_PROXY: "http://p:1", https_proxy: "http://q:1" }, ["HTTPS_PROXY"]],
  [{ ALL_PROXY: "http://p:1" }, ["ALL_PROXY"]],
  [{ all_proxy: "http://p:1", HTTPS_PROXY: "http://p:1" }, ["all_proxy"]],
  [{ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://p:1" }, ["NODE_USE_ENV_PROXY"]],
  [{ HTTP_PROXY: "http://p:1" }, ["HTTP_PROXY"]],
  [{ http_proxy: "http://p:1" }, ["http_proxy"]],
])("of %o the start warns of %o", (env: Record<string, string>, unused) => {
  const warnings = unusedProxyVariables(env, proxiesIn(env), "24.5.0");
  expect(warnings.map(({ variable }) => variable)).toEqual(unused);
});

test("a Node that is too old for proxies is named", () => {
  const env = { HTTPS_PROXY: "http://p:1" };
  expect(unusedProxyVariables(env, proxiesIn(env), "24.4.9")).toEqual([
    { variable: "HTTPS_PROXY", advice: "run Node 24.5 or newer" },
  ]);
});

const now = Date.UTC(2026, 10, 28, 12);
test.each([
  [undefined, 0],
  ["2", 2_000],
  ["0", 0],
  ["Sat, 28 Nov 2026 12:01:30 GMT", 90_000],
  ["Sat, 28 Nov 2026 11:00:00 GMT", 0],
  ["-5", 0],
  ["1.5", 0],
  ["soon", 0],
  ["2026-11-28", 0],
])("Retry-After: %s means %i ms", (value, ms) => {
  expect(retryAfterMs(value, now)).toBe(ms);
});
