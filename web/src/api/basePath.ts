/**
 * The path below which the product is served, like `/retro`; "" at the root of the host. The server writes it
 * into the page (BASE_PATH). Addresses of the router (`paths`) are below it; every other address needs it in
 * front.
 */
export const basePath: string =
  typeof document === "undefined" ? "" : (document.documentElement.dataset["base"] ?? "");
