const shared = ["contract", "rules"];
const base = ["server:db", "server:realtime", "server:limits", "server:base", ...shared];
const aboveBase = ["server:deps", "server:http", "server:jobs", ...base];
const lookAndWords = ["web:ui", "web:routes", "web:theme", "web:i18n", "web:device"];

/** Which folder may import which others, besides itself; docs/architecture.md draws it. */
export const layers = {
  contract: [],
  rules: ["contract"],
  "server:main": ["server:app", "server:features", "server:board", ...aboveBase],
  "server:app": ["server:features", "server:board", ...aboveBase],
  "server:features": ["server:board", ...aboveBase],
  "server:board": aboveBase,
  "server:deps": ["server:http", ...base],
  "server:http": ["server:deps", ...base],
  "server:realtime": ["server:deps", "server:http", ...base],
  "server:db": ["server:jobs", "server:base", ...shared],
  // Worker threads and queues know no feature and no database.
  "server:jobs": ["server:http", "server:base", ...shared],
  "server:limits": ["server:http", "server:base", "contract"],
  "server:base": shared,
  "web:app": ["web:features", "web:board-state", "web:realtime", "web:api", ...lookAndWords, ...shared],
  "web:features": ["web:board-state", "web:api", ...lookAndWords, ...shared],
  "web:board-state": ["web:realtime", "web:api", ...shared],
  "web:realtime": ["web:api", "contract"],
  "web:routes": ["web:api", "web:i18n", "web:device", "contract"],
  "web:ui": ["web:theme", "web:i18n", "web:device", "contract"],
  "web:theme": ["contract"],
  "web:api": ["web:i18n", "web:device", "contract"],
  "web:i18n": ["web:device", "contract"],
  "web:device": [],
  "web:config": ["contract"],
  e2e: ["contract"],
  bench: shared,
};

export function layerOf(file) {
  const [workspace, src, ...rest] = file.split("/");
  if (/^[^/]+\/[^/]+\.config\.[a-z]+$/.test(file))
    return { layer: workspace in layers ? workspace : `${workspace}:config` };
  if (["e2e", "bench"].includes(workspace)) return { layer: workspace };
  if (src !== "src") return undefined;
  if (["contract", "rules"].includes(workspace)) return { layer: workspace };
  const [first, feature, ...inside] = rest;
  if (first === "features")
    return inside.length > 0 ? { layer: `${workspace}:features`, feature } : undefined;
  if (first === "testing") return { layer: `${workspace}:testing` };
  const layer = feature === undefined ? layerOfRootFile(workspace, first) : layerOfFolder(workspace, first);
  return layer in layers ? { layer } : undefined;
}

function layerOfFolder(workspace, name) {
  if (workspace === "server" && name === "cli") return "server:main";
  if (workspace === "server" && ["observe", "outgoing"].includes(name)) return "server:base";
  return `${workspace}:${name}`;
}

function layerOfRootFile(workspace, name) {
  if (workspace === "web") return "web:app";
  if (/^(main|open-database|push-service|start-error)\b/.test(name)) return "server:main";
  if (/^app\b/.test(name)) return "server:app";
  return /^(deps|feature)\b/.test(name) ? "server:deps" : "server:base";
}
