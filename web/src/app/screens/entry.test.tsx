import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { openAddress, stubWorker } from "../../testing/page.tsx";

const refused = (status: number, message = "no") => ({ status, message });

describe("the entry", () => {
  beforeEach(stubWorker);

  it.each([
    ["en", "One moment", /Ready in a few seconds/],
    ["ru", "Одну минуту", /Откроем через несколько секунд/],
  ] as const)("explains itself to a visitor without a session (%s)", async (locale, heading, text) => {
    startPageNetwork({ "GET users/auth": refused(401) });
    await openAddress("/auth-anonymous", { locale });
    expect(await screen.findByRole("heading", { name: heading })).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it("tells a visitor which board it opens, as far as its link alone tells", async () => {
    const board = "a".repeat(22);
    startPageNetwork({
      "GET users/auth": refused(401),
      [`GET boards/${board}/title`]: { data: "Sprint 42" },
    });
    sessionStorage.setItem("retro.return-to", `/boards/${board}`);
    await openAddress("/auth-anonymous");
    expect(await screen.findByRole("heading", { name: "Sprint 42" })).toBeInTheDocument();
  });

  it("sends a visitor with a session back to the remembered address at once", async () => {
    const network = startPageNetwork({
      "GET users/auth": { data: testUser },
      "GET boards/b1*": refused(503),
    });
    sessionStorage.setItem("retro.return-to", "/boards/b1");
    await openAddress("/auth-anonymous");
    await waitFor(() => expect(location.pathname).toBe("/boards/b1"));
    expect(network.calls()).not.toContain("POST users/anonymous");
    expect(sessionStorage.getItem("retro.return-to")).toBeNull();
  });

  it("goes to the index, never to another site, when no address of this site is remembered", async () => {
    startPageNetwork();
    for (const address of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      sessionStorage.setItem("retro.return-to", address);
      const { unmount } = await openAddress("/auth-anonymous");
      await waitFor(() => expect(location.pathname).toBe("/"));
      expect(location.hostname).toBe("localhost");
      unmount();
    }
  });
});
