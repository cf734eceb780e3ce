import { api, ApiError, base, callHeaders, refusal } from "./client.ts";
import { translate } from "../i18n/i18n.ts";

const path = (userId: string) => `users/${encodeURIComponent(userId)}`;

/**
 * Fetches everything that the server stores about the user, as a file.
 * @throws ApiError when the server refuses, cannot be reached, or breaks off
 */
export async function fetchOwnData(userId: string): Promise<Blob> {
  try {
    const answer = await fetch(`${base}${path(userId)}/data`, {
      headers: callHeaders(),
      credentials: "same-origin",
    });
    if (!answer.ok) throw await refusal(answer);
    return await answer.blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, translate("error.unreachable"));
  }
}

/** Deletes everything that the server stores about the user, their session included. @throws ApiError when the server refuses */
export async function deleteOwnData(userId: string): Promise<void> {
  await api.delete(path(userId));
}
