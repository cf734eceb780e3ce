import { basePath } from "./basePath.ts";

/** Each address contains a hash of the script, which includes the names of all chunks that it loads. */
function scriptsOf(page: ParentNode): string {
  const scripts = page.querySelectorAll('script[type="module"][src]');
  return [...scripts].map((script) => script.getAttribute("src")).join(" ");
}

/** False when a deploy has replaced the open page. @throws Error when the answer is not the app's page */
export async function pageIsCurrent(): Promise<boolean> {
  const response = await fetch(`${basePath}/`, { cache: "no-store", credentials: "same-origin" });
  // Unlike a document of DOMParser, a template applies no styles: the policy of the open page would refuse
  // them.
  const page = document.createElement("template");
  page.innerHTML = await response.text();
  const scripts = scriptsOf(page.content);
  if (!response.ok || scripts === "" || page.content.getElementById("root") === null)
    throw new Error(`the app's page could not be read (${response.status})`);
  return scripts === scriptsOf(document);
}
