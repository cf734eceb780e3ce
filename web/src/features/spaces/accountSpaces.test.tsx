import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { openAddress } from "../../testing/page.tsx";
import { networkConfig, startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { knownSpaces } from "./knownSpaces.ts";

const [red, blue] = ["R", "B"].map((letter) => letter.repeat(21) + "A") as [string, string];
const signedIn = {
  "GET config": { data: { ...networkConfig, signIn: { name: "Example", auto: false, guests: "on" } } },
  "GET users/auth": { data: { ...testUser, role: "member" } },
  "GET boards": { data: [] },
};
const names = () => knownSpaces.get().map(({ name }) => name);

beforeEach(() => knownSpaces.set([{ key: red, name: "Red" }]));

describe("the spaces of a signed-in person [I8]", () => {
  it("come from their other devices, and those of this one are kept for them", async () => {
    const network = startPageNetwork({
      ...signedIn,
      "GET sign-in/spaces": { data: [{ key: blue, name: "Blue" }] },
      "POST sign-in/spaces": { data: null },
    });
    await openAddress("/");
    await waitFor(() => expect(names()).toEqual(["Red", "Blue"]));
    await waitFor(() => expect(network.lastBody("POST sign-in/spaces")).toEqual({ key: red }));
    await waitFor(() => expect(knownSpaces.get().map(({ account }) => account)).toEqual([true, true]));
  });

  it("are forgotten by this device at the sign-out, but not one that the server does not have", async () => {
    knownSpaces.set([
      { key: red, name: "Red" },
      { key: blue, name: "Blue", account: true },
    ]);
    const network = startPageNetwork({
      ...signedIn,
      "POST sign-in/out": () => {
        network.routes["GET users/auth"] = { status: 401, message: "no" };
        return { data: { address: null } };
      },
    });
    await openAddress("/sign-out");
    expect(await screen.findByText("You are signed out")).toBeInTheDocument();
    expect(names()).toEqual(["Red"]);
  });

  it("of a guest stay in the browser", async () => {
    const network = startPageNetwork({ ...signedIn, "GET users/auth": { data: testUser } });
    await openAddress("/");
    await waitFor(() => expect(network.calls().some((call) => call.startsWith("GET boards"))).toBe(true));
    expect(network.calls().filter((call) => call.includes("sign-in"))).toEqual([]);
  });
});
