/**
 * The addresses of the app's screens, below the base path; a part `:name` is any text. The browser shows a screen for
 * each, and the server serves the page with 200 for these and with 404 elsewhere.
 */
export const screens = {
  index: "/",
  board: "/boards/:id",
  /** The key is in the fragment, which browsers do not send: proxies log addresses [G12]. */
  space: "/spaces",
  webhooks: "/webhooks",
  tokens: "/tokens",
  authAnonymous: "/auth-anonymous",
  signOut: "/sign-out",
  dataDeleted: "/data-deleted",
  error: "/error/:code",
  adminIndex: "/admin",
  adminAuth: "/admin/sign-in",
  adminLink: "/admin/link",
  adminHealth: "/admin/health",
  adminWebhooks: "/admin/webhooks",
  adminTokens: "/admin/tokens",
  adminPeople: "/admin/people",
  adminFeedbacks: "/admin/feedbacks",
  adminBoards: "/admin/boards",
  adminLogEvents: "/admin/log-events",
  adminLogs: "/admin/logs",
  adminSubscribers: "/admin/subscribers",
  adminContacts: "/admin/contacts",
  contact: "/contact",
  unsubscribe: "/unsubscribe",
  termsOfUse: "/terms-of-use",
  privacyPolicy: "/privacy-policy",
  releaseNotes: "/release-notes",
} as const;
export type ScreenName = keyof typeof screens;

export type PathParams = Partial<Record<string, string>>;

/**
 * @param pattern an address; a part `:name` of it matches any part
 * @returns the decoded parts; null if the pattern does not match
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  if (wanted.length !== given.length) return null;
  const params: PathParams = {};
  for (const [i, encoded] of given.entries()) {
    const [name, part] = [wanted[i] ?? "", decodePart(encoded)];
    if (name.startsWith(":") && part !== "") params[name.slice(1)] = part;
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

export function isScreen(pathname: string): boolean {
  return Object.values(screens).some((pattern) => matchPath(pattern, pathname) !== null);
}

/** Slashes at the end do not count. */
function partsOf(path: string): string[] {
  const parts = path.split("/");
  while (parts.at(-1) === "") parts.pop();
  return parts;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
