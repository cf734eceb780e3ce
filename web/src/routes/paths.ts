import { basePath } from "../api/basePath.ts";

/** By the route's name (spec 2.7). A link that the router does not open needs `hrefOf`. */
export const paths = {
  index: () => "/",
  board: (id: string) => `/boards/${encodeURIComponent(id)}`,
  /** The key is in the fragment, which browsers do not send: proxies log addresses [G12]. */
  space: (key: string) => `/spaces#${encodeURIComponent(key)}`,
  spaceWebhooks: (key: string) => `/webhooks#${encodeURIComponent(key)}`,
  tokens: () => "/tokens",
  spaceTokens: (key: string) => `/tokens#${encodeURIComponent(key)}`,
  authAnonymous: () => "/auth-anonymous",
  signOut: () => "/sign-out",
  signedOut: () => "/auth-anonymous?sign-in=out",
  dataDeleted: () => "/data-deleted",
  error: (code: number | string) => `/error/${code}`,
  adminIndex: () => "/admin",
  adminAuth: () => "/admin/sign-in",
  adminLink: () => "/admin/link",
  adminHealth: () => "/admin/health",
  adminWebhooks: () => "/admin/webhooks",
  adminTokens: () => "/admin/tokens",
  adminPeople: () => "/admin/people",
  adminFeedbacks: () => "/admin/feedbacks",
  adminBoards: () => "/admin/boards",
  adminLogEvents: () => "/admin/log-events",
  adminLogs: () => "/admin/logs",
  adminSubscribers: () => "/admin/subscribers",
  adminContacts: () => "/admin/contacts",
  contact: () => "/contact",
  unsubscribe: () => "/unsubscribe",
  termsOfUse: () => "/terms-of-use",
  privacyPolicy: () => "/privacy-policy",
  releaseNotes: () => "/release-notes",
} as const;

/** The key of a space in a fragment; what a chat has put around a link is left out. */
export function spaceKeyIn(hash: string): string | undefined {
  return /[\w-]{22}/u.exec(hash.replaceAll(/%[0-9a-f]{2}/giu, " "))?.[0];
}

export function hrefOf(path: string): string {
  return basePath + path;
}

export const patterns = {
  board: "/boards/:id",
  space: "/spaces",
  webhooks: "/webhooks",
  oldSpace: "/spaces/:key",
  error: "/error/:code",
  admin: "/admin/:section",
} as const;
