/** Addresses of a page's scripts. Each name carries a hash of the content, which names the chunks that are fetched later. */
function scriptsOf(page: Document): string {
  const scripts = page.querySelectorAll('script[type="module"][src]');
  return [...scripts].map((script) => script.getAttribute("src")).join(" ");
}

/**
 * Whether the server still hands out the page that is open, or a deploy has replaced it. A rebuild of the same sources is the same page.
 * @throws Error when the server cannot be asked, or something else answers in its place
 */
export async function pageIsCurrent(): Promise<boolean> {
  const response = await fetch("/", { cache: "no-store", credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const scripts = scriptsOf(page);
  if (!response.ok || scripts === "" || page.getElementById("root") === null)
    throw new Error(`the app's page could not be read (${response.status})`);
  return scripts === scriptsOf(document);
}
