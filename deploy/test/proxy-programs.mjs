import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/*
 * The example configurations with other ports, addresses and paths, as their comments say. Each has `config`,
 * which makes the file, and the arguments that check it and run it.
 */

const read = (name) => readFileSync(join(import.meta.dirname, "../proxies", name), "utf8");

/** Replaces a part of an example that must be in it, so that a test notices when the example changes. */
function replace(text, part, by) {
  expect(text).toContain(part);
  return text.replaceAll(part, by);
}

/** Replaces the examples' three servers by those of a test. */
function withServers(text, ports, lineOf) {
  const lines = [1, 2, 3].map((number) => lineOf(`retro-${number}`, `retro-${number}:3000`));
  for (const line of lines) expect(text).toContain(line);
  const [first, ...others] = lines;
  const replaced = others.reduce((all, line) => all.replace(line, ""), text);
  return replaced.replace(
    first,
    ports.map((port, at) => lineOf(`node-${at}`, `127.0.0.1:${port}`)).join("\n"),
  );
}

export const proxies = {
  nginx: {
    config({ folder, port, ports, basePath, behind, byBoard }) {
      let text = replace(read("nginx.conf"), "listen 8080;", `listen 127.0.0.1:${port};`);
      text = withServers(text, ports, (_name, address) => `server ${address};`);
      if (basePath !== "") {
        const exact = `location = ${basePath} { rewrite ^ ${basePath}/ last; }`;
        text = replace(text, "location / {", `${exact} location ${basePath}/ {`);
      }
      if (byBoard) text = replace(replace(text, "    least_conn;", ""), "# hash $", "hash $");
      if (behind !== undefined)
        text = replace(text, "# set_real_ip_from 10.0.0.5;", `set_real_ip_from ${behind};`);
      text = replace(text, "/var/log/nginx/access.log", `${folder}/access.log`);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      return `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {} http { access_log off; ${paths.join(" ")}\n${text}}`;
    },
    check: (file, folder) => ["-t", "-e", "stderr", "-p", folder, "-c", file],
    run: (file, folder) => ["-e", "stderr", "-p", folder, "-c", file],
  },
  haproxy: {
    config({ port, ports, basePath, behind, byBoard }) {
      let text = replace(read("haproxy.cfg"), "bind :8080", `bind 127.0.0.1:${port}`);
      text = withServers(text, ports, (name, address) => `    server ${name} ${address}`);
      if (behind !== undefined)
        text = replace(
          text,
          "# http-request set-src hdr(X-Forwarded-For) if { src 10.0.0.5 }",
          `http-request set-src hdr(X-Forwarded-For) if { src ${behind} }`,
        );
      if (byBoard) {
        text = replace(text, "balance leastconn", "");
        for (const line of ["http-request set-header X-Retro-Board", "balance hdr", "hash-type"])
          text = replace(text, `# ${line}`, line);
      }
      if (basePath === "") return text;
      text = replace(text, "    use_backend retro if { path_beg / }\n    # use_backend", "    use_backend");
      return replace(text, "GET /health", `GET ${basePath}/health`);
    },
    check: (file) => ["-c", "-f", file],
    run: (file) => ["-f", file],
  },
  caddy: {
    config({ folder, port, ports, basePath, behind }) {
      let text = replace(read("Caddyfile"), "retro.example.com {", `http://127.0.0.1:${port} {`);
      const servers = ports.map((each) => `127.0.0.1:${each}`).join(" ");
      text = replace(text, "retro-1:3000 retro-2:3000 retro-3:3000", servers);
      if (behind !== undefined)
        text = replace(text, "# trusted_proxies 10.0.0.5", `trusted_proxies ${behind}`);
      const global = `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n`;
      if (basePath === "") return global + text;
      return (
        global +
        replace(
          replace(text, "route /* {", `@retro path ${basePath} ${basePath}/*\n\troute @retro {`),
          "/health/",
          `${basePath}/health/`,
        )
      );
    },
    check: (file) => ["validate", "--adapter", "caddyfile", "--config", file],
    run: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
};

/**
 * Writes the example's configuration, checks it with the program, and runs the program until the end of the
 * test.
 * @param options `behind`: the address of another proxy in front of it; `byBoard`: a board has its
 *   server, for nginx and HAProxy
 * @returns where users reach the product
 */
export async function startProxy(name, { ports, basePath = "", ...options }) {
  const folder = mkdtempSync(join(tmpdir(), `retro-${name}-`));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const { config, check, run } = proxies[name];
  const file = join(folder, "proxy.conf");
  writeFileSync(file, config({ folder, port, ports, basePath, ...options }));
  const env = { ...process.env, HOME: folder };
  const checked = spawnSync(name, check(file, folder), { encoding: "utf8", env });
  if (checked.status !== 0)
    throw new Error(`${name} refuses its example: ${checked.stderr}${checked.stdout}`);
  const child = spawn(name, run(file, folder), { env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await closed;
  });
  const address = `http://127.0.0.1:${port}${basePath}`;
  const status = () =>
    fetch(`${address}/health/serving`).then(
      (answer) => answer.status,
      () => text,
    );
  await expect.poll(status).toBe(200);
  return address;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
