import { basePath } from "../api/basePath.ts";
import { callHeaders, readRefusal, renewCsrf } from "../api/client.ts";

/** In milliseconds: a lost signature must not keep an open connection from becoming live. */
const answerTimeoutMs = 10_000;

/** As in the push protocol (spec 10.1): `channel_data` for a presence channel, `user_data` for a user. */
export interface ChannelSignature {
  auth: string;
  channel_data?: string;
  user_data: string;
}

/** The server refused the subscription; asking again on this connection is useless. */
export class ChannelRefusedError extends Error {
  override name = "ChannelRefused";
}

/** @throws ChannelRefusedError when the server's answer is final (401, 403, 404, 422); else another Error */
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
