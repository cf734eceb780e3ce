import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, type JWTPayload } from "jose";
import { Provider } from "oidc-provider";
import type { User } from "@retro/contract/users";
import { fetchThroughProxy } from "../outgoing/fetch.ts";
import { noProxies, type Proxies } from "../outgoing/proxy.ts";
import type { Browser, TestResponse, Visitor } from "./app.ts";
import type { TestCertificate } from "./certificate.ts";

/** A provider of sign-ins on loopback. Whoever comes is the `person`, without a form. */
export interface TestProvider {
  issuer: string;
  person: { sub: string; name?: string; groups?: string[] };
  /** Changes the claims of the next id_tokens, which the provider's own key signs again. */
  forge: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs the next id_tokens with a key that the provider does not publish. */
  foreignKey: boolean;
  /** How a client proves who it is: what the provider says about it (null: nothing), and the only way it takes. */
  clientAuth: { told: string[] | null; taken: "client_secret_basic" | "client_secret_post" } | null;
  /** The answer of the userinfo endpoint; null: the person. */
  userinfo: { status?: number; type?: string; body: string } | null;
  givesRefreshTokens: boolean;
  /** The time in the header of answers; null: the machine's. */
  date: Date | null;
  /** How often somebody has fetched the keys. */
  keysFetched: number;
  /** The provider sends whoever comes back with this error. */
  error: string | null;
  /** How often the server has asked for tokens. */
  codesTaken: number;
  /** The logout tokens that the provider has sent to the server. */
  logoutTokens: string[];
  /** Signs claims as the provider does. */
  sign: (claims: JWTPayload, header?: { typ?: string; alg?: string }) => Promise<string>;
  /** The environment of a server whose people sign in here. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

export const publicUrl = "http://retro.test";
const client = { client_id: "retro", client_secret: "the secret of the client" };

/** @param tls a name that only a proxy knows, and its certificate */
export async function startProvider(tls?: {
  host: string;
  certificate: TestCertificate;
}): Promise<TestProvider> {
  const { key, file } = tls?.certificate ?? {};
  const server =
    key === undefined || file === undefined
      ? createServer()
      : createTlsServer({ key: readFileSync(key), cert: readFileSync(file) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = tls === undefined ? `http://127.0.0.1:${port}` : `https://${tls.host}:${port}`;
  const keys = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const test: TestProvider = {
    issuer,
    person: { sub: "ann" },
    forge: null,
    foreignKey: false,
    clientAuth: null,
    givesRefreshTokens: false,
    userinfo: null,
    date: null,
    keysFetched: 0,
    error: null,
    codesTaken: 0,
    logoutTokens: [],
    sign: (claims, header) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "one", ...header })
        .sign(test.foreignKey ? foreign.privateKey : keys.privateKey),
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
        backchannel_logout_uri: `${publicUrl}/api/v1/sign-in/back-channel`,
        backchannel_logout_session_required: true,
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["a key of the cookies"] },
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    conformIdTokenClaims: false,
    issueRefreshToken: () => Promise.resolve(test.givesRefreshTokens),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    async fetch(_, { body }: RequestInit = {}) {
      test.logoutTokens.push(String(new URLSearchParams(body as string).get("logout_token")));
      return new Response(null);
    },
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
    if (context.path === "/token") test.codesTaken += 1;
    if (context.path === "/jwks") test.keysFetched += 1;
    if (test.date !== null) context.set("date", test.date.toUTCString());
    if (context.path === "/me" && test.userinfo !== null) {
      const { status = 200, type = "application/json", body } = test.userinfo;
      Object.assign(context, { status, body, type });
      return;
    }
    const { clientAuth } = test;
    const basic = context.get("authorization").startsWith("Basic ");
    if (context.path === "/token" && clientAuth && basic !== (clientAuth.taken === "client_secret_basic")) {
      context.status = 401;
      context.body = { error: "invalid_client" };
      return;
    }
    await next();
    if (context.path === "/.well-known/openid-configuration" && clientAuth) {
      const { token_endpoint_auth_methods_supported: _, ...metadata } = context.body as Record<
        string,
        unknown
      >;
      const { told } = clientAuth;
      context.body = told === null ? metadata : { ...metadata, token_endpoint_auth_methods_supported: told };
    }
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== "/token" || body?.id_token === undefined) return;
    const claims = decodeJwt(body.id_token);
    context.body = {
      ...body,
      id_token: await test.sign(test.forge?.(claims) ?? claims),
    };
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/"))
      void provider.interactionFinished(
        request,
        response,
        test.error === null ? { login: { accountId: test.person.sub } } : { error: test.error },
      );
    else void answer(request, response);
  });
  return test;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** What a browser has of the provider since it was last there. */
const jars = new WeakMap<Browser, Map<string, string>>();

async function ask(
  url: URL,
  jar: Map<string, string>,
  { form, proxies = noProxies }: { form?: Record<string, string>; proxies?: Proxies } = {},
): Promise<Response> {
  const answer = await fetchThroughProxy(proxies, url.href, {
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  return answer;
}

/**
 * Follows a browser from the start to the provider and back.
 * @param proxies of the browser's machine
 * @returns the callback's path with its query
 */
export async function goToProvider(browser: Browser, proxies?: Proxies): Promise<string> {
  const started = await browser.post("/api/v1/sign-in/start");
  let url = new URL(started.json<{ data: { address: string } }>().data.address);
  const jar = new Map<string, string>();
  jars.set(browser, jar);
  while (url.origin !== publicUrl) {
    const answer = await ask(url, jar, proxies && { proxies });
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url);
  }
  return url.pathname + url.search;
}

/** @param keep what a guest who has written answers; null: nothing */
export async function signInAtProvider(browser: Browser, keep: boolean | null = true): Promise<TestResponse> {
  const answer = await browser.get(await goToProvider(browser));
  if (keep !== null && answer.headers.location?.toString().endsWith("sign-in=ask") === true)
    await browser.post("/api/v1/sign-in/pending", { keep });
  return answer;
}

/** Signs in, and asks who that is here. */
export async function becomePerson(browser: Browser): Promise<Visitor> {
  await signInAtProvider(browser);
  const user = (await browser.get("/api/v1/users/auth")).json<{ data: User }>().data;
  return Object.assign(browser, { user });
}

/** Ends the provider's own session of a browser, as its page does after a press. */
export async function signOutAtProvider(browser: Browser, { issuer }: TestProvider): Promise<void> {
  const jar = jars.get(browser) ?? new Map<string, string>();
  const page = await (await ask(new URL("/session/end", issuer), jar)).text();
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  await ask(new URL("/session/end/confirm", issuer), jar, { form: { xsrf, logout: "yes" } });
}
