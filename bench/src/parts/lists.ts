import { HttpClient } from "../http-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median } from "../measurement.ts";
import { seedAdminLists } from "../seed/seed-admin-lists.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const rowsEach = 10_000;
const admin = { email: "bench@example.com", password: "a password for the bench" };
const lists = ["feedback", "boards", "logger", "logger/events", "subscribers", "contacts"];
const pages = {
  "first page": "?page=1&per_page=20",
  "page 400": "?page=400&per_page=20",
  "search, frequent": `?per_page=20&q=${encodeURIComponent("бо")}`,
  "search, nothing found": "?per_page=20&q=zzzzzz",
};

export async function measureAdminLists({ quick }: BenchOptions): Promise<Measurement[]> {
  const requestCount = quick ? 10 : 50;
  const server = await ServerProcess.start("retro", {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const rows: Measurement[] = [];
  try {
    await server.stop();
    seedAdminLists(server.folder, rowsEach);
    await server.startProcess();
    const http = new HttpClient(server.url);
    const visitor = await Visitor.signInAdmin(http, admin.email, admin.password);
    for (const list of lists) {
      for (const [page, query] of Object.entries(pages)) {
        if (list === "logger/events" && page !== "first page") continue;
        const times: number[] = [];
        let most = 0;
        for (let i = 0; i < requestCount + 3; i += 1) {
          const from = performance.now();
          const data = await visitor.callApi<unknown[]>("GET", `/api/v1/${list}${query}`);
          if (i >= 3) times.push(performance.now() - from);
          most = Math.max(most, data.length);
        }
        if (most > 20) throw new Error(`${list} gave ${most} rows where 20 were asked for`);
        rows.push({ label: `${list}, ${page}, p50`, unit: "ms", value: median(times), aim: "≤ 20 ms" });
      }
    }
    http.close();
  } finally {
    await server.stopAndDelete();
  }
  return rows;
}
