import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { makeDataFolder, runServer } from "./packed-server.mjs";
import { useProduct } from "./use-product.mjs";

const asRoot = process.getuid() === 0 ? [] : ["--map-root-user"];
const namespace = ["unshare", ...asRoot, "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec"];

/**
 * A network whose only way out ends at once, so that its counter sees every attempt; names are asked for there,
 * too.
 */
const network = `
  ip link set lo up
  ip link add out type veth peer name end
  for name in out end; do echo 1 > /proc/sys/net/ipv6/conf/$name/disable_ipv6; done
  ip address add 192.0.2.1/24 dev out
  ip link set out up
  ip link set end up
  ip route add default via 192.0.2.2
  ip neighbour add 192.0.2.2 lladdr 02:00:00:00:00:02 dev out nud permanent
  mount --bind "$NAMES" "$(readlink -f /etc/resolv.conf)"
`;
const hasNamespaces =
  spawnSync(namespace[0], [...namespace.slice(1), network], {
    env: { ...process.env, NAMES: "/dev/null" },
  }).status === 0;
if (!hasNamespaces) {
  const text = "deploy/egress: what the server connects to is not watched: that needs unshare and ip.";
  if (process.env.RETRO_REQUIRE_DEPLOY_TOOLS === "1") throw new Error(text);
  console.log(text);
}

/** A socket in a folder is reachable from every network: calls of the test come in through it. */
const entrance = `
  require("node:net").createServer((from) => {
    const to = require("node:net").connect(Number(process.env.PORT), "127.0.0.1");
    from.pipe(to).pipe(from);
    for (const each of [from, to]) each.on("error", () => (from.destroy(), to.destroy()));
  }).listen(process.env.ENTRANCE);
`;

/** @returns the address through which the test reaches the server, and the packets that wanted to leave */
async function runWithoutWayOut(settings) {
  const { folder } = inject("artefact");
  const place = mkdtempSync(join(tmpdir(), "retro-egress-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const NAMES = join(place, "resolv.conf");
  writeFileSync(NAMES, "nameserver 192.0.2.3\n");
  const ENTRANCE = join(place, "entrance");
  const node = join(folder, "node");
  const script = `${network}
    "$NODE" -e "$BRIDGE" &
    exec "$NODE" ${JSON.stringify(join(folder, "retro.mjs"))}`;
  const server = runServer([...namespace, script], {
    env: {
      PATH: process.env.PATH,
      NODE: node,
      BRIDGE: entrance,
      NAMES,
      ENTRANCE,
      PORT: "3000",
      DATA_DIR: makeDataFolder(),
      ...settings,
    },
  });
  await server.address;
  const outside = createServer((from) => {
    const to = connect(ENTRANCE);
    from.pipe(to).pipe(from);
    for (const each of [from, to]) each.on("error", () => (from.destroy(), to.destroy()));
  }).listen(0, "127.0.0.1");
  await once(outside, "listening");
  onTestFinished(() => outside.close());
  return {
    address: `http://127.0.0.1:${outside.address().port}`,
    packets: () => {
      const devices = readFileSync(`/proc/${server.child.pid}/net/dev`, "utf8");
      const [, numbers = ""] = /^ *out: *(.*)$/m.exec(devices) ?? [];
      return Number(numbers.split(/ +/)[9]);
    },
  };
}

describe.skipIf(!hasNamespaces)("without a way out of its network, the server", () => {
  const admin = { email: "admin@example.com", password: "a password of the tests" };
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

  test("does everything, and tries to reach nobody", async () => {
    const { address, packets } = await runWithoutWayOut(account);
    await useProduct(address, admin);
    expect(packets()).toBe(0);
  });

  test("tries the addresses that a setting names, by number and by name", async () => {
    for (const host of ["192.0.2.9", "collector.example.com"]) {
      const { address, packets } = await runWithoutWayOut({
        ...account,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}:4318`,
      });
      await useProduct(address, admin);
      await expect.poll(packets).toBeGreaterThan(0);
    }
  });
});
