import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { openAddress } from "../../testing/page.tsx";
import { networkConfig, startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { storeUser } from "../../api/storedUser.ts";
import { keepNextKey, knownSpaces, nextKeyOf, type StoredSpace } from "./knownSpaces.ts";

const [red, blue, green] = ["R", "B", "G"].map((letter) => letter.repeat(21) + "A") as [
  string,
  string,
  string,
];
const signedIn = {
  "GET config": { data: { ...networkConfig, signIn: { name: "Example", auto: false, guests: "on" } } },
  "GET users/auth": { data: { ...testUser, role: "member" } },
  "GET boards": { data: [] },
};
const names = () => knownSpaces.get().map(({ name }) => name);

const know = (spaces: readonly StoredSpace[]) => {
  localStorage.setItem("retro.spaces", JSON.stringify(spaces));
  knownSpaces.set(spaces);
};
beforeEach(() => know([{ key: red, name: "Red" }]));

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

  it("replace what the server kept before: a link that another device has replaced goes, one that it only could not read is kept again", async () => {
    storeUser({ ...testUser, role: "member" });
    know([
      { key: red, name: "Red", account: true },
      { key: blue, name: "Blue", account: true },
    ]);
    const network = startPageNetwork({
      ...signedIn,
      "GET sign-in/spaces": { data: [{ key: green, name: "Red" }] },
      "POST sign-in/spaces": () =>
        (network.lastBody("POST sign-in/spaces") as { key: string }).key === red
          ? { status: 404, message: "no" }
          : { data: null },
    });
    await openAddress("/");
    await waitFor(() => expect(knownSpaces.get().map(({ key }) => key)).toEqual([blue, green]));
    await waitFor(() => expect(knownSpaces.get().map(({ account }) => account)).toEqual([true, true]));
  });

  it("stay while their link is being replaced, also when the server was asked about the old one before [G2]", async () => {
    know([
      { key: red, name: "Red" },
      { key: blue, name: "Gone" },
    ]);
    startPageNetwork({
      ...signedIn,
      "GET sign-in/spaces": { data: [] },
      "POST sign-in/spaces"() {
        if (nextKeyOf(red) === undefined) keepNextKey(red, green);
        return { status: 404, message: "no" };
      },
    });
    await openAddress("/");
    await waitFor(() => expect(names()).not.toContain("Gone"));
    expect(knownSpaces.get()).toMatchObject([{ key: red, next: green }]);
  });

  it("of a guest stay in the browser", async () => {
    const network = startPageNetwork({ ...signedIn, "GET users/auth": { data: testUser } });
    await openAddress("/");
    await waitFor(() => expect(network.calls().some((call) => call.startsWith("GET boards"))).toBe(true));
    expect(network.calls().filter((call) => call.includes("sign-in"))).toEqual([]);
  });
});

describe("when a session ends, the person's spaces [I8]", () => {
  const ofAnn = [
    { key: red, name: "Red" },
    { key: blue, name: "Blue", account: true, person: testUser.id },
    { key: green, name: "Not yet kept", person: testUser.id },
  ];
  const comesBack = async () => {
    storeUser({ ...testUser, role: "member" });
    window.dispatchEvent(new StorageEvent("storage", { key: "user" }));
    return names();
  };
  beforeEach(() => {
    storeUser({ ...testUser, role: "member" });
    know(ofAnn);
  });

  it("are forgotten by this device at the sign-out; one that the server does not have waits for its person", async () => {
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
    expect(await comesBack()).toEqual(["Red", "Not yet kept"]);
  });

  it("are shown to nobody when the session ends by itself or at the provider, and are there when the person comes back", async () => {
    startPageNetwork({ ...signedIn, "GET users/auth": { status: 401, message: "no" } });
    await openAddress("/");
    await waitFor(() => expect(names()).toEqual(["Red"]));
    expect(await comesBack()).toContain("Blue");
  });

  it("are not the next person's who signs in at the same browser, not even those that were not yet kept", async () => {
    const network = startPageNetwork({
      ...signedIn,
      "GET users/auth": { data: { ...testUser, id: "mallory", role: "member" } },
      "GET sign-in/spaces": { data: [] },
      "POST sign-in/spaces": { data: null },
    });
    await openAddress("/");
    await waitFor(() => expect(network.lastBody("POST sign-in/spaces")).toEqual({ key: red }));
    await waitFor(() => expect(knownSpaces.get()[0]).toMatchObject({ person: "mallory", account: true }));
    expect(names()).toEqual(["Red"]);
    expect(localStorage.getItem("retro.spaces")).not.toContain(blue);
    expect(await comesBack()).toEqual(["Not yet kept"]);
  });

  it("are not on an open page once another tab has signed somebody else in", () => {
    storeUser({ ...testUser, id: "mallory", role: "member" });
    window.dispatchEvent(new StorageEvent("storage", { key: "user" }));
    expect(names()).toEqual(["Red"]);
  });
});
