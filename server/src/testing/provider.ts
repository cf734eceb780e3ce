import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, type JWTPayload } from "jose";
import { Provider } from "oidc-provider";
import type { Browser, TestResponse } from "./app.ts";

/** A provider of sign-ins on loopback. Whoever comes is the `person`, without a form. */
export interface TestProvider {
  issuer: string;
  person: { sub: string; name?: string; groups?: string[] };
  /** Changes the claims of the next id_tokens, which the provider's own key signs again. */
  forge: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs the next id_tokens with a key that the provider does not publish. */
  foreignKey: boolean;
  /** The environment of a server whose people sign in here. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

export const publicUrl = "http://retro.test";
const client = { client_id: "retro", client_secret: "the secret of the client" };

export async function startProvider(): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const test: TestProvider = {
    issuer,
    person: { sub: "ann" },
    forge: null,
    foreignKey: false,
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: "Example",
      OIDC_SCOPES: "openid profile groups",
    },
    stop: () => close(server),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${publicUrl}/api/v1/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/auth-anonymous?sign-in=out`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["a key of the cookies"] },
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...test.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile groups");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== "/token" || body?.id_token === undefined) return;
    const claims = decodeJwt(body.id_token);
    context.body = {
      ...body,
      id_token: await new SignJWT(test.forge?.(claims) ?? claims)
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .sign(test.foreignKey ? foreign.privateKey : keys.privateKey),
    };
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/"))
      void provider.interactionFinished(request, response, { login: { accountId: test.person.sub } });
    else void answer(request, response);
  });
  return test;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Follows a browser from the start to the provider and back. @returns the callback's path with its query */
export async function goToProvider(browser: Browser): Promise<string> {
  const started = await browser.get("/api/v1/sign-in/start");
  let url = new URL(String(started.headers.location));
  const cookies = new Map<string, string>();
  while (url.origin !== publicUrl) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url);
  }
  return url.pathname + url.search;
}

export async function signInAtProvider(browser: Browser): Promise<TestResponse> {
  return browser.get(await goToProvider(browser));
}
