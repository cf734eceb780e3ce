// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { networkError, startPageNetwork } from "../../testing/pageNetwork.ts";
import { fetchExport, fileNameOf } from "./exportFile.ts";

it("takes a download's name from filename*, else from filename, else the given one", () => {
  expect(fileNameOf(`attachment; filename="_.pdf"; filename*=UTF-8''%D0%81%D0%BB%D0%BA%D0%B0.pdf`, "x")).toBe(
    "Ёлка.pdf",
  );
  expect(fileNameOf('attachment; filename="Sprint 42.pdf"', "x")).toBe("Sprint 42.pdf");
  expect(fileNameOf(`attachment; filename="a.pdf"; filename*=UTF-8''%`, "x")).toBe("a.pdf");
  expect(fileNameOf(null, "board.pdf")).toBe("board.pdf");
});

describe("a download", () => {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const path = "/web/boards/a%2Fb/export-csv";

  it("asks for the board in the visitor's time zone, and keeps the server's name", async () => {
    const headers = { "content-disposition": 'attachment; filename="Sprint 42.csv"' };
    const network = startPageNetwork({ "GET *": { text: "section,column", headers } });
    const { blob, name } = await fetchExport("a/b", "csv");
    expect([await blob.text(), name]).toEqual(["section,column", "Sprint 42.csv"]);
    expect(network.requests.map((asked) => asked.path)).toEqual([
      expect.stringMatching(new RegExp(`${path}\\?tz=${zone}$`)),
    ]);
    expect(network.requests[0]?.headers.get("X-XSRF-TOKEN")).toBe("token");
  });

  it.each(["Etc/Unknown", undefined])(
    "has times in UTC where the browser gives %s as its zone",
    async (timeZone) => {
      const options = Intl.DateTimeFormat().resolvedOptions();
      const known = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
      known.mockReturnValue({ ...options, timeZone: timeZone as string });
      const network = startPageNetwork({ "GET *": { text: "x" } });
      await fetchExport("b", "csv");
      known.mockRestore();
      expect(network.requests[0]?.path).toMatch(/\?tz=UTC$/);
    },
  );

  it("is named after its format when the server gives no name", async () => {
    startPageNetwork({ "GET *": { text: "x" } });
    expect((await fetchExport("b", "markdown")).name).toBe("board.markdown");
  });

  it("fails with the server's words, or as unreachable", async () => {
    const network = startPageNetwork({
      "GET *": { status: 429, message: "Too many", code: "rate_limited", headers: { "Retry-After": "7" } },
    });
    await expect(fetchExport("b", "pdf")).rejects.toMatchObject({
      name: "ApiError",
      status: 429,
      message: "Too many",
      retryAfter: 7,
    });
    network.routes["GET *"] = networkError;
    await expect(fetchExport("b", "pdf")).rejects.toMatchObject({ name: "ApiError", status: 0 });
  });

  it("is not the page that a proxy answers with", async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    startPageNetwork({ "GET *": { text: "<h1>Sign in to the WiFi</h1>", headers } });
    await expect(fetchExport("b", "pdf")).rejects.toMatchObject({ status: 502, foreign: true });
  });
});
