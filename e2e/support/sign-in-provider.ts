import { createServer } from "node:http";
import { type AddressInfo, createServer as createListener } from "node:net";
import { Provider } from "oidc-provider";

/** An OpenID Connect provider on loopback, which lets everybody in as `person`, without a form. */
export interface SignInProvider {
  /** What a server at `url` needs to send people here. */
  env: Record<string, string>;
  /** Null: whoever comes is refused. */
  person: { sub: string; name: string } | null;
  stop: () => Promise<void>;
}

const client = { client_id: "retro", client_secret: "the secret of the client" };

/** @param url of the server whose people sign in here */
export async function startSignInProvider(url: string): Promise<SignInProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: SignInProvider = {
    env: {
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: "Example",
    },
    person: null,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${url}/api/v1/sign-in/callback`],
        post_logout_redirect_uris: [`${url}/auth-anonymous?sign-in=out`],
      },
    ],
    cookies: { keys: ["a key of the cookies"] },
    claims: { openid: ["sub"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...started.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const { person } = started;
    const outcome = person === null ? { error: "access_denied" } : { login: { accountId: person.sub } };
    if (request.url?.startsWith("/interaction/"))
      void provider.interactionFinished(request, response, outcome);
    else void answer(request, response);
  });
  return started;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const listener = createListener();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}
