import { basePath } from "../api/basePath.ts";
import { callHeaders, readRefusal, renewCsrf } from "../api/client.ts";

/**
 * A signature that takes longer is asked for again: without it a connection that is open never becomes live.
 */
const answerTimeoutMs = 10_000;

/**
 * The server's answer in the form of the push protocol (spec 10.1): `channel_data` for a presence channel,
 * `user_data` for a user.
 */
export interface ChannelSignature {
  auth: string;
  channel_data?: string;
  user_data: string;
}

/** The server refused the subscription; asking again on this connection is useless. */
export class ChannelRefusedError extends Error {
  override name = "ChannelRefused";
}

/**
 * Asks the server to sign a subscription or the user authentication (spec 6.7: form body, CSRF header).
 * @param form the fields of the push protocol, for example `socket_id` and `channel_name`
 * @throws ChannelRefusedError when this server answers 401, 403, 404 or 422; another Error when asking later
 *   may help: also after 10 s without an answer, and when a proxy answers in the server's place
 */
export async function authorise(
  path: "/broadcasting/auth" | "/broadcasting/user-auth",
  form: Record<string, string>,
): Promise<ChannelSignature> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const request = () =>
    fetch(basePath + path, {
      method: "POST",
      headers: callHeaders(),
      credentials: "same-origin",
      body: new URLSearchParams(form),
      signal,
    });
  let response = await request();
  if (response.status === 419) {
    await renewCsrf(signal);
    response = await request();
  }
  if (!response.ok) {
    const refusal = await readRefusal(response);
    const isFinal = !refusal.foreign && [401, 403, 404, 422].includes(refusal.status);
    throw isFinal ? new ChannelRefusedError(refusal.message) : refusal;
  }
  const signature = (await response.json()) as Partial<ChannelSignature>;
  if (typeof signature.auth !== "string") throw new Error("the answer has no signature");
  return signature as ChannelSignature;
}
