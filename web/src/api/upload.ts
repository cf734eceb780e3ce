import { translate } from "../i18n/i18n.ts";
import { ApiError, apiBase, callHeaders, csrfToken, readBody, refusalOf, renewCsrf } from "./client.ts";

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function sendWithProgress(
  path: string,
  form: FormData,
  onProgress: (fraction: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiBase + path);
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const headers = new Headers();
      const wait = request.getResponseHeader("Retry-After");
      if (wait !== null) headers.set("Retry-After", wait);
      // An answer such as 204 may have no body, not even an empty one.
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    });
    request.addEventListener("error", () => reject(new ApiError(0, translate("error.unreachable"))));
    request.send(form);
  });
}

/** Posts a form with files. `onProgress` gets the fraction that has been sent, 0 to 1. */
export async function upload(
  path: string,
  form: FormData,
  onProgress: (fraction: number) => void,
): Promise<void> {
  if (csrfToken() === undefined) await renewCsrf();
  let response = await sendWithProgress(path, form, onProgress);
  if (response.status === 419) {
    await renewCsrf();
    response = await sendWithProgress(path, form, onProgress);
  }
  if (!response.ok) throw await refusalOf(response, path);
  await readBody(response, `POST ${path}`);
}
