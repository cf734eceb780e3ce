/**
 * The path below which the product is served, like `/retro`; "" at the root. The router's addresses lack it.
 */
export const basePath: string =
  typeof document === "undefined" ? "" : (document.documentElement.dataset["base"] ?? "");
