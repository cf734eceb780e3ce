import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import * as client from "openid-client";
import type { Deps } from "../../deps.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { fetchThroughProxy } from "../../outgoing/fetch.ts";
import { OutgoingError } from "../../outgoing/outgoing-error.ts";
import { requestMs } from "../../outgoing/send.ts";
import type { Settings } from "../../settings.ts";
import {
  checkedSubject,
  type Claims,
  groupsOf,
  nameOf,
  optionalText,
  type ProvidedGroups,
} from "./claims.ts";
import type { Start } from "./start.ts";

export type OidcSettings = NonNullable<Settings["oidc"]>;

/** The provider's data about a person [I3]. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  name: string | null;
  groups: ProvidedGroups;
  sid: string | null;
  /** Null: the provider needs none to end its session. */
  idToken: string | null;
  /** Null: the provider gives none. */
  refreshToken: string | null;
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
export type SignInProblem = "unavailable" | "refused" | "failed" | "clocks";
export class SignInError extends Error {
  readonly problem: SignInProblem;
  /** By how much the clocks of this server and of the provider differ. */
  readonly seconds: number | null;
  constructor(problem: SignInProblem, reason: string, seconds: number | null = null) {
    super(reason);
    this.name = "SignInError";
    this.problem = problem;
    this.seconds = seconds;
  }
}

export const callbackPath = "/api/v1/sign-in/callback";
const signedOutPath = "/auth-anonymous?sign-in=out";
const discoveryLifeMs = 3_600_000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const logoutLifeSeconds = 120;
const clockToleranceSeconds = 300;
/** With a secret as the key, or none, a third party could sign for the provider. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Providers older than the protocol's final text send `JWT` or nothing. */
const logoutTypes = new Set([undefined, "jwt", "logout+jwt"]);

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
  readonly #log: Deps["log"];
  /** By how much the provider's clock is ahead, by its last answer to a request for tokens. */
  #secondsAhead = 0;
  #found: Found | null = null;
  /** Whoever asks while an answer is awaited waits for the same one. */
  #asked: Promise<Found> | null = null;

  constructor({ settings, log }: Pick<Deps, "settings" | "log">, oidc: OidcSettings) {
    this.#settings = settings;
    this.#oidc = oidc;
    this.#log = log;
  }

  readonly #fetch = async (url: string, options: RequestInit): Promise<Response> => {
    const response = await fetchThroughProxy(this.#settings.proxies, url, options);
    const date = Date.parse(response.headers.get("date") ?? "");
    // An answer to a GET may be an old one from a cache.
    if (options.method === "POST" && !Number.isNaN(date))
      this.#secondsAhead = Math.round((date - Date.now()) / 1000);
    return response;
  };

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
    return this.#translateErrors(async () => {
      const tokens = await client.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined)
        throw new SignInError("failed", "the provider sent no id_token");
      const subject = checkedSubject(claims.sub);
      this.#requirePast(claims.iat);
      return {
        issuer: claims.iss,
        subject,
        ...(await this.#describe(claims, tokens.access_token)),
        sid: optionalText(claims["sid"]),
        idToken: config.serverMetadata().end_session_endpoint === undefined ? null : tokens.id_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    });
  }

  /** Asks the provider, without the person, whether a session goes on [I9]. @throws SignInError */
  async renew(
    refreshToken: string,
    subject: string,
  ): Promise<{ refreshToken: string; groups: ProvidedGroups }> {
    const { config } = await this.#find();
    return this.#translateErrors(async () => {
      const tokens = await client.refreshTokenGrant(config, refreshToken);
      const claims = tokens.claims() ?? { sub: subject };
      if (claims.sub !== subject)
        throw new SignInError("failed", "the provider has renewed the session of somebody else");
      const { groups } = await this.#describe(claims, tokens.access_token);
      return { refreshToken: tokens.refresh_token ?? refreshToken, groups };
    });
  }

  /** The name and the groups, which some providers send from their userinfo endpoint only. */
  async #describe(claims: Claims, accessToken: string): Promise<Pick<ProvidedPerson, "name" | "groups">> {
    const { groupsClaim, adminGroup } = this.#oidc;
    const needsGroups = adminGroup !== null;
    const isComplete = "name" in claims && (!needsGroups || groupsClaim in claims);
    const about = isComplete ? claims : { ...claims, ...(await this.#userinfo(claims, accessToken)) };
    const named = nameOf(about);
    if (named?.claim !== "name")
      this.#log.info(
        { taken: named?.claim ?? null },
        "the provider sent no claim name: the name of the person is from another one, or made up",
      );
    const groups = groupsOf(about, groupsClaim);
    if (needsGroups && !groups.complete)
      this.#log.warn(
        { claim: groupsClaim, overage: "_claim_names" in about, sent: typeof about[groupsClaim] },
        "the provider has not sent all groups of a person, whose role stays as it was: let it send them in OIDC_GROUPS_CLAIM, only those of this application if there are many",
      );
    return { name: named?.name ?? null, groups };
  }

  /** It only adds to the id_token: a sign-in goes on without it. */
  async #userinfo({ sub }: Claims, accessToken: string): Promise<Claims> {
    const { config, keys } = await this.#find();
    const { userinfo_endpoint, issuer } = config.serverMetadata();
    if (userinfo_endpoint === undefined) return {};
    try {
      const accept = new Headers({ accept: "application/json, application/jwt" });
      const address = new URL(userinfo_endpoint);
      const answer = await client.fetchProtectedResource(config, accessToken, address, "GET", null, accept);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const isSigned = answer.headers.get("content-type")?.startsWith("application/jwt") === true;
      const about = isSigned
        ? (await jwtVerify(text, keys, { algorithms, clockTolerance: clockToleranceSeconds })).payload
        : (JSON.parse(text) as Claims);
      // OpenID Connect Core, section 5.3.2.
      if (about["sub"] !== sub) throw new Error("it is about somebody else");
      if (isSigned && (about["iss"] ?? issuer) !== issuer) throw new Error("it is from another issuer");
      return about;
    } catch (error) {
      this.#log.warn(
        { reason: (error as Error).message },
        "the provider's userinfo could not be read; the sign-in goes on with the id_token alone",
      );
      return {};
    }
  }

  /**
   * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws SignInError
   */
  async logout(token: string): Promise<ProviderLogout> {
    const { config, keys } = await this.#find();
    const { issuer } = config.serverMetadata();
    return this.#translateErrors(async () => {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience: this.#oidc.clientId,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: logoutLifeSeconds,
        requiredClaims: ["jti", "events"],
      });
      const { jti = "", iat = 0 } = payload;
      const subject = payload.sub == null ? null : checkedSubject(payload.sub);
      const sid = optionalText(payload["sid"]);
      const events: unknown = payload["events"];
      const isLogout =
        typeof events === "object" &&
        events !== null &&
        logoutEvent in events &&
        logoutTypes.has(protectedHeader.typ?.toLowerCase().replace(/^application\//u, ""));
      // With a nonce it would be an id_token, which other parties may have.
      if (!isLogout || optionalText(payload["nonce"]) !== null || (subject === null && sid === null))
        throw new SignInError("failed", "this is no logout token");
      const expiresAt = (iat + logoutLifeSeconds + clockToleranceSeconds) * 1000;
      return { issuer, subject, sid, id: sha256(`logout\n${issuer}\n${optionalText(jti)}`), expiresAt };
    });
  }

  /** @returns null for a provider that has no such address, or is away. Without an id_token it asks the person. */
  async endSessionUrl(idToken: string | null): Promise<string | null> {
    const found = await this.#find().catch(() => null);
    if (found?.config.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(found.config, {
      ...(idToken !== null && { id_token_hint: idToken }),
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
    const config = await this.#translateErrors(() => this.#metadata());
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) throw new Error("the provider names no keys");
    const before = this.#found;
    const isSame = before?.config.serverMetadata().jwks_uri === jwks_uri;
    const kept = isSame ? client.getJwksCache(before.config) : undefined;
    if (kept !== undefined) client.setJwksCache(config, kept);
    const keys = isSame
      ? before.keys
      : createRemoteJWKSet(new URL(jwks_uri), {
          timeoutDuration: requestMs,
          [customFetch]: this.#fetch,
        });
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
      {
        execute: [...plain, client.enableNonRepudiationChecks],
        timeout: requestMs / 1000,
        [client.customFetch]: this.#fetch as client.CustomFetch,
      },
    );
  }

  /** @throws SignInError for a token from a future that no tolerated difference of the clocks explains */
  #requirePast(issuedAt: number): void {
    const ahead = Math.round(issuedAt - Date.now() / 1000);
    if (ahead > clockToleranceSeconds) throw clocksDiffer(ahead);
  }

  /** The library's errors carry answers with tokens: only their code and words go on. */
  async #translateErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignInError) throw error;
      const ahead = this.#secondsAheadBy(error);
      if (ahead !== null) throw clocksDiffer(ahead);
      const { message, code } = error as Error & { code?: unknown };
      throw new SignInError(problemOf(error), typeof code === "string" ? `${message} (${code})` : message);
    }
  }

  /** @returns null for what is not the clocks' fault: also an old token, if the provider's clock is right */
  #secondsAheadBy(error: unknown): number | null {
    const claims = refusedForTime(error);
    if (claims === null) return null;
    const now = Date.now() / 1000;
    const [issuedAt, notBefore] = [claims["iat"], claims["nbf"]].map((at) => Number(at ?? 0) - now);
    const future = Math.max(issuedAt ?? 0, notBefore ?? 0);
    const seconds = Math.round(future > clockToleranceSeconds ? future : this.#secondsAhead);
    return Math.abs(seconds) > clockToleranceSeconds ? seconds : null;
  }
}

function clocksDiffer(ahead: number): SignInError {
  const seconds = Math.abs(ahead);
  const reason = `the clocks differ by ${seconds} s: the provider's is ${ahead > 0 ? "ahead" : "behind"}; let both machines set theirs by NTP`;
  return new SignInError("clocks", reason, seconds);
}

/** @returns the claims of a token that was refused for its times */
function refusedForTime(error: unknown): Claims | null {
  if (error instanceof errors.JWTExpired) return error.payload;
  if (error instanceof errors.JWTClaimValidationFailed)
    return ["iat", "nbf", "exp"].includes(error.claim) ? error.payload : null;
  if (!(error instanceof client.ClientError) || error.code !== "OAUTH_JWT_TIMESTAMP_CHECK_FAILED")
    return null;
  const { cause } = error.cause as { cause?: { claims?: Claims } };
  return cause?.claims ?? {};
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

/** The error codes that a provider sends instead of a status of 500 or 503 (RFC 6749, section 4.1.2.1). */
const providerFaults: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

function problemOf(error: unknown): SignInProblem {
  if (error instanceof client.AuthorizationResponseError)
    return providerFaults.has(error.error) ? "unavailable" : "refused";
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? "unavailable" : "failed";
  if (error instanceof client.ClientError) {
    if (error.code === "OAUTH_TIMEOUT") return "unavailable";
    return error.cause instanceof Response && error.cause.status >= 500 ? "unavailable" : "failed";
  }
  return error instanceof OutgoingError ? "unavailable" : "failed";
}
