import { expect, it } from "vitest";
import { buildTestApp } from "../../../testing/app.ts";

it("attack: the PDF of a large section whose stickers all have votes needs no more memory than one without votes", async () => {
  const ann = await (await buildTestApp()).visitor();
  const stickers = Array.from({ length: 1500 }, (_, i) => ({ text: "x".repeat(300), votes: 1 + (i % 3) }));
  const file = {
    format: "retro-board",
    version: 1,
    board: { title: "Voted" },
    sections: [{ title: "Section", columns: [stickers, [], []] }],
  };
  const made = await ann.post("/api/v1/boards/import", JSON.stringify(file), {
    "content-type": "application/json",
  });
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ data: { id: string } }>().data;
  const answer = await ann.get(`/web/boards/${id}/export-pdf`);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});
