import { clientConfig } from "@retro/contract/events";
import type { ClientConfig } from "@retro/contract/events";
import { locales } from "@retro/contract/messages/catalogue";
import type { Deps, Feature } from "../deps.ts";
import { dataOf } from "./openapi.ts";
import { anyone, route } from "./route.ts";

export function clientConfigOf({ transport, settings }: Pick<Deps, "transport" | "settings">): ClientConfig {
  return {
    realtime: transport.clientSettings(),
    captcha: { sitekey: settings.captchaSitekey, endpoints: [`${settings.basePath}/api/v1/captcha/puzzle`] },
    locales: [...locales],
    version: settings.version,
    ...(settings.oidc && {
      signIn: {
        name: settings.oidc.name,
        // Whoever must sign in anyway needs no button.
        auto: settings.guests === "off",
        guests: settings.guests,
        ends: true,
        ...(settings.oidc.adminGroup !== null && { admins: true }),
      },
    }),
    ...(settings.webhooks === null && { webhooks: false }),
    ...(settings.authHeader && { signIn: { name: "SSO", auto: true, guests: settings.guests } }),
  };
}

export const config: Feature = (app, deps) => {
  route(app, "get", "/config", {
    access: anyone,
    tags: ["config"],
    summary: "What a client needs to connect",
    answer: { 200: dataOf(clientConfig) },
    handler: async () => ({ data: clientConfigOf(deps) }),
  });
};
