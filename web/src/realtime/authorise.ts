import { callHeaders, renewCsrf } from "../api/client.ts";

/** Refused for good: asking again for this connection is useless. */
export class ChannelRefused extends Error {
  override name = "ChannelRefused";
  readonly status: number;
  constructor(status: number) {
    super(`the channel was refused (${status})`);
    this.status = status;
  }
}

/**
 * Asks the server to sign a subscription or the user authentication (product specification, section 7: form body, CSRF header).
 * @throws ChannelRefused on 401, 403, 404 and 422; Error when asking later may help
 */
export async function authorise<T>(
  path: "/broadcasting/auth" | "/broadcasting/user-auth",
  form: Record<string, string>,
): Promise<T> {
  const ask = () =>
    fetch(path, {
      method: "POST",
      headers: callHeaders(),
      credentials: "same-origin",
      body: new URLSearchParams(form),
    });
  let answer = await ask();
  if (answer.status === 419) {
    await renewCsrf();
    answer = await ask();
  }
  if (answer.ok) return (await answer.json()) as T;
  if ([401, 403, 404, 422].includes(answer.status)) throw new ChannelRefused(answer.status);
  throw new Error(`the channel could not be authorised (${answer.status})`);
}
