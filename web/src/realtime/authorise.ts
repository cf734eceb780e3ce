import { callHeaders, renewCsrf } from "../api/client.ts";

/** What the server answers, in the protocol's own bare form: `channel_data` with a presence channel, `user_data` with a user. */
export interface Signed {
  auth: string;
  channel_data?: string;
  user_data: string;
}

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
 * Asks the server to sign a subscription or the user authentication (spec 6.7: form body, CSRF header).
 * @throws ChannelRefused on 401, 403, 404 and 422; Error when asking later may help
 */
export async function authorise(
  path: "/broadcasting/auth" | "/broadcasting/user-auth",
  form: Record<string, string>,
): Promise<Signed> {
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
  if (answer.ok) return (await answer.json()) as Signed;
  if ([401, 403, 404, 422].includes(answer.status)) throw new ChannelRefused(answer.status);
  throw new Error(`the channel could not be authorised (${answer.status})`);
}
