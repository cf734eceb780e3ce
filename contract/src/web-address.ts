import * as z from "zod/mini";
import { limits } from "./limits.ts";

/** The host has no user name, no password and no placeholder; anything may follow it. */
const webAddressPattern =
  /^https?:\/\/(?:\[[\d:.a-f]+\]|[^\s/?#@\\{}<>"':[\]]+)(?::(?<port>\d{1,5}))?(?:[/?#]\S*)?$/iu;
const maxPort = 65_535;

/**
 * An address that a browser may be sent to: with `javascript:`, `data:` and the like, a press would run what
 * somebody else has written, and a name with a password before the host shows another host than it opens.
 */
export function isWebAddress(text: string): boolean {
  const found = webAddressPattern.exec(text);
  return found !== null && Number(found.groups?.["port"] ?? 0) <= maxPort;
}

const address = (isRight: (text: string) => boolean, error: "validation.webAddress" | "validation.tracker") =>
  z.string().check(z.trim(), z.maxLength(limits.webAddress, { error }), z.refine(isRight, { error }));

export const webAddress = address(isWebAddress, "validation.webAddress");

/** The parts of an action that a tracker's address may contain. */
export const trackerPlaceholders = ["title", "text", "owner", "due", "board", "link"] as const;
export type TrackerPlaceholder = (typeof trackerPlaceholders)[number];

const placeholder = /\{(\w+)\}/gu;

/**
 * @param values of an action; each is encoded, so that none can add a part to the address, or, with dots alone, take
 *   one away
 */
export function fillTracker(template: string, values: Readonly<Record<TrackerPlaceholder, string>>): string {
  return template.replaceAll(placeholder, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name as TrackerPlaceholder];
    return /^\.{1,2}$/u.test(value) ? `${value}%20` : encodeURIComponent(value);
  });
}

/** The team chooses the host, an action never does: placeholders may only follow the host. */
function isTracker(template: string): boolean {
  const names = [...template.matchAll(placeholder)].map(([, name]) => name as TrackerPlaceholder);
  if (!names.includes("title") || names.some((name) => !trackerPlaceholders.includes(name))) return false;
  return isWebAddress(template);
}

/** The address of a new issue in the tracker of a space, such as `https://…/new?title={title}`. */
export const trackerTemplate = address(isTracker, "validation.tracker");
