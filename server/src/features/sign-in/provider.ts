import * as client from "openid-client";
import type { Deps } from "../../deps.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
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
const timeoutSeconds = 10;
const clockToleranceSeconds = 30;

/** The provider is first asked when somebody signs in: the server starts without it. */
export class Provider {
  readonly #settings: Settings;
  readonly #oidc: OidcSettings;
  #found: { at: number; config: client.Configuration } | null = null;

  constructor({ settings }: Pick<Deps, "settings">, oidc: OidcSettings) {
    this.#settings = settings;
    this.#oidc = oidc;
  }

  /** @throws SignInError `unavailable` */
  async authorizationUrl({ state, nonce, codeVerifier }: Start): Promise<URL> {
    const config = await this.#configuration();
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
    const config = await this.#configuration();
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

  /** @returns null for a provider that has no such address, or is away */
  async endSessionUrl(idToken: string): Promise<string | null> {
    const config = await this.#configuration().catch(() => null);
    if (config?.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: publicAddress(this.#settings, signedOutPath),
    }).href;
  }

  /** A provider that is away for a while is still known as it was. */
  async #configuration(): Promise<client.Configuration> {
    if (this.#found !== null && performance.now() - this.#found.at < discoveryLifeMs)
      return this.#found.config;
    try {
      const config = await translateErrors(() => this.#discover());
      this.#found = { at: performance.now(), config };
      return config;
    } catch (error) {
      if (this.#found === null) throw new SignInError("unavailable", (error as Error).message);
      return this.#found.config;
    }
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#oidc;
    // `isIssuer` of the settings allows http on this machine only.
    const plain = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
    return client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds },
      undefined,
      { execute: [...plain, client.enableNonRepudiationChecks], timeout: timeoutSeconds },
    );
  }
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

function problemOf(error: unknown): SignInProblem {
  if (error instanceof client.AuthorizationResponseError) return "refused";
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? "unavailable" : "failed";
  if (error instanceof client.ClientError) {
    if (error.code === "OAUTH_TIMEOUT") return "unavailable";
    return error.cause instanceof Response && error.cause.status >= 500 ? "unavailable" : "failed";
  }
  // What `fetch` throws when there is no connection.
  return error instanceof TypeError ? "unavailable" : "failed";
}
