import { proxyVariables } from "../settings-schema.ts";
import type { Proxies } from "./proxy.ts";

type Environment = Record<string, string | undefined>;

/** @returns what the start warns of: variables for a proxy that are set and do not do what their names promise */
export function unusedProxyVariables(
  env: Environment,
  { https }: Proxies,
  node = process.versions.node,
): { variable: string; advice: string }[] {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const unused: { variable: string; advice: string }[] = [];
  for (const variable of ["ALL_PROXY", "all_proxy"].filter(isSet))
    unused.push({ variable, advice: "set HTTPS_PROXY" });
  if (isSet("NODE_USE_ENV_PROXY"))
    unused.push({
      variable: "NODE_USE_ENV_PROXY",
      advice: "remove it: HTTPS_PROXY and NO_PROXY count without it",
    });
  for (const variable of proxyVariables) {
    const lower = variable.toLowerCase();
    if (isSet(variable) && isSet(lower) && env[variable] !== env[lower])
      unused.push({ variable, advice: `remove it or ${lower}, which has another value and counts` });
  }
  // Where HTTPS_PROXY is set, both usually are.
  for (const variable of https === null ? ["HTTP_PROXY", "http_proxy"].filter(isSet) : [])
    unused.push({ variable, advice: "set HTTPS_PROXY: requests with http go out directly" });
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (https !== null && major === 24 && minor < 5)
    unused.push({ variable: "HTTPS_PROXY", advice: "run Node 24.5 or newer" });
  return unused;
}
