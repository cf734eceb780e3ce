import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { TreeItem } from "@retro/contract/items";
import { makeSignInLink } from "../../features/admin/sign-in-link.ts";
import { unsubscribeToken } from "../../features/outreach/commands.ts";
import { adminEmail, adminPassword, signInAdmin } from "../admin.ts";
import type { TestResponse, Browser, TestApp, Visitor } from "../app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../boards.ts";
import { listenOn, type Listener } from "../nodes/listener.ts";
import { serverHook, spaceHook } from "../webhooks.ts";
import { ownToken, spaceToken } from "../tokens.ts";
import { openRequestSpace, requestSpaceTemplate } from "./request-space.ts";
import type { Actor, Request } from "./requests.ts";

const sessionCookie = "retro_session";
/** The end of a path that needs a board of a space in the bin. */
const restoreToSpace = "/{boardId}/restore";
const boardFile = JSON.stringify({
  format: "retro-board",
  version: 1,
  board: { title: "From a file" },
  sections: [{ title: "Good", columns: [[{ text: "Tea", votes: 2 }], [], []] }],
});

/** A server with a board, and all users who send requests. */
export class RequestFixture {
  readonly #test: TestApp;
  #admin: Visitor;
  #attachment = "";
  #spaceKey = "none";
  #visitor!: Visitor;
  #facilitator!: Visitor;
  #anonymous!: Browser;
  #board!: TestBoard;
  #sockets = new Map<Visitor, Listener>();

  private constructor(test: TestApp, admin: Visitor) {
    this.#test = test;
    this.#admin = admin;
  }

  /**
   * @param test an app that listens and whose clock is set by the test: every request moves it on, so that no
   *   limit is reached
   */
  static async begin(test: TestApp): Promise<RequestFixture> {
    const world = new RequestFixture(test, await signInAdmin(test));
    await world.renew();
    await world.#leaveFeedback();
    return world;
  }

  /** Another board with other users. */
  async renew(): Promise<void> {
    this.close();
    await this.#adminSessions();
    this.#anonymous = this.#test.browser();
    this.#visitor = await this.#test.visitor();
    this.#facilitator = await this.#test.visitor();
    this.#board = await makeBoard(this.#facilitator);
    await this.#visitor.get(this.#board.url);
    await this.#facilitator.post(`${this.#board.url}/facilitators`);
    await addSticker(this.#visitor, this.#board, "written by the visitor");
  }

  close(): void {
    for (const { raw } of this.#sockets.values()) raw.socket.terminate();
    this.#sockets.clear();
  }

  /** Fills in the placeholders and sends the request. */
  async send(request: Request): Promise<{ answer: TestResponse; url: string; params: string[] }> {
    this.#test.time.now += 5000;
    await this.#comeBack();
    // An earlier request left the board in the bin. Later it would be replaced together with the facilitator,
    // who sends the request.
    if (
      request.path.endsWith(restoreToSpace) &&
      (await this.#facilitator.get(this.#board.url)).statusCode !== 200
    )
      await this.renew();
    const browser = this.#browserOf(request.by);
    const fill = (text: string) => this.#fill(text, request);
    const params: string[] = [];
    for (const param of request.params) params.push(await fill(param));
    let at = 0;
    const path = request.path.replaceAll(/\{\w+\}/g, () =>
      encodeURIComponent((params[at++] ?? "").toWellFormed()),
    );
    const query = new URLSearchParams();
    for (const [name, value] of request.query) query.append(name, await fill(value));
    const url = query.size === 0 ? path : `${path}?${query.toString()}`;
    if (!browser.cookies.has("XSRF-TOKEN")) await browser.get("/api/v1/config");
    const method = request.as ?? request.method;
    const answer = await browser.send({
      method: method.toUpperCase(),
      url,
      headers: {
        ...(method === "get" ? {} : { "x-xsrf-token": browser.cookies.get("XSRF-TOKEN") ?? "" }),
        ...(request.type === null ? {} : { "content-type": request.type }),
        ...request.headers,
      },
      ...(request.body === null ? {} : { payload: await fill(request.body) }),
    });
    return { answer, url, params };
  }

  #browserOf(actor: Actor): Browser {
    if (actor === "anonymous") return this.#anonymous;
    return actor === "admin" ? this.#admin : actor === "visitor" ? this.#visitor : this.#facilitator;
  }

  /** Restores users who signed out, ended a session or erased themselves. */
  async #comeBack(): Promise<void> {
    if (!this.#admin.cookies.has(sessionCookie)) await this.#signInAgain();
    const lost = [this.#visitor, this.#facilitator].some((each) => !each.cookies.has(sessionCookie));
    if (lost) await this.renew();
    // A browser that entered now has a session: replace it.
    if (this.#anonymous.cookies.has(sessionCookie)) this.#anonymous = this.#test.browser();
  }

  /** Signs in with a link, and sets the password that the placeholder names. */
  async #signInAgain(): Promise<void> {
    const browser = this.#test.browser();
    const token = await this.#linkToken();
    await browser.post("/api/v1/users/sign-in-link", { token, password: adminPassword });
    this.#admin = Object.assign(browser, { user: this.#admin.user });
  }

  async #fill(text: string, request: Request): Promise<string> {
    let filled = text;
    for (const word of new Set(text.match(/\$[a-z]+/g)))
      filled = filled.replaceAll(word, (await this.#valueOf(word, request)).replaceAll("$", "$$$$"));
    return filled;
  }

  async #valueOf(word: string, request: Request): Promise<string> {
    const me =
      request.by === "visitor" ? this.#visitor : request.by === "admin" ? this.#admin : this.#facilitator;
    switch (word) {
      case "$id":
        if (request.path.includes("/users/")) return me.user.id;
        if (request.path.includes("/webhooks/")) return this.#hookId(request.path);
        if (request.path.includes("/tokens/")) return this.#tokenId(me, request.path);
        if (request.path.endsWith("/boards/{id}/restore")) await this.#facilitator.delete(this.#board.url);
        if (request.path.includes("/spaces/")) return this.#spaceTemplateId();
        if (request.path.endsWith("/meeting") && request.method === "put") await this.#startMeeting();
        if (request.path.endsWith("/review")) await this.#showReview();
        return request.path.includes("/sessions/") ? this.#sessionId() : this.#board.id;
      case "$board":
        if (request.path.endsWith(restoreToSpace)) await this.#facilitator.delete(this.#board.url);
        return this.#board.id;
      case "$me":
        return me.user.id;
      case "$other":
        return this.#visitor.user.id;
      case "$column":
      case "$section":
      case "$sticker":
        return this.#itemId(word.slice(1) as TreeItem["kind"]);
      case "$key":
        return this.#openSpaceKey();
      case "$action":
        return this.#actionId();
      case "$shared":
        return this.#spaceTemplateId();
      case "$new":
      case "$gone":
        return randomUUID();
      case "$solution":
        return this.#test.solution();
      case "$email":
        return adminEmail;
      case "$password":
        return adminPassword;
      case "$link":
        return this.#linkToken();
      case "$unsubscribe":
        return this.#unsubscribeToken();
      case "$template":
      case "$picture":
        return this.#templateField(word === "$template" ? "title" : "img");
      case "$attachment":
        return this.#attachment;
      case "$sitekey":
        return this.#test.deps.settings.captchaSitekey;
      case "$session":
        return this.#sessionId();
      case "$file":
        return boardFile;
      case "$socket":
        return this.#socketId(me);
      default:
        return word;
    }
  }

  async #itemId(kind: TreeItem["kind"]): Promise<string> {
    // The session may have ended on the server: setting a password through a link ends the other sessions.
    if ((await this.#facilitator.get(this.#board.url)).statusCode !== 200) await this.renew();
    const found = flattenTree(await treeOf(this.#facilitator, this.#board.url)).filter(
      (item) => item.kind === kind,
    );
    const [first] = found;
    if (first) return first.id;
    return this.#orOnAnotherBoard(async () => {
      const column = await this.#itemId("column");
      return (await addSticker(this.#facilitator, this.#board, "one more", column)).id;
    });
  }

  /** An earlier request may have locked the board, or given its seat to somebody else. */
  async #orOnAnotherBoard(make: () => Promise<string>): Promise<string> {
    try {
      return await make();
    } catch {
      await this.renew();
      return make();
    }
  }

  /** Its first step sets no option. */
  async #startMeeting(): Promise<void> {
    const steps = [
      { id: "talk", kind: "custom", name: "Talk", minutes: null },
      { id: "vote", kind: "vote", minutes: 3 },
    ];
    await this.#facilitator.post(`${this.#board.url}/meeting`, { steps });
  }

  /** Of a space that holds the board. */
  async #showReview(): Promise<void> {
    const key = await this.#openSpaceKey();
    const meeting = `${this.#board.url}/meeting`;
    await this.#facilitator.delete(meeting);
    await this.#facilitator.post(meeting, { steps: [{ id: "review", kind: "review", minutes: null }] });
    await this.#facilitator.put(meeting, { review: true }, { "x-space-key": key });
  }

  async #actionId(): Promise<string> {
    const path = `${this.#board.url}/actions`;
    if ((await this.#facilitator.get(path)).statusCode !== 200) await this.renew();
    const url = `${this.#board.url}/actions`;
    const listed = (await this.#facilitator.get(url)).json<{ data: { id: string }[] }>().data;
    if (listed[0]) return listed[0].id;
    return this.#orOnAnotherBoard(async () => {
      const own = `${this.#board.url}/actions`;
      const added = await this.#facilitator.post(own, { text: "Write it down" });
      return added.json<{ data: { id: string } }>().data.id;
    });
  }

  /** The key of a space that holds the board. */
  async #openSpaceKey(): Promise<string> {
    if ((await this.#facilitator.get(this.#board.url)).statusCode !== 200) await this.renew();
    this.#spaceKey = await openRequestSpace(this.#facilitator, this.#board.id, this.#spaceKey);
    return this.#spaceKey;
  }

  async #hookId(path: string): Promise<string> {
    if (!path.includes("/spaces/")) {
      // There may be ten, and each call needs a new one.
      await this.#test.deps.database.db.deleteFrom("webhooks").where("space_id", "is", null).execute();
      return serverHook(this.#test);
    }
    return spaceHook(this.#facilitator, await this.#openSpaceKey());
  }

  async #tokenId(me: Visitor, path: string): Promise<string> {
    if (!path.includes("/spaces/")) return (await ownToken(this.#test, me)).id;
    return (await spaceToken(this.#test, me, await this.#openSpaceKey())).id;
  }

  async #spaceTemplateId(): Promise<string> {
    return requestSpaceTemplate(this.#facilitator, this.#board.id, await this.#openSpaceKey());
  }

  async #linkToken(): Promise<string> {
    return (await makeSignInLink(this.#test.deps, adminEmail)).split("#", 2)[1] ?? "";
  }

  async #unsubscribeToken(): Promise<string> {
    const { db } = this.#test.deps.database;
    const find = () => db.selectFrom("subscribers").select("id").limit(1).executeTakeFirst();
    if (!(await find()))
      await this.#visitor.post("/api/v1/subscribers", {
        email: "reader@example.com",
        solution: await this.#test.solution(),
      });
    return unsubscribeToken(this.#test.deps, (await find())?.id ?? "");
  }

  async #templateField(field: "title" | "img"): Promise<string> {
    const answer = await this.#visitor.get("/api/v1/board-templates");
    return answer.json<{ data: { title: string; img: string }[] }>().data[0]?.[field] ?? "";
  }

  async #sessionId(): Promise<string> {
    return (await this.#adminSessions())[0]?.id ?? "";
  }

  async #adminSessions(): Promise<{ id: string }[]> {
    const path = "/api/v1/admin/sessions";
    // The session may have ended while the browser keeps its cookie.
    if ((await this.#admin.get(path)).statusCode !== 200) await this.#signInAgain();
    return (await this.#admin.get(path)).json<{ data: { id: string }[] }>().data;
  }

  async #socketId(visitor: Visitor): Promise<string> {
    const known = this.#sockets.get(visitor) ?? (await listenOn(this.#test, visitor, this.#board.id, []));
    this.#sockets.set(visitor, known);
    return known.raw.socketId;
  }

  async #leaveFeedback(): Promise<void> {
    const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#5e35b1" } })
      .png()
      .toBuffer();
    const boundary = "----feedback";
    const head = (text: string) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${text}\r\n\r\n`);
    const field = (name: string, value: string) =>
      Buffer.concat([head(`name="${name}"`), Buffer.from(`${value}\r\n`)]);
    const body = Buffer.concat([
      field("name", "Ann"),
      field("comment", "Good"),
      field("agree", "true"),
      head('name="attachments[]"; filename="a.png"\r\nContent-Type: image/png'),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    await this.#visitor.post("/api/v1/feedback", body, {
      "content-type": `multipart/form-data; boundary=${boundary}`,
    });
    const listed = await this.#admin.get("/api/v1/feedback");
    this.#attachment = listed.json<{ data: { attachments: string[] }[] }>().data[0]?.attachments[0] ?? "";
  }
}
