import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { FeedbackRow } from "@retro/contract/lists";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser, TestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const url = "/api/v1/feedback";
const good = { name: "Анна", email: "", comment: "Lovely", agree: "true" };
type File = { name: string; bytes: Buffer | string; type?: string };
const boundary = "----retro-test";

function form(fields: Record<string, string>, files: File[] = []): Buffer {
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]);
  return Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    ...files.map(({ name, bytes, type = "image/png" }) =>
      part(`name="attachments[]"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const send = (who: Browser, fields: Record<string, string>, files?: File[]) =>
  who.post(url, form(fields, files), multipart);
const list = async (who: Browser, query = "") =>
  (await who.get(`${url}${query}`)).json<{ data: FeedbackRow[]; meta: { total: number } }>();

const canvas = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#5e35b1" }, limitInputPixels: false });
const png = await canvas().png().toBuffer();
const jpeg = await canvas().jpeg().toBuffer();
const noFile = "is not one of them";
const broken = "cannot be opened as a picture";

/** A proper JPEG of exactly that many bytes: comments, which every reader skips, fill it up. */
function jpegOf(size: number): Buffer {
  const fill: Buffer[] = [];
  let missing = size - jpeg.length;
  while (missing > 0) {
    // What is left must have room for a comment's own four bytes.
    const length = Math.min(missing, missing - 65_000 < 4 && missing > 65_000 ? 60_000 : 65_000);
    const segment = Buffer.alloc(length, 0x20);
    segment.writeUInt16BE(0xff_fe, 0);
    segment.writeUInt16BE(length - 2, 2);
    fill.push(segment);
    missing -= length;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...fill, jpeg.subarray(2)]);
}

eachEngine("feedback", (open) => {
  test("is searched in any letters and sorted", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    for (const name of ["Вера", "Анна", "Борис"])
      await send(ann, { ...good, name, email: name === "Вера" ? "vera@example.com" : "" });
    const root = await signInAdmin(app);
    const names = async (query: string) => (await list(root, query)).data.map(({ name }) => name);
    expect((await list(root, "?sort=name")).data.map(({ email }) => email)).toEqual([
      null,
      null,
      "vera@example.com",
    ]);
    expect(await names("?sort=name")).toEqual(["Анна", "Борис", "Вера"]);
    expect(await names("?sort=-name&per_page=1&page=3")).toEqual(["Анна"]);
    expect(await names("?q=БОРИС")).toEqual(["Борис"]);
    expect(await names("?q=VERA@")).toEqual(["Вера"]);
    expect(await names("?q=lovely&sort=name&per_page=2")).toEqual(["Анна", "Борис"]);
  });
});

describe("a picture in feedback", () => {
  test("with pictures reaches the administrators, who see them as pictures and nothing else", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const files = [
      { name: "a.png", bytes: png },
      { name: "b.jpg", bytes: jpeg },
    ];
    const sent = await send(ann, { ...good, email: "ann@example.com" }, files);
    expect([sent.statusCode, sent.json()]).toEqual([201, { data: null }]);
    const root = await signInAdmin(app);
    const { data } = await list(root);
    expect(data).toEqual([
      {
        id: expect.any(String),
        name: "Анна",
        email: "ann@example.com",
        comment: "Lovely",
        agree: true,
        attachments: [expect.any(String), expect.any(String)],
      },
    ]);
    const shown = await Promise.all((data[0]?.attachments ?? []).map((id) => root.get(`${url}/img/${id}`)));
    expect(shown.map(({ headers }) => headers["content-type"])).toEqual(["image/webp", "image/jpeg"]);
    for (const { headers, rawPayload } of shown) {
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("sandbox");
      expect(headers["content-disposition"]).toMatch(/^inline/);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 40, height: 30 });
    }
  });

  test("[P1] a visitor cannot read the feedback list, nor an attachment", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    await send(ann, good, [{ name: "a.png", bytes: png }]);
    const id = (await list(await signInAdmin(app))).data[0]?.attachments[0] ?? "";
    for (const who of [ann, app.browser()]) {
      expect((await who.get(url)).statusCode).toBe(404);
      expect((await who.get(`${url}/img/${id}`)).statusCode).toBe(404);
    }
    expect((await (await signInAdmin(app, "b@example.com")).get(`${url}/img/${id}x`)).statusCode).toBe(404);
  });

  test("[P1] the place where a picture was taken is removed", async () => {
    const app = await buildTestApp();
    const exif = { IFD0: { Copyright: "secret-owner" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } };
    const bytes = await canvas().jpeg().withExif(exif).toBuffer();
    expect(bytes.includes("secret-owner")).toBe(true);
    await send(await app.visitor(), good, [{ name: "a.jpg", bytes }]);
    const kept = await app.deps.database.db
      .selectFrom("feedback_files")
      .select("bytes")
      .executeTakeFirstOrThrow();
    expect(Buffer.from(kept.bytes).includes("secret-owner")).toBe(false);
    expect((await sharp(Buffer.from(kept.bytes)).metadata()).exif).toBeUndefined();
  });
});

// One server for many forms: its process for pictures starts once.
let shared: TestApp;
beforeAll(async () => {
  shared = await buildTestApp({ frozenAt: Date.now() });
});

/** A new hour for each form, so that no limit is reached. */
async function nextVisitor() {
  shared.time.now += 3_600_000;
  return shared.visitor();
}

async function refusal(files: File[], fields: Record<string, string> = good) {
  const app = shared;
  const rows = () => app.deps.database.db.selectFrom("feedback").select("id").execute();
  const before = await rows();
  const answer = await send(await nextVisitor(), fields, files);
  expect([answer.statusCode, await rows()]).toEqual([422, before]);
  return answer.json<{ errors: Record<string, string[]> }>().errors;
}

/** Sends one picture. @returns the row in which it is kept */
async function keptOf(file: File) {
  const { db } = shared.deps.database;
  await db.deleteFrom("feedback_files").execute();
  const sent = await send(await nextVisitor(), good, [file]);
  expect([sent.statusCode, sent.body]).toEqual([201, '{"data":null}']);
  return db.selectFrom("feedback_files").selectAll().executeTakeFirstOrThrow();
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
test.each<[string, File, string]>([
  ["an SVG with a script", { name: "a.svg", bytes: svg, type: "image/svg+xml" }, noFile],
  ["an SVG under a PNG's name", { name: "a.png", bytes: svg }, noFile],
  ["HTML under a PNG's name", { name: "a.png", bytes: "<!doctype html><script>alert(1)</script>" }, noFile],
  ["a PDF", { name: "a.pdf", bytes: "%PDF-1.7 …", type: "application/pdf" }, noFile],
  ["a TIFF", { name: "a.tif", bytes: await canvas().tiff().toBuffer() }, noFile],
  ["an empty file", { name: "a.png", bytes: "" }, noFile],
  [
    "a PNG with an archive behind it",
    { name: "a.png", bytes: Buffer.concat([png, Buffer.from("PK\x03\x04…")]) },
    broken,
  ],
  [
    "a JPEG with a page behind it",
    { name: "a.jpg", bytes: Buffer.concat([jpeg, Buffer.from("<script>x</script>")]) },
    broken,
  ],
  ["a GIF that is a script", { name: "a.gif", bytes: "GIF89a/*…*/=1;alert(1);" }, broken],
  ["a script in a WebP's clothes", { name: "a.webp", bytes: "RIFF\x0c\0\0\0WEBPVP8 alert(1)" }, broken],
  ["a truncated PNG", { name: "a.png", bytes: png.subarray(0, -20) }, broken],
  [
    "a PNG with its middle missing",
    { name: "a.png", bytes: Buffer.concat([png.subarray(0, 45), png.subarray(-12)]) },
    broken,
  ],
  [
    "a JPEG with its middle missing",
    { name: "a.jpg", bytes: Buffer.concat([jpeg.subarray(0, -60), jpeg.subarray(-2)]) },
    broken,
  ],
  [
    "a picture of 25 megapixels",
    { name: "a.png", bytes: await canvas(5000, 5000).png({ compressionLevel: 9 }).toBuffer() },
    "is too large: a picture can have at most 12",
  ],
])("[P1] %s is refused", async (_title, file, message) => {
  expect((await refusal([file]))["attachments"]).toEqual([expect.stringContaining(message)]);
});

test("[P1] only the first frame of an animation is kept, and the others cost nothing", async () => {
  const frames = Array.from({ length: 50 }, (_, i) => ({
    create: { width: 64, height: 64, channels: 3 as const, background: { r: i * 5, g: 0, b: 255 - i * 5 } },
  }));
  const pages = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const bytes = await sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(bytes).metadata()).pages).toBeGreaterThan(10);
  const kept = await keptOf({ name: "a.gif", bytes });
  const { format, pages: left = 1, width, height } = await sharp(Buffer.from(kept.bytes)).metadata();
  expect({ format, left, width, height }).toEqual({ format: "webp", left: 1, width: 64, height: 64 });
});

/** Rows of noise, all alike: PNG stores them in a few kB, and no other format can. */
async function stripes(width: number, height: number, channels: 3 | 4 = 3): Promise<Buffer> {
  const row = randomBytes(width * channels);
  const data = Buffer.concat(Array.from({ length: height }, () => row));
  return sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 9 }).toBuffer();
}
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

test.each<[string, Buffer]>([
  ["a PNG of 12 megapixels of stripes", await stripes(3500, 3500)],
  ["a PNG of stripes with transparency", await stripes(1500, 1500, 4)],
  ["a PNG of noise", await noise(400, 300).png({ palette: true, colours: 4 }).toBuffer()],
  ["a JPEG of low quality", await noise(600, 600).jpeg({ quality: 5 }).toBuffer()],
  ["a WebP of low quality", await noise(600, 600).webp({ quality: 1 }).toBuffer()],
  ["a GIF of one pixel", dot],
  ["a PNG of one pixel", await canvas(1, 1).png().toBuffer()],
])(
  "%s is stored in no more bytes than were uploaded",
  async (_title, bytes) => {
    const kept = await keptOf({ name: "a picture", bytes });
    expect(kept.bytes.length).toBeLessThanOrEqual(bytes.length);
    expect(`image/${(await sharp(Buffer.from(kept.bytes)).metadata()).format}`).toBe(kept.type);
  },
  60_000,
);

test("four uploads that send nothing more hold nobody else up", async () => {
  const app = await buildTestApp();
  const { port } = new URL(await app.listen());
  const body = form(good, [{ name: "a.png", bytes: png }]);
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const who = await app.visitor();
      const socket = connect(Number(port), "127.0.0.1");
      await once(socket, "connect");
      const headers = { host: "x", ...multipart, ...who.credentials(), "content-length": "100000" };
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`POST ${url} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
      socket.write(body.subarray(0, 200));
      await fetch(`http://127.0.0.1:${port}/health/live`);
      return socket;
    }),
  );
  const other = await app.visitor();
  expect((await send(other, good, [{ name: "a.png", bytes: png }])).statusCode).toBe(201);
  for (const socket of sockets) socket.destroy();
});

test("[P2] 2,000,000 bytes are refused, one less is taken, whether in one file or in several", async () => {
  const half = jpegOf(1_000_000);
  const tooMuch = ["Attachments size should be less than 2 MB!"];
  expect(jpegOf(2_000_000)).toHaveLength(2_000_000);
  expect(await refusal([{ name: "a.jpg", bytes: jpegOf(2_000_000) }])).toEqual({ attachments: tooMuch });
  expect(await refusal([{ name: "a.jpg", bytes: jpegOf(2_000_001) }])).toEqual({ attachments: tooMuch });
  expect(
    await refusal([
      { name: "a.jpg", bytes: half },
      { name: "b.jpg", bytes: half },
    ]),
  ).toEqual({ attachments: tooMuch });
  const ann = await nextVisitor();
  const files = [
    { name: "a.jpg", bytes: half },
    { name: "b.jpg", bytes: jpegOf(999_999) },
  ];
  expect((await send(ann, good, files)).statusCode).toBe(201);
});

test.each([11, 200])("[P2] %i files are refused", async (count) => {
  const files = Array.from({ length: count }, (_, i) => ({ name: `${i}.png`, bytes: png }));
  expect(await refusal(files)).toEqual({ attachments: ["Attach at most 10 files"] });
});

test("[P2] 10 files are taken", async () => {
  const files = Array.from({ length: 10 }, (_, i) => ({ name: `${i}.png`, bytes: png }));
  expect((await send(await nextVisitor(), good, files)).statusCode).toBe(201);
});

test("[P2] more than 5 MB are not even read", async () => {
  const answer = await send(await nextVisitor(), good, [{ name: "a.png", bytes: Buffer.alloc(5_000_001) }]);
  expect(answer.statusCode).toBe(413);
  expect(answer.headers["connection"]).toBe("close");
});

test("all that is wrong is said at once", async () => {
  const wrong = { name: " ", email: "x", comment: "я".repeat(1001), agree: "false" };
  expect(await refusal([{ name: "a.png", bytes: Buffer.alloc(2_000_000) }], wrong)).toEqual({
    name: ["Title field is required."],
    email: ["Email can be valid Email address."],
    comment: ["Max allowed length is 1000"],
    agree: ["Agreement field is required."],
    attachments: ["Attachments size should be less than 2 MB!"],
  });
  expect(await refusal([], {})).toMatchObject({ name: [expect.any(String)], comment: [expect.any(String)] });
});

const whole = form(good, [{ name: "a.png", bytes: png }]);
test.each<[string, Buffer | string, string]>([
  ["cut off in a picture", whole.subarray(0, -60), multipart["content-type"]],
  ["cut off in a field's head", whole.subarray(0, 40), multipart["content-type"]],
  ["without a boundary", whole, "multipart/form-data"],
  ["that is JSON", JSON.stringify(good), "application/json"],
  [
    "of a thousand fields",
    form(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, "x"]))),
    multipart["content-type"],
  ],
  [
    "that names a field __proto__",
    form({ ...good, ["__proto__x"]: "1", constructor: "x" }),
    multipart["content-type"],
  ],
])("a form %s is refused as malformed", async (_title, body, type) => {
  const answer = await (await nextVisitor()).post(url, body, { "content-type": type });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message: "The request could not be read", code: "malformed" });
});

test("more than 5 MB that hide their length are cut off too", async () => {
  const app = await buildTestApp();
  const address = await app.listen();
  const ann = await app.visitor();
  const body = form(good, [{ name: "a.png", bytes: Buffer.alloc(6_000_000) }]);
  const answer = await fetch(`${address}${url}`, {
    method: "POST",
    headers: { ...multipart, ...ann.credentials() },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: "half",
  });
  expect(answer.status).toBe(413);
});

test("[P2] a second upload of the same person is refused; uploads of many people are served", async () => {
  const app = await buildTestApp();
  const picture = [{ name: "a.png", bytes: png }];
  const ann = await app.visitor();
  const own = await Promise.all(Array.from({ length: 5 }, () => send(ann, good, picture)));
  expect(own.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 429, 429, 429, 429,
  ]);
  expect(Number(own.find(({ statusCode }) => statusCode === 429)?.headers["retry-after"])).toBeGreaterThan(0);
  const people = await Promise.all(Array.from({ length: 9 }, () => app.visitor()));
  const all = await Promise.all(people.map((who, i) => send(who, { ...good, name: `n${i}` }, picture)));
  expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  const kept = await app.deps.database.db.selectFrom("feedback").select("name").execute();
  expect(kept).toHaveLength(10);
  expect((await send(ann, good, picture)).statusCode).toBe(201);
});

test("a client that hangs up in the middle, or while it waits, delays nobody", async () => {
  const app = await buildTestApp();
  const { port } = new URL(await app.listen());
  const body = form(good, [{ name: "a.png", bytes: png }]);
  const people = await Promise.all(Array.from({ length: 8 }, () => app.visitor()));
  for (const who of people) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    const headers = { host: "x", ...multipart, ...who.credentials(), "content-length": String(body.length) };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${url} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
    socket.write(body.subarray(0, 200));
    // The server has the request when it answers another one on a later connection.
    await fetch(`http://127.0.0.1:${port}/health/live`);
    socket.destroy();
  }
  const sendAll = () => Promise.all(people.map(async (who) => (await send(who, good)).statusCode));
  await expect.poll(sendAll).toEqual(people.map(() => 201));
});
