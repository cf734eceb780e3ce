import { userName } from "@retro/contract/accounts";
import { limits } from "@retro/contract/limits";

export type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core, section 2: a subject has at most 255 characters. */
const longestSubject = 255;

/**
 * The groups of a person, as the provider lists them. `complete` is false when it has not named all of them
 * [I4].
 */
export interface ProvidedGroups {
  names: readonly string[];
  complete: boolean;
}

/** @returns undefined for a text that is no user's name */
export function cleanName(text: string): string | undefined {
  const short = [...text.trim()].slice(0, limits.userName).join("");
  return userName.safeParse(short).data;
}

/**
 * Providers disagree about where a name stands [I3].
 * @returns null: no claim has one
 */
export function nameOf(claims: Claims): { name: string; claim: string } | null {
  const text = (claim: string) => (typeof claims[claim] === "string" ? claims[claim].trim() : "");
  const local = (claim: string) => text(claim).replace(/@[^@\s]+$/u, "");
  const candidates: [claim: string, name: string][] = [
    ["name", text("name")],
    ["given_name", `${text("given_name")} ${text("family_name")}`],
    // Often an e-mail address, which is nobody else's business.
    ["preferred_username", local("preferred_username")],
    ["nickname", local("nickname")],
    ["email", local("email")],
    ["upn", local("upn")],
  ];
  for (const [claim, candidate] of candidates) {
    const name = cleanName(candidate);
    if (name !== undefined) return { name, claim };
  }
  return null;
}

const groupNames = ["name", "displayName", "display", "value", "id"] as const;

/**
 * Reads a list of names, one text with commas, objects with a name, and an object whose keys are the names.
 * Keycloak's full paths lose their first slash.
 */
export function groupsOf(claims: Claims, groupsClaim: string): ProvidedGroups {
  const value = claims[groupsClaim];
  if (typeof value === "string") {
    const names = [value, ...value.split(/[,;]/u)].map((name) => name.trim());
    return { names: names.map(withoutSlash).filter(Boolean), complete: true };
  }
  if (Array.isArray(value)) {
    const read = value.map(groupNamesIn);
    return { names: read.flat(), complete: read.every((names) => names.length > 0) };
  }
  if (typeof value !== "object" || value === null) return { names: [], complete: false };
  const names = groupNamesIn(value);
  if (names.length > 0) return { names, complete: true };
  const keys = Object.entries(value).filter(([, held]) => held !== null && held !== false);
  return { names: keys.map(([key]) => withoutSlash(key)), complete: true };
}

function groupNamesIn(group: unknown): string[] {
  if (typeof group === "string") return [withoutSlash(group)];
  if (typeof group !== "object" || group === null) return [];
  const fields = group as Claims;
  return groupNames.flatMap((field) =>
    typeof fields[field] === "string" ? [withoutSlash(fields[field])] : [],
  );
}

export function withoutSlash(name: string): string {
  return name.replace(/^\//u, "");
}

/** @throws Error */
export function checkedSubject(subject: unknown): string {
  const read = optionalText(subject);
  if (read === null || read.length > longestSubject)
    throw new Error(`a subject must have 1 to ${longestSubject} characters`);
  return read;
}

/**
 * An absent claim may be null.
 * @throws Error for an empty text and for anything else that is no text
 */
export function optionalText(claim: unknown): string | null {
  if (claim === undefined || claim === null) return null;
  if (typeof claim !== "string" || claim === "") throw new Error("a claim is no text, or an empty one");
  return claim;
}
