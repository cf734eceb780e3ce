import { statSync } from "node:fs";
import { join } from "node:path";
import { HttpClient } from "../http-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median, percentile, wait } from "../measurement.ts";
import { type SeededDatabase, type SeededBoard, seedLargeDatabase } from "../seed/seed-large-database.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const adminCredentials = { email: "bench@example.com", password: "a password for the bench" };
const sizes = ["small", "large"] as const;
type Size = (typeof sizes)[number];
/** Boards in the database that the large one is compared with. */
const fewBoards = 500;
const pauseMs = 20;

interface MeasuredServer {
  server: ServerProcess;
  http: HttpClient;
  seeded: SeededDatabase;
  visitor: Visitor;
  admin: Visitor;
  /** The approximate number of rows of each long list. */
  rows: number;
  startMs: number;
}
type MeasuredCall = (subject: MeasuredServer, turn: number) => Promise<unknown>;

/** The same calls on a database of 500 boards and on one of a million (`--boards`), by turns. */
export async function measureLargeDatabase({
  quick,
  boards = quick ? 20_000 : 1_000_000,
}: BenchOptions): Promise<Measurement[]> {
  const asks = quick ? 30 : 100;
  const subjects = {} as Record<Size, MeasuredServer>;
  const rows: Measurement[] = [];
  try {
    for (const size of sizes)
      subjects[size] = await prepareServer(size === "small" ? fewBoards : boards, rows);
    for (const [what, ask] of Object.entries(listCalls())) {
      const times: Record<Size, number[]> = { small: [], large: [] };
      for (let turn = 0; turn < asks + 5; turn += 1)
        for (const size of sizes) {
          const from = performance.now();
          await ask(subjects[size], turn);
          if (turn >= 5) times[size].push(performance.now() - from);
          await wait(pauseMs);
        }
      const row = (share: string, of: (values: readonly number[]) => number): Measurement => ({
        label: `${what}, ${share}`,
        unit: "ms",
        value: of(times.large),
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
      label: "start until it serves",
      unit: "ms",
      value: subjects.large.startMs,
      floor: subjects.small.startMs,
    });
  } finally {
    for (const size of sizes) {
      subjects[size]?.http.close();
      await subjects[size]?.server.stopAndDelete();
    }
  }
  return rows;
}

async function prepareServer(boards: number, rows: Measurement[]): Promise<MeasuredServer> {
  const server = await ServerProcess.start("retro", {
    ADMIN_EMAIL: adminCredentials.email,
    ADMIN_PASSWORD: adminCredentials.password,
  });
  await server.stop();
  const from = performance.now();
  const seeded = seedLargeDatabase(server.folder, boards, (text) =>
    console.error(`${boards} boards: ${text}`),
  );
  const bytes = statSync(join(server.folder, "retro.db")).size;
  rows.push({ label: `${boards} boards on the disk`, unit: "MB", value: bytes / 1e6 });
  console.error(`${boards} boards in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  const started = performance.now();
  await server.startProcess();
  const startMs = performance.now() - started;
  const http = new HttpClient(server.url);
  const visitor = await Visitor.createAnonymous(http);
  const root = await Visitor.signInAdmin(http, adminCredentials.email, adminCredentials.password);
  return { server, http, seeded, visitor, admin: root, rows: boards, startMs };
}

/** The calls by name. Boards are drawn evenly from all: most have not been read since they were written. */
function listCalls(): Record<string, MeasuredCall> {
  const list =
    (path: string, query: string): MeasuredCall =>
    ({ admin }) =>
      admin.callApi("GET", `/api/v1/${path}?per_page=20&${query}`);
  const page =
    (path: string, share: number): MeasuredCall =>
    ({ admin, rows }) =>
      admin.callApi("GET", `/api/v1/${path}?per_page=20&page=${Math.max(1, Math.ceil((rows / 20) * share))}`);
  const boardOf = ({ seeded }: MeasuredServer, turn: number) =>
    seeded.boards[turn % seeded.boards.length] as SeededBoard;
  return {
    "load a board: four calls at once": (subject, turn) => {
      const url = `/api/v1/boards/${boardOf(subject, turn).id}`;
      const paths = [url, `${url}/items`, `${url}/items/votes`, `${url}/users-options`];
      return Promise.all(paths.map((path) => subject.visitor.callApi("GET", path)));
    },
    "create a sticker": (subject, turn) => {
      const { id, columns } = boardOf(subject, turn);
      const body = { title: `Sticker ${turn}`, parent_id: columns[0] };
      return subject.visitor.callApi("POST", `/api/v1/boards/${id}/items`, body);
    },
    "vote, with a limit for each section": (subject, turn) => {
      const { id, stickers } = boardOf(subject, turn);
      return subject.visitor.callApi("POST", `/api/v1/boards/${id}/items/${stickers[2]}/vote`);
    },
    "create a board": ({ visitor }, turn) =>
      visitor.callApi("POST", "/api/v1/boards", { title: `Board ${turn}` }),
    "my boards": ({ visitor }) => visitor.callApi("GET", "/api/v1/boards"),
    "a visitor comes in": ({ http }) => Visitor.createAnonymous(http),
    "all boards, first page": page("boards", 0),
    "all boards, page in the middle": page("boards", 0.5),
    "all boards, last page": page("boards", 1),
    "all boards by title, first page": list("boards", "sort=title"),
    "all boards, search for a rare word": list("boards", "q=needle"),
    "all boards, search for a frequent word": list("boards", "q=the"),
    "activity log, first page": page("logger", 0),
    "activity log, search for a name": list("logger", "q=visitor%20499"),
    "statistics of 30 days": ({ admin }) => admin.callApi("GET", "/api/v1/admin/stats"),
  };
}
