import { api, ApiError, apiBase, callHeaders, readFile } from "./client.ts";
import { translate } from "../i18n/i18n.ts";

const userPath = (userId: string) => `users/${encodeURIComponent(userId)}`;

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

export async function deleteOwnData(userId: string): Promise<void> {
  await api.delete(userPath(userId));
}
