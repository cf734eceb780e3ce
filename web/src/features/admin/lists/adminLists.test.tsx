import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startPageNetwork, testUser, type PageRequest, type Route } from "../../../testing/pageNetwork.ts";
import { button, openAddress } from "../../../testing/page.tsx";

const admin = { ...testUser, id: "root", role: "admin" as const };
const total = 70;

/** A paged list of 70 boards, as the server sends it. */
function page({ path }: PageRequest) {
  const asked = new URLSearchParams(path.split("?")[1]);
  const [number, size] = [Number(asked.get("page")), Number(asked.get("per_page"))];
  const from = (number - 1) * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => ({
    id: `b${from + i}`,
    title: `Board ${from + i}`,
    section_count: 3,
    sticker_count: from + i,
  }));
  return { data, meta: { total, page: number, per_page: size } };
}

async function list(query = "", boards: Route = page) {
  const network = startPageNetwork({ "GET users/auth": { data: admin }, "GET boards": boards });
  const { user } = await openAddress(`/admin/boards${query}`);
  const asked = () =>
    network.requests
      .filter(({ path }) => path.startsWith("boards?"))
      .map(({ path }) => path.slice("boards?".length));
  return { network, user, asked };
}

describe("an administrators' list", () => {
  it("asks for one page, and for the next one on request", async () => {
    const { user, asked } = await list();
    expect(await screen.findByText("Board 19")).toBeInTheDocument();
    await user.click(button("Next page"));
    expect(await screen.findByText("Board 39")).toBeInTheDocument();
    expect(asked()).toEqual(["page=1&per_page=20", "page=2&per_page=20"]);
    expect(window.location.search).toBe("?page=2");
  });

  it("starts at the first page after another sort order or search", async () => {
    const { user, asked } = await list("?page=3");
    expect(await screen.findByText("Board 59")).toBeInTheDocument();
    await user.click(button("Name"));
    await waitFor(() => expect(asked().at(-1)).toBe("page=1&per_page=20&sort=title"));
    await screen.findByText("Board 0");
    await user.click(button("Last page"));
    await waitFor(() => expect(asked().at(-1)).toBe("page=4&per_page=20&sort=title"));
    await user.click(screen.getByRole("searchbox"));
    await user.paste("  sprint ");
    await waitFor(() => expect(asked().at(-1)).toBe("page=1&per_page=20&sort=title&q=sprint"));
    expect(window.location.search).toBe("?sort=title&q=sprint");
  });

  it("goes to its last page from a page that it does not have, without a step in the history", async () => {
    const { asked } = await list("?page=999");
    const steps = window.history.length;
    expect(await screen.findByText("Board 69")).toBeInTheDocument();
    expect(asked().at(-1)).toBe("page=4&per_page=20");
    expect(window.history).toHaveLength(steps);
  });

  it.each([
    ["?sort=nothing", "page=1&per_page=20"],
    ["?page=0", "page=1&per_page=20"],
    ["?page=-3", "page=1&per_page=20"],
    ["?page=two", "page=1&per_page=20"],
    ["?page=2.5", "page=2&per_page=20"],
    ["?per_page=50", "page=1&per_page=50"],
    ["?per_page=7", "page=1&per_page=20"],
    ["?q=a%26b&sort=-title", "page=1&per_page=20&sort=-title&q=a%26b"],
  ])("reads the address %s", async (query, expected) => {
    const { asked } = await list(query);
    await waitFor(() => expect(asked()[0]).toBe(expected));
  });

  it("goes back to the first page from the second when what is left fits on one", async () => {
    const { asked } = await list("?page=2", (request) => {
      const { data, meta } = page(request);
      return { data: meta.page === 1 ? data.slice(0, 15) : [], meta: { ...meta, total: 15 } };
    });
    expect(await screen.findByText("Board 14")).toBeInTheDocument();
    expect(asked()).toEqual(["page=2&per_page=20", "page=1&per_page=20"]);
  });

  it("leaves to the sign-in when the server no longer knows an administrator", async () => {
    const gone = { status: 404, message: "Not found", code: "not_found" };
    const { network } = await list("", gone);
    await waitFor(() =>
      expect(network.calls().filter((call) => call === "GET users/auth").length).toBeGreaterThan(1),
    );
  });

  it("says that it could not be read, and tries again on request", async () => {
    const { user, network } = await list("", { status: 400, message: "Out of order", code: "malformed" });
    expect(await screen.findByText("Out of order")).toBeInTheDocument();
    network.routes["GET boards"] = page;
    await user.click(button("Try again"));
    expect(await screen.findByText("Board 0")).toBeInTheDocument();
  });
});
