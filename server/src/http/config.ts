import { clientConfig } from "@retro/contract/events";
import type { ClientConfig } from "@retro/contract/events";
import { locales } from "@retro/contract/messages/catalogue";
import type { Deps, Feature } from "../deps.ts";
import { responses, dataOf } from "./openapi.ts";

/** What a client needs to connect: `GET config`, and the same value in the page. */
export function clientConfigOf({ transport, settings }: Pick<Deps, "transport" | "settings">): ClientConfig {
  return {
    realtime: transport.clientSettings(),
    captcha: { sitekey: settings.captchaSitekey, endpoints: [`${settings.basePath}/api/v1/captcha/puzzle`] },
    locales: [...locales],
    version: settings.version,
  };
}

export const config: Feature = (app, deps) => {
  app.get(
    "/config",
    {
      schema: {
        tags: ["config"],
        summary: "What a client needs to connect",
        response: responses({ 200: dataOf(clientConfig) }),
      },
    },
    async () => ({ data: clientConfigOf(deps) }),
  );
};
