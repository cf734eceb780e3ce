declare global {
  interface Window {
    /** The global from which goober, the style library of the toasts, reads the nonce. */
    __nonce__?: string;
  }
}

export function pageNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === undefined || nonce === "" || nonce.startsWith("__") ? undefined : nonce;
}
