// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import {
  type PageRequest,
  type PageNetwork,
  networkError,
  startPageNetwork,
} from "../testing/pageNetwork.ts";
import { deleteOwnData, fetchOwnData } from "./ownData.ts";
import { upload } from "./upload.ts";

let network: PageNetwork;
beforeAll(startI18n);
beforeEach(() => {
  network = startPageNetwork({ "POST feedback": { data: null } });
});
const form = () => {
  const made = new FormData();
  made.set("message", "hello");
  return made;
};
const send = () => upload("feedback", form(), () => undefined);
const withoutToken = () => {
  document.cookie = "XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
};

describe("a form with files", () => {
  it("is posted as it is, with the marks of every call", async () => {
    await send();
    expect(network.calls()).toEqual(["POST feedback"]);
    const [{ body, headers }] = network.requests as [PageRequest];
    expect((body as FormData).get("message")).toBe("hello");
    expect(headers.get("X-XSRF-TOKEN")).toBe("token");
    expect(headers.get("Accept-Language")).toBe("en");
  });

  it("waits for a CSRF token where there is none", async () => {
    withoutToken();
    await send();
    expect(network.calls()).toEqual(["GET config", "POST feedback"]);
  });

  it("is posted once more after a 419, with a fresh token, and then no more", async () => {
    let refusals = 1;
    network.routes["POST feedback"] = () =>
      (refusals -= 1) >= 0 ? { status: 419, message: "expired" } : { data: null };
    await send();
    expect(network.calls()).toEqual(["POST feedback", "GET config", "POST feedback"]);
    refusals = 2;
    await expect(send()).rejects.toMatchObject({ status: 419 });
    expect(network.calls()).toHaveLength(6);
  });

  it("that is refused says why, and how long to wait", async () => {
    network.routes["POST feedback"] = {
      status: 429,
      message: "Slowly",
      code: "rate_limited",
      headers: { "Retry-After": "7" },
    };
    await expect(send()).rejects.toMatchObject({ status: 429, message: "Slowly", retryAfter: 7 });
    network.routes["POST feedback"] = { status: 422, message: "No", errors: { message: ["Too long"] } };
    const refused = await send().catch((error: unknown) => error);
    expect(refused).toMatchObject({ errors: { message: ["Too long"] }, retryAfter: undefined });
  });

  it("that does not get through is an ApiError with status 0", async () => {
    network.routes["POST feedback"] = networkError;
    await expect(send()).rejects.toMatchObject({ name: "ApiError", status: 0 });
  });

  it.each(["<h1>Sign in to the WiFi</h1>", "", "{}"])(
    "has not arrived when the answer is “%s”",
    async (text) => {
      network.routes["POST feedback"] = { text, status: 200 };
      await expect(send()).rejects.toMatchObject({ name: "ApiError", status: 502, foreign: true });
    },
  );
});

it("a form has not arrived when a proxy answers without a body", async () => {
  globalThis.XMLHttpRequest = class extends EventTarget {
    upload = new EventTarget();
    status = 204;
    responseText = "";
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader = () => null;
    send(): void {
      this.dispatchEvent(new Event("load"));
    }
  } as never;
  await expect(send()).rejects.toMatchObject({ name: "ApiError", status: 502, foreign: true });
});

describe("a user's own data", () => {
  it("comes as a file, by an address that holds the user's id whole", async () => {
    network.routes["GET users/a%2Fb/data"] = { text: '{"id":"a/b"}' };
    expect(await (await fetchOwnData("a/b")).text()).toBe('{"id":"a/b"}');
    expect(network.requests[0]?.headers.get("X-XSRF-TOKEN")).toBe("token");
  });

  it("is not a file when the server refuses or cannot be reached", async () => {
    network.routes["GET users/ann/data"] = { status: 403, message: "Not yours", code: "forbidden" };
    await expect(fetchOwnData("ann")).rejects.toMatchObject({ status: 403, message: "Not yours" });
    network.routes["GET users/ann/data"] = networkError;
    await expect(fetchOwnData("ann")).rejects.toMatchObject({ name: "ApiError", status: 0 });
  });

  it("is not the page that a proxy answers with", async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    network.routes["GET users/ann/data"] = { text: "<h1>Sign in to the WiFi</h1>", headers };
    await expect(fetchOwnData("ann")).rejects.toMatchObject({ status: 502, foreign: true });
  });

  it("is deleted by one call", async () => {
    network.routes["DELETE users/a%2Fb"] = { data: null };
    await deleteOwnData("a/b");
    expect(network.calls()).toEqual(["DELETE users/a%2Fb"]);
  });
});
