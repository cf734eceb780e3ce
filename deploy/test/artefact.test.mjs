import { existsSync, globSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { makeDatabase, makeDataFolder, runPacked } from "./packed-server.mjs";
import { Visitor } from "./visitor.mjs";

const admin = { email: "admin@example.com", password: "a password of the tests" };
const engines = ["SQLite", ...(process.env.TEST_DATABASE_URL ? ["PostgreSQL"] : [])];

/** The processor's number in an ELF file (its bytes 18 and 19), by Node's name of the processor. */
const machines = { x64: 62, arm64: 183 };

test("the artefact has the native code of every platform, and no sources", () => {
  const { archive, folder, platforms } = inject("artefact");
  const list = ["--list", "--file", archive];
  const names = execFileSync("tar", list, { encoding: "utf8", maxBuffer: 1e7 }).split("\n");
  const natives = names
    .filter((name) => name.endsWith(".node"))
    .map((name) => name.slice(name.indexOf("/") + 1));
  for (const platform of platforms.filter((name) => name.startsWith("linux"))) {
    const own = natives.filter((name) => name.includes(platform));
    expect(own.map((name) => /argon2|sharp/.exec(name)?.[0])).toEqual(
      expect.arrayContaining(["argon2", "sharp"]),
    );
    for (const name of own)
      expect(readFileSync(join(folder, name)).readUInt16LE(18)).toBe(
        machines[platform.slice("linux-".length)],
      );
    expect(names.filter((name) => name.includes(`sharp-libvips-${platform}/lib/`))).not.toEqual([]);
  }
  expect(
    names.filter((name) => /\.tsx?$|linuxmusl|win32|node_modules\/(?:vite|@playwright)\//.test(name)),
  ).toEqual([]);
});

describe.each(engines)(
  "the artefact on %s, as another user, in a read-only folder, with Node alone",
  (engine) => {
    const settings = async () => {
      const DATA_DIR = makeDataFolder();
      const database = engine === "PostgreSQL" ? { DATABASE_URL: await makeDatabase() } : {};
      return { DATA_DIR, ...database, PORT: "0", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    };

    test("serves the page, a board with live updates, every export, a picture and an administrator", async () => {
      const server = runPacked(await settings());
      const address = await server.address;
      const ann = new Visitor(address, { headers: { "accept-encoding": "br" } });
      const page = await ann.send("GET", "/");
      expect([page.status, page.headers["content-encoding"]]).toEqual([200, "br"]);

      const visitor = new Visitor(address);
      expect((await visitor.enter("Ann")).status).toBe(201);
      const script = /src="(\/assets\/[^"]+\.js)"/.exec((await visitor.send("GET", "/")).text)?.[1];
      expect((await visitor.send("GET", script)).headers["cache-control"]).toContain("immutable");
      const board = (await visitor.send("POST", "/api/v1/boards", { title: "Packed" })).json();
      const [section] = (await visitor.send("GET", `/api/v1/boards/${board.id}/items`)).json();
      const frames = await visitor.listen(`presence-boards.${board.id}`);
      const sticker = { title: "Ёлка 🎄", parent_id: section.children[0].id };
      expect((await visitor.send("POST", `/api/v1/boards/${board.id}/items`, sticker)).status).toBe(201);
      await expect.poll(() => frames.join("\n")).toContain("Ёлка 🎄");
      for (const [format, head] of Object.entries({
        pdf: "%PDF",
        excel: "PK",
        markdown: "# Packed",
        csv: "\uFEFF",
        json: "{",
      })) {
        const file = await visitor.send("GET", `/web/boards/${board.id}/export-${format}`);
        expect([format, file.status, file.text.startsWith(head)]).toEqual([format, 200, true]);
      }

      const form = new FormData();
      for (const [name, value] of Object.entries({ name: "Ann", comment: "A picture", agree: "true" }))
        form.set(name, value);
      const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
      form.append("attachments[]", new File([pixel], "pixel.gif", { type: "image/gif" }));
      expect((await visitor.sendForm("/api/v1/feedback", form)).status).toBe(201);

      const root = new Visitor(address);
      const signedIn = await root.send("POST", "/api/v1/users/sign-in", {
        ...admin,
        solution: await root.solution(),
      });
      expect([signedIn.status, signedIn.json().role]).toEqual([200, "admin"]);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);
    });

    test("tells a supervisor whether it is ready, and has the commands of the operator", async () => {
      const env = await settings();
      const server = runPacked({ ...env, BASE_PATH: "/retro" });
      const { port } = new URL(await server.address);
      const probe = (BASE_PATH) => runPacked({ PORT: port, BASE_PATH }, "health");
      expect(await probe("/retro").exit).toBe(0);
      const wrong = probe("");
      expect(await wrong.exit).toBe(1);
      expect(wrong.text()).toContain("answers 404");
      const list = runPacked(env, "admin", "list");
      expect(await list.exit).toBe(0);
      expect(list.text()).toContain(admin.email);
      const verified = runPacked(env, "verify");
      expect([await verified.exit, verified.text()]).toEqual([0, expect.any(String)]);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);
      const after = probe("/retro");
      expect(await after.exit).toBe(1);
      expect(after.text()).toContain("does not answer");
    });
  },
);

test("has every page that its pages link to", () => {
  const { folder } = inject("artefact");
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: folder });
  expect(pages).toContain("docs/operating.md");
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), "utf8").matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, link]) => join(dirname(page), link))
      .filter((path) => !existsSync(join(folder, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("has one name in the file, the log, the metrics and the answer about its life", async () => {
  const server = runPacked({ DATA_DIR: makeDataFolder(), PORT: "0", LOG_LEVEL: "info" });
  const visitor = new Visitor(await server.address);
  const { build } = (await visitor.send("GET", "/health/live")).json();
  expect(build).toMatch(/^\d+\.\d+\.\d+-20\d{6}-[0-9a-f]{8}(?:-changed)?$/);
  expect(basename(inject("artefact").archive)).toBe(`retro-${build}.tar.gz`);
  expect((await visitor.send("GET", "/metrics")).text).toContain(`retro_info{version="${build}"} 1`);
  expect(server.text()).toContain(`"build":"${build}"`);
});

test("writes nothing beside its data, and says how to make an administrator without npm", async () => {
  const data = makeDataFolder();
  const server = runPacked({ DATA_DIR: data, PORT: "0" });
  await server.address;
  await expect.poll(server.text).toMatch(/First admin: node \/.*\/retro\.mjs admin add /);
  expect(existsSync(join(data, "retro.db"))).toBe(true);
  expect(existsSync(join(inject("artefact").folder, "data"))).toBe(false);
});

test("an unknown command explains itself and fails", async () => {
  const server = runPacked({}, "serve");
  expect(await server.exit).toBe(1);
  expect(server.text()).toContain("Usage: node retro.mjs");
});
