import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * The example configurations with other ports, addresses and paths, as their comments say. Each has `config`,
 * which makes the file, and the arguments that check it and run it.
 */

const read = (name) => readFileSync(join(import.meta.dirname, "../proxies", name), "utf8");

/** Replaces a part of an example. @throws when the example has changed and lacks it */
function replace(text, part, by) {
  if (!text.includes(part)) throw new Error(`The example lacks: ${part}`);
  return text.replaceAll(part, by);
}

/** Replaces the examples' three servers by those of a test, if it gives their ports. */
function withServers(text, ports, lineOf) {
  if (ports === undefined) return text;
  const lines = [1, 2, 3].map((number) => lineOf(`retro-${number}`, `retro-${number}:3000`));
  const [first, ...others] = lines;
  return replace(
    others.reduce((all, line) => replace(all, line, ""), text),
    first,
    ports.map((port, at) => lineOf(`node-${at}`, `127.0.0.1:${port}`)).join("\n"),
  );
}

export const proxies = {
  nginx: {
    config({ folder, port, ports, basePath, behind, byBoard, certificate, from }) {
      let text = read("nginx.conf");
      if (certificate !== undefined) {
        const lines = replace(replace(text, "    listen 8080;\n", ""), "# listen 443 ", "listen 8080 ");
        const withKey = replace(lines, "/etc/ssl/retro.key", certificate.key);
        text = replace(withKey, "/etc/ssl/retro.pem", certificate.file);
      }
      text = text.replace(/\blisten 8080\b/, `listen 127.0.0.1:${port}`);
      if (from !== undefined) text = `proxy_bind ${from};\n${text}`;
      text = withServers(text, ports, (_name, address) => `server ${address};`);
      if (basePath !== "") {
        const exact = `location = ${basePath} { rewrite ^ ${basePath}/ last; }`;
        text = replace(text, "location / {", `${exact} location ${basePath}/ {`);
      }
      if (byBoard) text = replace(text, "# hash $", "hash $");
      if (behind !== undefined)
        text = replace(
          replace(text, "# set_real_ip_from 10.0.0.5;", `set_real_ip_from ${behind};`),
          "# 10.0.0.5 1;",
          `${behind} 1;`,
        );
      text = replace(text, "/var/log/nginx/", `${folder}/`);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      return `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events { worker_connections 8192; } http { access_log off; ${paths.join(" ")}\n${text}}`;
    },
    check: (file, folder) => ["-t", "-e", "stderr", "-p", folder, "-c", file],
    run: (file, folder) => ["-e", "stderr", "-p", folder, "-c", file],
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
