import { basePath } from "./basePath.ts";

/** Addresses of a page's scripts. Each contains a hash of the script, which includes the names of all chunks that it loads. */
function scriptsOf(page: Document): string {
  const scripts = page.querySelectorAll('script[type="module"][src]');
  return [...scripts].map((script) => script.getAttribute("src")).join(" ");
}

/**
 * Whether the server still serves the open page, or a deploy has replaced it. A rebuild of the same sources is the same page.
 * @throws Error when the server cannot be reached, or the answer is not the app's page
 */
export async function pageIsCurrent(): Promise<boolean> {
  const response = await fetch(`${basePath}/`, { cache: "no-store", credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const scripts = scriptsOf(page);
  if (!response.ok || scripts === "" || page.getElementById("root") === null)
    throw new Error(`the app's page could not be read (${response.status})`);
  return scripts === scriptsOf(document);
}
