/** In milliseconds, before the second retry: the widget waits one second, the total is 4 s (spec 9.12). */
const extraPauseMs = 3000;

/**
 * Corrects the pauses between the widget's tries to fetch a puzzle. It should wait 1 s and then 4 s, but it
 * starts at 1 s with every try (friendly-challenge 0.9.20). It calls the global `fetch`, which this wraps for
 * the puzzle's addresses only.
 * @param endpoints absolute addresses of the puzzle endpoints
 * @returns the function that removes the wrapper
 */
export function correctRetryPauses(endpoints: readonly string[]): () => void {
  const originalFetch = window.fetch;
  const failures = new Map<string, number>();
  const wrapped: typeof fetch = async (input, init) => {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    const endpoint = endpoints.find((each) => url.startsWith(`${each}?`));
    if (endpoint === undefined) return originalFetch(input, init);
    const failed = failures.get(endpoint) ?? 0;
    if (failed === 2) await new Promise((resolve) => setTimeout(resolve, extraPauseMs));
    failures.delete(endpoint);
    try {
      return await originalFetch(input, init);
    } catch (error) {
      if (failed < 2) failures.set(endpoint, failed + 1);
      throw error;
    }
  };
  window.fetch = wrapped;
  return () => {
    if (window.fetch === wrapped) window.fetch = originalFetch;
  };
}
