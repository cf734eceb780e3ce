import { attachPages } from "./attach-pages.ts";
import { signInAnonymously, type Person, test as base } from "./fixtures.ts";
import { type NetworkProxy, startProxy } from "./proxy.ts";

/** Two people: Ann behind a proxy that disturbs her network, Ben connected directly. */
export const test = base.extend<{ network: NetworkProxy; ann: Person; ben: Person }>({
  network: async ({ server }, provide) => {
    const proxy = await startProxy(server.url);
    await provide(proxy);
    await proxy.close();
  },
  ann: async ({ browser, network, contextOptions }, provide, testInfo) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: network.url });
    await provide(await signInAnonymously(context, { name: "Ann" }));
    await attachPages(browser, testInfo);
    await context.close();
  },
  ben: async ({ createPerson }, provide) => provide(await createPerson({ name: "Ben" })),
});
