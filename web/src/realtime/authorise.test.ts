// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { type PageNetwork, networkError, startPageNetwork } from "../testing/pageNetwork.ts";
import { authorise, ChannelRefusedError } from "./authorise.ts";

let network: PageNetwork;
beforeAll(startI18n);
beforeEach(() => {
  network = startPageNetwork();
});
const path = "/broadcasting/auth";
const ask = () => authorise(path, { socket_id: "1.1", channel_name: "private-x" });
const route = `POST ${path}`;

describe("the signature of a channel", () => {
  it("is asked for by a form, with the marks of every call", async () => {
    network.routes[route] = { text: '{"auth":"signed"}' };
    expect(await ask()).toEqual({ auth: "signed" });
    const [asked] = network.requests;
    expect(String(asked?.body)).toBe("socket_id=1.1&channel_name=private-x");
    expect(asked?.headers.get("X-XSRF-TOKEN")).toBe("token");
  });

  it("is asked for once more after a 419, with a fresh token, and then no more", async () => {
    let refusals = 1;
    network.routes[route] = () =>
      (refusals -= 1) >= 0 ? { text: "{}", status: 419 } : { text: '{"auth":"signed"}' };
    expect(await ask()).toEqual({ auth: "signed" });
    expect(network.calls()).toEqual([route, "GET config", route]);
    refusals = 2;
    await expect(ask()).rejects.not.toBeInstanceOf(ChannelRefusedError);
    expect(network.calls()).toHaveLength(6);
  });

  it.each([401, 403, 404, 422])("that is refused with %i is refused for good", async (status) => {
    network.routes[route] = { message: "No.", status };
    await expect(ask()).rejects.toMatchObject({ name: "ChannelRefused" });
  });

  it.each([400, 402, 429, 500, 503])("that fails with %i may be asked for later", async (status) => {
    network.routes[route] = { text: "{}", status };
    const failure: unknown = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ChannelRefusedError);
  });

  it("may be asked for later where the server cannot be reached", async () => {
    network.routes[route] = networkError;
    await expect(ask()).rejects.not.toBeInstanceOf(ChannelRefusedError);
  });

  it("that gets no answer may be asked for again after a time", async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    network.routes[route] = () => new Promise(() => undefined);
    const asked = ask();
    limit.abort(new DOMException("too late", "TimeoutError"));
    await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
