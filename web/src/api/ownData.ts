import { api, ApiError, apiBase, callHeaders, readFile } from "./client.ts";
import { translate } from "../i18n/i18n.ts";

const userPath = (userId: string) => `users/${encodeURIComponent(userId)}`;

/**
 * Fetches everything that the server stores about the user, as a file.
 * @throws ApiError when the server refuses, cannot be reached, breaks off, or answers with a web page
 */
export async function fetchOwnData(userId: string): Promise<Blob> {
  let answer: Response;
  try {
    answer = await fetch(`${apiBase}${userPath(userId)}/data`, {
      headers: callHeaders(),
      credentials: "same-origin",
    });
  } catch {
    throw new ApiError(0, translate("error.unreachable"));
  }
  return readFile(answer);
}

/**
 * Deletes everything that the server stores about the user, their session included. @throws ApiError when the
 * server refuses
 */
export async function deleteOwnData(userId: string): Promise<void> {
  await api.delete(userPath(userId));
}
