import { api, ApiError, apiBase, callHeaders, readRefusal } from "./client.ts";
import { translate } from "../i18n/i18n.ts";

const userPath = (userId: string) => `users/${encodeURIComponent(userId)}`;

/**
 * Fetches everything that the server stores about the user, as a file.
 * @throws ApiError when the server refuses, cannot be reached, or breaks off
 */
export async function fetchOwnData(userId: string): Promise<Blob> {
  try {
    const response = await fetch(`${apiBase}${userPath(userId)}/data`, {
      headers: callHeaders(),
      credentials: "same-origin",
    });
    if (!response.ok) throw await readRefusal(response);
    return await response.blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, translate("error.unreachable"));
  }
}

/** Deletes everything that the server stores about the user, their session included. @throws ApiError when the server refuses */
export async function deleteOwnData(userId: string): Promise<void> {
  await api.delete(userPath(userId));
}
