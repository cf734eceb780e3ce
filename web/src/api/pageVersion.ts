/** The app's script in a page. Its name carries a hash of its content and, through its imports, of the whole build. */
function appScript(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/**
 * Whether the server still hands out the page that is open, or a deploy has replaced it. A rebuild of the same sources is the same page.
 * @throws Error when the server cannot be asked, or something else answers in its place
 */
export async function pageIsCurrent(): Promise<boolean> {
  const response = await fetch("/", { cache: "no-store", credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const script = appScript(page);
  if (!response.ok || script === null || page.getElementById("root") === null)
    throw new Error(`the app's page could not be read (${response.status})`);
  return script === appScript(document);
}
