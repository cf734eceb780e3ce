import { createRemoteJWKSet, jwtVerify } from "jose";
import * as client from "openid-client";
import type { Deps } from "../../deps.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { sha256 } from "../../http/session/secrets.ts";
import type { Settings } from "../../settings.ts";
import type { Start } from "./start.ts";

export type OidcSettings = NonNullable<Settings["oidc"]>;

/** What the provider says about a person [I3]. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  name: string | null;
  groups: readonly string[];
  sid: string | null;
  idToken: string;
}

/** What has ended at the provider: one session, or (`sid` null) all of the person [I6]. */
export interface ProviderLogout {
  issuer: string;
  subject: string | null;
  sid: string | null;
  /** Names the message, so that it counts once. */
  id: string;
  expiresAt: number;
}

/** Why signing in did not succeed; the page has a text for each. */
export type SignInProblem = "unavailable" | "refused" | "failed";
export class SignInError extends Error {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, reason: string) {
    super(reason);
    this.name = "SignInError";
    this.problem = problem;
  }
}

export const callbackPath = "/api/v1/sign-in/callback";
const signedOutPath = "/auth-anonymous?sign-in=out";
const discoveryLifeMs = 3_600_000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const logoutLifeSeconds = 120;
const timeoutSeconds = 10;
const clockToleranceSeconds = 30;

interface Found {
  at: number;
  config: client.Configuration;
  /** The keys with which the provider signs; fetched when one is needed. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** The provider is first asked when somebody signs in: the server starts without it. */
export class Provider {
  readonly #settings: Settings;
  readonly #oidc: OidcSettings;
  #found: Found | null = null;
  /** Whoever asks while an answer is awaited waits for the same one. */
  #asked: Promise<Found> | null = null;

  constructor({ settings }: Pick<Deps, "settings">, oidc: OidcSettings) {
    this.#settings = settings;
    this.#oidc = oidc;
  }

  /**
   * Asks the provider each time: a browser that is sent to one that is away does not come back.
   * @throws SignInError `unavailable`
   */
  async authorizationUrl({ state, nonce, codeVerifier }: Start): Promise<URL> {
    const { config } = await this.#ask();
    return client.buildAuthorizationUrl(config, {
      redirect_uri: publicAddress(this.#settings, callbackPath),
      scope: this.#oidc.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });
  }

  /**
   * @param query what the provider has added to the callback's address
   * @throws SignInError
   */
  async person(query: string, { state, nonce, codeVerifier }: Start): Promise<ProvidedPerson> {
    const { config } = await this.#find();
    const address = new URL(publicAddress(this.#settings, `${callbackPath}?${query}`));
    return translateErrors(async () => {
      const tokens = await client.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined)
        throw new SignInError("failed", "the provider sent no id_token");
      const { nameClaim, groupsClaim, adminGroup } = this.#oidc;
      const complete = nameClaim in claims && (adminGroup === null || groupsClaim in claims);
      const hasMore = !complete && config.serverMetadata().userinfo_endpoint !== undefined;
      const about: Record<string, unknown> = hasMore
        ? { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
        : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: typeof about[nameClaim] === "string" ? about[nameClaim] : null,
        groups: [about[groupsClaim]].flat().filter((group) => typeof group === "string"),
        sid: typeof claims["sid"] === "string" ? claims["sid"] : null,
        idToken: tokens.id_token,
      };
    });
  }

  /**
   * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws SignInError
   */
  async logout(token: string): Promise<ProviderLogout> {
    const { config, keys } = await this.#find();
    const { issuer } = config.serverMetadata();
    return translateErrors(async () => {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: this.#oidc.clientId,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: logoutLifeSeconds,
        requiredClaims: ["jti", "events"],
      });
      const { sub = null, jti = "", iat = 0 } = payload;
      const sid = typeof payload["sid"] === "string" ? payload["sid"] : null;
      const events: unknown = payload["events"];
      const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
      // With a nonce it would be an id_token, which other parties may hold.
      if (!isLogout || "nonce" in payload || (sub === null && sid === null))
        throw new SignInError("failed", "this is no logout token");
      const expiresAt = (iat + logoutLifeSeconds + clockToleranceSeconds) * 1000;
      return { issuer, subject: sub, sid, id: sha256(`logout\n${issuer}\n${jti}`), expiresAt };
    });
  }

  /** @returns null for a provider that has no such address, or is away */
  async endSessionUrl(idToken: string): Promise<string | null> {
    const found = await this.#find().catch(() => null);
    if (found?.config.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(found.config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: publicAddress(this.#settings, signedOutPath),
    }).href;
  }

  /** A provider that is away for a while is still known as it was. */
  async #find(): Promise<Found> {
    if (this.#found !== null && performance.now() - this.#found.at < discoveryLifeMs) return this.#found;
    try {
      return await this.#ask();
    } catch (error) {
      if (this.#found === null) throw error;
      return this.#found;
    }
  }

  /** @throws SignInError `unavailable` */
  #ask(): Promise<Found> {
    this.#asked ??= this.#discover()
      .catch((error: unknown) => {
        throw new SignInError("unavailable", (error as Error).message);
      })
      .finally(() => (this.#asked = null));
    return this.#asked;
  }

  async #discover(): Promise<Found> {
    const config = await translateErrors(() => this.#metadata());
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) throw new Error("the provider names no keys");
    const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutSeconds * 1000 });
    this.#found = { at: performance.now(), config, keys };
    return this.#found;
  }

  #metadata(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#oidc;
    // `isIssuer` of the settings allows http on this machine only.
    const plain = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
    return client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: clockToleranceSeconds },
      clientAuthentication(clientSecret),
      { execute: [...plain, client.enableNonRepudiationChecks], timeout: timeoutSeconds },
    );
  }
}

/** OpenID Connect Discovery 1.0, section 3: a provider that names no method takes `client_secret_basic`. */
function clientAuthentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const methods = provider.token_endpoint_auth_methods_supported;
    const isPostOnly = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
    (isPostOnly ? post : basic)(provider, ...request);
  };
}

/** The library's errors carry answers with tokens: only their code and words go on. */
async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const { message, code } = error as Error & { code?: unknown };
    throw new SignInError(problemOf(error), typeof code === "string" ? `${message} (${code})` : message);
  }
}

/** What a provider says instead of a status of 500 or 503 (RFC 6749, section 4.1.2.1). */
const providerFaults: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

function problemOf(error: unknown): SignInProblem {
  if (error instanceof client.AuthorizationResponseError)
    return providerFaults.has(error.error) ? "unavailable" : "refused";
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? "unavailable" : "failed";
  if (error instanceof client.ClientError) {
    if (error.code === "OAUTH_TIMEOUT") return "unavailable";
    return error.cause instanceof Response && error.cause.status >= 500 ? "unavailable" : "failed";
  }
  // What `fetch` throws when there is no connection.
  return error instanceof TypeError ? "unavailable" : "failed";
}
