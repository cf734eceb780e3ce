import { statSync } from "node:fs";
import { join } from "node:path";
import { Http } from "../http.ts";
import type { Effort, Row } from "../row.ts";
import { median, percentile, wait } from "../row.ts";
import { type Seeded, type SeededBoard, seedMillion } from "../seed-million.ts";
import { Server } from "../server.ts";
import { Visitor } from "../visitor.ts";

const admin = { email: "bench@example.com", password: "a password for the bench" };
const sizes = ["small", "large"] as const;
type Size = (typeof sizes)[number];
/** Boards in the database that the large one is compared with. */
const fewBoards = 500;
const pauseMs = 20;

interface Subject {
  server: Server;
  http: Http;
  seeded: Seeded;
  visitor: Visitor;
  root: Visitor;
  /** Rows of each long list, nearly. */
  rows: number;
  startMs: number;
}
type Ask = (subject: Subject, turn: number) => Promise<unknown>;

/** The same calls on a database of 500 boards and on one of a million (`--boards`), by turns. */
export async function million({ quick, boards = quick ? 20_000 : 1_000_000 }: Effort): Promise<Row[]> {
  const asks = quick ? 30 : 100;
  const subjects = {} as Record<Size, Subject>;
  const rows: Row[] = [];
  try {
    for (const size of sizes) subjects[size] = await prepare(size === "small" ? fewBoards : boards, rows);
    for (const [what, ask] of Object.entries(calls())) {
      const times: Record<Size, number[]> = { small: [], large: [] };
      for (let turn = 0; turn < asks + 5; turn += 1)
        for (const size of sizes) {
          const from = performance.now();
          await ask(subjects[size], turn);
          if (turn >= 5) times[size].push(performance.now() - from);
          await wait(pauseMs);
        }
      const row = (share: string, of: (values: readonly number[]) => number): Row => ({
        what: `${what}, ${share}`,
        unit: "ms",
        ours: of(times.large),
        floor: of(times.small),
        aim: "≤ 1.5×",
      });
      rows.push(
        row("p50", median),
        row("p95", (values) => percentile(values, 0.95)),
      );
      console.error(
        `${what}: ${median(times.large).toFixed(1)} ms, small ${median(times.small).toFixed(1)} ms`,
      );
    }
    rows.push({
      what: "start until it serves",
      unit: "ms",
      ours: subjects.large.startMs,
      floor: subjects.small.startMs,
    });
  } finally {
    for (const size of sizes) {
      subjects[size]?.http.close();
      await subjects[size]?.server.stop();
    }
  }
  return rows;
}

async function prepare(boards: number, rows: Row[]): Promise<Subject> {
  const server = await Server.start("ours", { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
  await server.halt();
  const from = performance.now();
  const seeded = seedMillion(server.folder, boards, (text) => console.error(`${boards} boards: ${text}`));
  const bytes = statSync(join(server.folder, "retro.db")).size;
  rows.push({ what: `${boards} boards on the disk`, unit: "MB", ours: bytes / 1e6 });
  console.error(`${boards} boards in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  const started = performance.now();
  await server.run();
  const startMs = performance.now() - started;
  const http = new Http(server.url);
  const visitor = await Visitor.come(http);
  const root = await Visitor.signIn(http, admin.email, admin.password);
  return { server, http, seeded, visitor, root, rows: boards, startMs };
}

/** Each call by name. Boards are drawn evenly from all that were written: most have not been read since. */
function calls(): Record<string, Ask> {
  const list =
    (path: string, query: string): Ask =>
    ({ root }) =>
      root.json("GET", `/api/v1/${path}?per_page=20&${query}`);
  const page =
    (path: string, share: number): Ask =>
    ({ root, rows }) =>
      root.json("GET", `/api/v1/${path}?per_page=20&page=${Math.max(1, Math.ceil((rows / 20) * share))}`);
  const boardOf = ({ seeded }: Subject, turn: number) =>
    seeded.boards[turn % seeded.boards.length] as SeededBoard;
  return {
    "load a board: four calls at once": (subject, turn) => {
      const url = `/api/v1/boards/${boardOf(subject, turn).id}`;
      const paths = [url, `${url}/items`, `${url}/items/votes`, `${url}/users-options`];
      return Promise.all(paths.map((path) => subject.visitor.json("GET", path)));
    },
    "create a sticker": (subject, turn) => {
      const { id, columns } = boardOf(subject, turn);
      const body = { title: `Sticker ${turn}`, parent_id: columns[0] };
      return subject.visitor.json("POST", `/api/v1/boards/${id}/items`, body);
    },
    "vote, with a limit for each section": (subject, turn) => {
      const { id, stickers } = boardOf(subject, turn);
      return subject.visitor.json("POST", `/api/v1/boards/${id}/items/${stickers[2]}/vote`);
    },
    "create a board": ({ visitor }, turn) =>
      visitor.json("POST", "/api/v1/boards", { title: `Board ${turn}` }),
    "my boards": ({ visitor }) => visitor.json("GET", "/api/v1/boards"),
    "a visitor comes in": ({ http }) => Visitor.come(http),
    "all boards, first page": page("boards", 0),
    "all boards, page in the middle": page("boards", 0.5),
    "all boards, last page": page("boards", 1),
    "all boards by title, first page": list("boards", "sort=title"),
    "all boards, search for a rare word": list("boards", "q=needle"),
    "all boards, search for a frequent word": list("boards", "q=the"),
    "activity log, first page": page("logger", 0),
    "activity log, search for a name": list("logger", "q=visitor%20499"),
    "statistics of 30 days": ({ root }) => root.json("GET", "/api/v1/admin/stats"),
  };
}
