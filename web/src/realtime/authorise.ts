import { basePath } from "../api/basePath.ts";
import { callHeaders, renewCsrf } from "../api/client.ts";

/** A signature that takes longer is asked for again: without it a connection that is open never becomes live. */
const answerTimeoutMs = 10_000;

/** The server's answer in the form of the push protocol (spec 10.1): `channel_data` for a presence channel, `user_data` for a user. */
export interface ChannelSignature {
  auth: string;
  channel_data?: string;
  user_data: string;
}

/** The server refused the subscription; asking again on this connection is useless. */
export class ChannelRefusedError extends Error {
  override name = "ChannelRefused";
  readonly status: number;
  constructor(status: number) {
    super(`the channel was refused (${status})`);
    this.status = status;
  }
}

/**
 * Asks the server to sign a subscription or the user authentication (spec 6.7: form body, CSRF header).
 * @param form the fields of the push protocol, for example `socket_id` and `channel_name`
 * @throws ChannelRefusedError on 401, 403, 404 and 422; Error when asking later may help: also after 10 s without an answer
 */
export async function authorise(
  path: "/broadcasting/auth" | "/broadcasting/user-auth",
  form: Record<string, string>,
): Promise<ChannelSignature> {
  const request = () =>
    fetch(basePath + path, {
      method: "POST",
      headers: callHeaders(),
      credentials: "same-origin",
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
  let response = await request();
  if (response.status === 419) {
    await renewCsrf();
    response = await request();
  }
  if (response.ok) return (await response.json()) as ChannelSignature;
  if ([401, 403, 404, 422].includes(response.status)) throw new ChannelRefusedError(response.status);
  throw new Error(`the channel could not be authorised (${response.status})`);
}
