import type { CreateOwnToken, CreateToken, MadeToken } from "@retro/contract/api/tokens";
import type { User } from "@retro/contract/users";
import type { InjectOptions } from "light-my-request";
import { makeOwnToken, makeServerToken, makeSpaceToken } from "../features/tokens/commands.ts";
import type { Browser, TestApp } from "./app.ts";

const common = { name: "Script", access: "write" } as const;

/** A token of a person, even of a visitor, who cannot make one through the API. */
export function ownToken(
  { deps }: TestApp,
  { user }: { user: User },
  body: Partial<CreateOwnToken> = {},
): Promise<MadeToken> {
  return makeOwnToken(deps, { ...common, ...body }, { user, locale: "en" });
}

export function spaceToken(
  { deps }: TestApp,
  { user }: { user: User },
  key: string,
  body: Partial<CreateToken> = {},
): Promise<MadeToken> {
  return makeSpaceToken(deps, key, { ...common, ...body }, { user, locale: "en" });
}

export function serverToken(
  { deps }: TestApp,
  { user }: { user: User },
  body: Partial<CreateToken> = {},
): Promise<MadeToken> {
  return makeServerToken(deps, { ...common, ...body }, { user, locale: "en" });
}

/** A script: it sends the token, and neither cookies nor the CSRF header. */
export function script({ app, deps }: TestApp, { token }: Pick<MadeToken, "token">): Browser {
  const own = { authorization: `Bearer ${token}` };
  const send = (options: InjectOptions & { url: string }) =>
    app.inject({
      ...options,
      url: deps.settings.basePath + options.url,
      headers: { ...own, ...options.headers },
    });
  const change =
    (method: "POST" | "PUT" | "DELETE") =>
    (url: string, payload?: InjectOptions["payload"], headers: Record<string, string> = {}) =>
      send({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    cookies: new Map(),
    headers: own,
    cookieHeader: () => "",
    credentials: () => own,
    send,
    get: (url, headers = {}) => send({ method: "GET", url, headers }),
    post: change("POST"),
    put: change("PUT"),
    delete: change("DELETE"),
  };
}
