import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import readExcelFile from "read-excel-file/node";
import { buildTestApp } from "../../testing/app.ts";
import type { TestApp, Visitor } from "../../testing/app.ts";
import { makeBoard, type TestBoard } from "../../testing/boards.ts";
import { facilitate, putStickers } from "../../testing/sticker-fixture.ts";

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
const formats = ["excel", "markdown", "pdf"];

// One server for all formats: its worker process loads the fonts and libraries once.
let shared: TestApp;
let address: string;
beforeAll(async () => {
  shared = await buildTestApp();
  address = await shared.listen();
});

/** All text of a file, read by tools that are not part of the product. */
async function said(by: Visitor, board: TestBoard, format: string): Promise<string> {
  const answer = await by.get(`/web/boards/${board.id}/export-${format}`);
  expect(answer.statusCode).toBe(200);
  if (format === "excel") return JSON.stringify(await readExcelFile(answer.rawPayload));
  if (format === "pdf")
    return execFileSync("pdftotext", ["-layout", "-", "-"], { input: answer.rawPayload, encoding: "utf8" });
  return answer.rawPayload.toString("utf8");
}

async function session() {
  const { visitor, browser } = shared;
  const [owner, other, facilitator] = [
    await visitor({ name: "Ophelia", options: { isAvatarStickers: true } }),
    await visitor({ name: "Horatio", options: { isAvatarStickers: true } }),
    await visitor({ name: "Fortinbras", options: { isAvatarStickers: true } }),
  ];
  const board = await makeBoard(owner);
  const [id = ""] = await putStickers(owner, board, board.columns[0], [
    { title: "Secretsecret", nested: [{ title: "Nestedsecret" }] },
  ]);
  await putStickers(other, board, board.columns[1], [{ title: "Otherwords" }]);
  await facilitate(facilitator, board, {});
  return { owner, other, facilitator, board, id, browser };
}

// pdftotext reads the PDF: without it these tests are skipped.
describe.each(formats.map((format) => ({ format, isReadable: format !== "pdf" || hasPoppler })))(
  "export-$format",
  ({ format, isReadable }) => {
    it.runIf(isReadable)(
      "[X1] a participant cannot read a hidden sticker through the export; its owner and the facilitator can",
      async () => {
        const { owner, other, facilitator, board } = await session();
        await facilitate(facilitator, board, { hideContent: true });
        const toOther = await said(other, board, format);
        expect(toOther).not.toContain("secret");
        expect(toOther).toContain("Otherwords");
        expect(toOther).toContain("Hidden");
        const toOwner = await said(owner, board, format);
        expect(toOwner).toContain("Secretsecret");
        expect(toOwner).not.toContain("Otherwords");
        const toFacilitator = await said(facilitator, board, format);
        expect(toFacilitator).toContain("Nestedsecret");
        expect(toFacilitator).toContain("Otherwords");
      },
    );

    it.runIf(isReadable)(
      "[X1] a participant cannot read concealed vote counts through the export; the facilitator can",
      async () => {
        const { owner, other, facilitator, board, id } = await session();
        for (const by of [owner, other]) await by.post(`${board.url}/items/${id}/vote`);
        await facilitate(facilitator, board, { concealVoteCount: true });
        const told = format === "excel" ? '"Votes"' : "2 votes";
        expect(await said(facilitator, board, format)).toContain(told);
        expect(await said(owner, board, format)).not.toContain(told);
        expect(await said(owner, board, format)).not.toMatch(/\d votes?\b/);
      },
    );

    it.runIf(isReadable)(
      "[R4, X1] a participant reads no hidden sticker at the head of the export, where the most votes are; the facilitator does",
      async () => {
        const { owner, other, facilitator, board, id } = await session();
        for (const by of [owner, other, facilitator]) await by.post(`${board.url}/items/${id}/vote`);
        const [own = ""] = await putStickers(other, board, board.columns[2], [{ title: "Ownwords" }]);
        await other.post(`${board.url}/items/${own}/vote`);
        await facilitate(facilitator, board, { hideContent: true });
        const toOther = await said(other, board, format);
        expect(toOther).not.toContain("secret");
        const toFacilitator = await said(facilitator, board, format);
        // Both see the votes of the hidden group, but only the facilitator sees it ranked: before all others.
        expect(toFacilitator.indexOf("Secretsecret")).toBeLessThan(toFacilitator.indexOf("Ownwords"));
        expect(toOther.indexOf("Ownwords")).toBeLessThan(toOther.indexOf("Hidden"));
        expect(toOther.indexOf("Ownwords")).toBeGreaterThan(-1);
      },
    );

    it.runIf(isReadable)(
      "[R4, X1] a participant learns no ranking through the export while counts are concealed, not even its order",
      async () => {
        const { owner, other, facilitator, board } = await session();
        const [late = ""] = await putStickers(owner, board, board.columns[2], [{ title: "Latewords" }]);
        for (const by of [owner, other]) await by.post(`${board.url}/items/${late}/vote`);
        await facilitate(facilitator, board, { concealVoteCount: true });
        const toOther = await said(other, board, format);
        expect(toOther).not.toMatch(/top voted|rank|total.votes|board_position/i);
        expect(toOther.indexOf("Latewords")).toBeGreaterThan(toOther.indexOf("Otherwords"));
        const toFacilitator = await said(facilitator, board, format);
        expect(toFacilitator).toMatch(/top voted|rank/i);
        expect(toFacilitator.indexOf("Latewords")).toBeLessThan(toFacilitator.indexOf("Otherwords"));
      },
    );

    it.runIf(isReadable)(
      "[X1] nobody learns an author through the export while avatars are hidden, nor one who shows none",
      async () => {
        const { owner, other, facilitator, board } = await session();
        expect(await said(other, board, format)).toContain("Ophelia");
        await owner.put(`/api/v1/users/${owner.user.id}`, { options: { isAvatarStickers: false } });
        // The names of the participants are no secret then, and the head of the PDF has them. Who wrote what
        // is a secret.
        expect((await said(other, board, format)).match(/Ophelia/g) ?? []).toHaveLength(
          format === "pdf" ? 1 : 0,
        );
        await facilitate(facilitator, board, { avatars: "hide" });
        for (const by of [other, facilitator]) {
          expect(await said(by, board, format)).not.toContain("Ophelia");
        }
      },
    );

    it.runIf(isReadable)(
      "a board's title cannot smuggle a header or a path into the file's name",
      async () => {
        const { owner } = await session();
        const evil = await makeBoard(owner, '..\\..//"x"; filename="evil.exe"\r\nSet-Cookie: a=b');
        const { headers } = await owner.get(`/web/boards/${evil.id}/export-${format}`);
        expect(headers["set-cookie"]).toBeUndefined();
        expect(headers["content-disposition"]).toMatch(
          /^attachment; filename="[^"\\/:]+\.(?:pdf|xlsx|csv|md|json)"$/,
        );
      },
    );
  },
);

describe("how an export reaches its caller", () => {
  it.each(["json", "csv", "pdf", "ics"])("export-%s is sent as it is written", async (format) => {
    const caller = await shared.visitor();
    const board = await makeBoard(caller);
    const answer = await fetch(`${address}/web/boards/${board.id}/export-${format}`, {
      headers: caller.credentials(),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBeNull();
    expect(answer.headers.get("transfer-encoding")).toBe("chunked");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  it("those who ask for files and leave at once hold nobody else up", async () => {
    const { visitor, listen } = await buildTestApp();
    const [caller, other] = [await visitor(), await visitor()];
    const board = await makeBoard(caller);
    await putStickers(caller, board, board.columns[0], [{ title: "Still here" }]);
    const url = `${await listen()}/web/boards/${board.id}/export-pdf`;
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const gone = new AbortController();
        const asked = fetch(url, { headers: caller.credentials(), signal: gone.signal });
        setImmediate(() => gone.abort());
        await expect(asked).rejects.toThrow("aborted");
      }),
    );
    const answer = await fetch(url, { headers: other.credentials() });
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe("%PDF");
  });

  it("a session that requests 19 PDFs at once gets two made at a time; another user's is made beside them", async () => {
    const { visitor } = await buildTestApp();
    const [greedy, other] = [await visitor(), await visitor()];
    const board = await makeBoard(greedy);
    const url = `/web/boards/${board.id}/export-pdf`;
    const asked = Array.from({ length: 19 }, () => greedy.get(url));
    const [answers, others] = [await Promise.all(asked), await other.get(url)];
    const made = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([made.length, refused.length]).toEqual([2, 17]);
    for (const { headers, body } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(JSON.parse(body)).toMatchObject({ code: "rate_limited" });
    }
    expect(others.statusCode).toBe(200);
  });

  it("80 JSON exports that their client never reads are two files in memory; when it leaves, its places are free", async () => {
    const { visitor, listen } = await buildTestApp();
    const hoarder = await visitor();
    const board = await makeBoard(hoarder);
    const title = "🦦".repeat(1000);
    await putStickers(
      hoarder,
      board,
      board.columns[0],
      Array.from({ length: 300 }, () => ({ title })),
    );
    const { port, hostname } = new URL(await listen());
    const head = `GET /web/boards/${board.id}/export-json HTTP/1.1\r\nHost: x\r\nCookie: ${hoarder.cookieHeader()}\r\n\r\n`;
    const statuses: string[] = [];
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(Number(port), hostname);
        await once(socket, "connect");
        socket.write(head);
        const [first] = (await once(socket, "data")) as [Buffer];
        socket.pause();
        statuses.push(first.toString("latin1", 9, 12));
        return socket;
      }),
    );
    expect(statuses.toSorted()).toEqual(["200", "200", ...Array.from({ length: 8 }, () => "429")]);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => (await hoarder.get(`/web/boards/${board.id}/export-csv`)).statusCode)
      .toBe(200);
  });
});
