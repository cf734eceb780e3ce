import { screens } from "@retro/contract/screens";
import { basePath } from "../api/basePath.ts";

/** By the screen's name (spec 2.7). A link that the router does not open needs `hrefOf`. */
export const paths = {
  index: () => screens.index,
  board: (id: string) => screens.board.replace(":id", () => encodeURIComponent(id)),
  space: (key: string) => `${screens.space}#${encodeURIComponent(key)}`,
  spaceWebhooks: (key: string) => `${screens.webhooks}#${encodeURIComponent(key)}`,
  tokens: () => screens.tokens,
  spaceTokens: (key: string) => `${screens.tokens}#${encodeURIComponent(key)}`,
  authAnonymous: () => screens.authAnonymous,
  signOut: () => screens.signOut,
  signedOut: () => `${screens.authAnonymous}?sign-in=out`,
  signInFailed: () => `${screens.authAnonymous}?sign-in=failed`,
  signInAgain: () => `${screens.authAnonymous}?sign-in=again`,
  dataDeleted: () => screens.dataDeleted,
  error: (code: number | string) => screens.error.replace(":code", String(code)),
  adminIndex: () => screens.adminIndex,
  adminAuth: () => screens.adminAuth,
  adminLink: () => screens.adminLink,
  adminHealth: () => screens.adminHealth,
  adminWebhooks: () => screens.adminWebhooks,
  adminTokens: () => screens.adminTokens,
  adminPeople: () => screens.adminPeople,
  adminFeedbacks: () => screens.adminFeedbacks,
  adminBoards: () => screens.adminBoards,
  adminLogEvents: () => screens.adminLogEvents,
  adminLogs: () => screens.adminLogs,
  adminSubscribers: () => screens.adminSubscribers,
  adminContacts: () => screens.adminContacts,
  contact: () => screens.contact,
  unsubscribe: () => screens.unsubscribe,
  termsOfUse: () => screens.termsOfUse,
  privacyPolicy: () => screens.privacyPolicy,
  releaseNotes: () => screens.releaseNotes,
} as const;

/** The key of a space in a fragment; what a chat has put around a link is left out. */
export function spaceKeyIn(hash: string): string | undefined {
  return /[\w-]{22}/u.exec(hash.replaceAll(/%[0-9a-f]{2}/giu, " "))?.[0];
}

export function hrefOf(path: string): string {
  return basePath + path;
}
