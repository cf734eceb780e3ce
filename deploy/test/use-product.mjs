import { expect } from "vitest";
import { Visitor } from "./visitor.mjs";

/**
 * Does once what people do with the product: pages, a board with live updates, every export, a picture and an
 * administrator.
 * @param address of the server, base path included
 */
export async function useProduct(address, admin) {
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
}
