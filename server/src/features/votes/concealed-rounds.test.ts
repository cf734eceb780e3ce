import { execFileSync, spawnSync } from "node:child_process";
import readExcelFile from "read-excel-file/node";
import { expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, treeOf, type TestBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

/** No id, date or other number of these boards is this one. */
const count = 37;
const tellsCount = new RegExp(String.raw`(?<![\w.-])${count}(?![\w.-])`, "u");

/** In a concealed round "Leader" has 37 votes: 18 of Ann, who facilitates, and 19 of Bob. Cy only looks. */
async function concealedRound() {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
  const [ann, bob, cy] = [await app.visitor(), await app.visitor(), await app.visitor()];
  const key = await makeSpace(ann);
  const made = await makeSpaceBoard(ann, key);
  const url = `/api/v1/boards/${made.id}`;
  const columns = (await treeOf(ann, url))[0]?.children.map(({ id }) => id) ?? [];
  const board: TestBoard = { id: made.id, url, board: made, columns };
  await addSticker(bob, board, "Rival");
  const { id } = await addSticker(bob, board, "Leader");
  await ann.post(`${url}/facilitators`);
  const round = { perSticker: 20, votes: { limit: 20, item: "board" }, concealVoteCount: true };
  expect((await ann.post(`${url}/rounds`, round)).statusCode).toBe(200);
  const vote = (by: Visitor, votes: number) => by.put(`${url}/items/${id}/vote`, { votes });
  expect((await vote(ann, 18)).json()).toMatchObject({ data: { votes: 18 } });
  return { app, ann, bob, cy, key, board, url, vote, last: () => vote(bob, 19) };
}
const read = async (by: Visitor, path: string): Promise<string> => {
  const answer = await by.get(path);
  expect(answer.statusCode).toBe(200);
  return answer.body;
};

test.each(["", "/items", "/items/votes", "/changes?since=0", "/actions", "/users-options"])(
  "[V8, H2] attack: the answer of GET board%s tells a participant no count of a concealed round",
  async (path) => {
    const { ann, cy, url, last } = await concealedRound();
    await last();
    expect(await read(cy, url + path)).not.toMatch(tellsCount);
    await ann.delete(`${url}/rounds`);
    expect(await read(cy, `${url}/items`)).toMatch(tellsCount);
  },
);

test("[V8, H2] attack: the answer to one's own votes in a concealed round tells no count", async () => {
  const { last } = await concealedRound();
  const { body, statusCode } = await last();
  expect(statusCode).toBe(200);
  expect(body).not.toMatch(tellsCount);
});

test("[V8, H2] attack: no frame tells a count of a concealed round before it closes", async () => {
  const { app, ann, cy, board, url, last } = await concealedRound();
  await app.listen();
  const page = await listenOn(app, cy, board.id);
  await last();
  await page.flush();
  const before = page.receivedText();
  await ann.delete(`${url}/rounds`);
  await expect.poll(() => page.receivedText()).toMatch(tellsCount);
  expect(before).not.toMatch(tellsCount);
});

test.each(["json", "csv", "markdown", "excel", "pdf"].filter((format) => format !== "pdf" || hasPoppler))(
  "[V8, X1] attack: the file of export-%s tells a participant no count of a concealed round, nor its order",
  async (format) => {
    const { ann, cy, board, url, last } = await concealedRound();
    await last();
    const said = async () => {
      const { rawPayload } = await cy.get(`/web/boards/${board.id}/export-${format}`);
      if (format === "excel") return JSON.stringify(await readExcelFile(rawPayload));
      if (format !== "pdf") return rawPayload.toString("utf8");
      return execFileSync("pdftotext", ["-layout", "-", "-"], { input: rawPayload, encoding: "utf8" });
    };
    const open = await said();
    expect(open).not.toMatch(tellsCount);
    expect(open.indexOf("Rival")).toBeLessThan(open.indexOf("Leader"));
    await ann.delete(`${url}/rounds`);
    expect(await said()).toMatch(tellsCount);
  },
);

test("[V8, G8] attack: neither the space's page nor its search tells a count of a concealed round", async () => {
  const { cy, key, last } = await concealedRound();
  await last();
  for (const path of ["", "/boards", "/actions", "/search?q=Leader", `/search?q=${count}`]) {
    const { body } = await cy.get(`/api/v1/spaces/${key}${path}`);
    expect(body).not.toMatch(tellsCount);
  }
});

test("[V8, B2] attack: a copy of the board tells no count of a concealed round, and has no rounds", async () => {
  const { ann, cy, url, last } = await concealedRound();
  await last();
  const copy = async () => {
    const answer = await cy.post(`${url}/copies`, { stickers: true });
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ data: { id: string } }>().data;
    return (await read(cy, `/api/v1/boards/${id}`)) + (await read(cy, `/api/v1/boards/${id}/items`));
  };
  expect(await copy()).not.toMatch(tellsCount);
  await ann.delete(`${url}/rounds`);
  const later = await copy();
  expect(later).not.toMatch(tellsCount);
  expect(later).not.toContain('"rounds"');
});
