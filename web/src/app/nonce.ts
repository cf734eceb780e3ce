declare global {
  interface Window {
    /** Where goober, which styles the toasts, looks for the nonce. */
    __nonce__?: string;
  }
}

/** The page's CSP nonce, which the server put into the HTML; undefined in development. */
export function pageNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === undefined || nonce === "" || nonce.startsWith("__") ? undefined : nonce;
}
