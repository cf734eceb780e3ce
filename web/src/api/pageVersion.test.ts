// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { type PageNetwork, startPageNetwork } from "../testing/pageNetwork.ts";
import { pageIsCurrent } from "./pageVersion.ts";

const page = (script: string, root = '<div id="root"></div>') =>
  `<!doctype html><html><head><script type="module" src="${script}"></script><script src="/x.js"></script></head><body>${root}</body></html>`;
let network: PageNetwork;
beforeEach(() => {
  network = startPageNetwork();
  document.head.innerHTML = '<script type="module" src="/assets/retro-1.js"></script>';
});
const served = (text: string, status = 200) => {
  network.routes["GET /"] = { text, status };
};

it("the page is current as long as the server serves the same scripts", async () => {
  served(page("/assets/retro-1.js"));
  expect(await pageIsCurrent()).toBe(true);
  served(page("/assets/retro-2.js"));
  expect(await pageIsCurrent()).toBe(false);
});

it("each of several scripts counts", async () => {
  document.head.innerHTML += '<script type="module" src="/assets/other-1.js"></script>';
  served(page("/assets/retro-1.js"));
  expect(await pageIsCurrent()).toBe(false);
  served(page('/assets/retro-1.js"></script><script type="module" src="/assets/other-1.js'));
  expect(await pageIsCurrent()).toBe(true);
});

it("an answer that is not the app's page says nothing", async () => {
  for (const [text, status] of [
    [page("/assets/retro-1.js"), 503],
    [page("/assets/retro-1.js", ""), 200],
    ['<html><body><div id="root"></div></body></html>', 200],
  ] as const) {
    served(text, status);
    await expect(pageIsCurrent()).rejects.toThrow("could not be read");
  }
});

it("below a path of the host asks for the page there: at the root is somebody else's", async () => {
  document.documentElement.dataset["base"] = "/retro";
  vi.resetModules();
  const { pageIsCurrent: pageBelowIsCurrent } = await import("./pageVersion.ts");
  delete document.documentElement.dataset["base"];
  served("<html><body>the page of another product</body></html>");
  network.routes["GET /retro/"] = { text: page("/assets/retro-1.js") };
  expect(await pageBelowIsCurrent()).toBe(true);
});
