import { once } from "node:events";
import { connect, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { hasRedis, startRedis } from "../../server/src/testing/nodes/redis.ts";
import { hasOpenssl, makeCertificate } from "../../server/src/testing/certificate.ts";
import { makeDatabase, makeDataFolder, runPacked } from "./packed-server.mjs";

const isPossible = hasRedis && Boolean(process.env.TEST_DATABASE_URL) && hasOpenssl;
if (!isPossible) console.log("TLS to PostgreSQL and Redis is not tested: both and openssl are needed.");

/**
 * Ends TLS in front of a server. PostgreSQL's clients ask in plain for TLS first.
 * @returns the address with the proxy's host and port
 */
async function endTls(address, { context }, { isPostgres = false } = {}) {
  const target = new URL(address);
  const server = createServer((client) => {
    client.on("error", () => undefined);
    const secure = () => {
      const plain = new TLSSocket(client, { isServer: true, secureContext: context });
      const onward = connect(Number(target.port || 5432), target.hostname);
      plain.on("error", () => onward.destroy());
      onward.on("error", () => plain.destroy());
      plain.pipe(onward).pipe(plain);
    };
    if (!isPostgres) return secure();
    client.once("data", () => client.write("S", secure));
  }).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return Object.assign(new URL(address), { hostname: "localhost", port: String(server.address().port) });
}

test.skipIf(!isPossible)(
  "TLS to PostgreSQL and Redis with a company's own certificate authority, as docs/operating.md says",
  async () => {
    const certificate = makeCertificate();
    const database = await endTls(await makeDatabase(), certificate, { isPostgres: true });
    database.search = `?sslmode=verify-full&sslrootcert=${certificate.file}`;
    const redis = await endTls((await startRedis()).url, certificate);
    redis.protocol = "rediss:";
    const env = { PORT: "0", DATA_DIR: makeDataFolder(), DATABASE_URL: database.href, REDIS_URL: redis.href };
    const server = runPacked({ ...env, NODE_EXTRA_CA_CERTS: certificate.file });
    const address = await server.address;
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    const connected = async () =>
      /^retro_bus_connected (\d)/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1];
    await expect.poll(connected).toBe("1");
  },
);

test.skipIf(!isPossible)("attack: a database with a certificate of somebody else is refused", async () => {
  const [own, foreign] = [makeCertificate(), makeCertificate()];
  const database = await endTls(await makeDatabase(), foreign, { isPostgres: true });
  database.search = `?sslmode=verify-full&sslrootcert=${own.file}`;
  const server = runPacked({ PORT: "0", DATA_DIR: makeDataFolder(), DATABASE_URL: database.href });
  await expect(server.address).rejects.toThrow(/certificate/);
});
