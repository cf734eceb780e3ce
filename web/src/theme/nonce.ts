declare global {
  interface Window {
    /** The global from which goober, the style library of the toasts, reads the nonce. */
    __nonce__?: string;
  }
}

/** The page's CSP nonce, which the server writes into the HTML; undefined in development. */
export function pageNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === undefined || nonce === "" || nonce.startsWith("__") ? undefined : nonce;
}
