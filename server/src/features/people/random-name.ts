import { randomInt } from "node:crypto";
import { inLocale } from "@retro/contract/messages/catalogue";
import type { Locale } from "@retro/contract/messages/catalogue";
import { nameParts } from "@retro/contract/random-names";

export function randomName(locale: Locale): string {
  const { adjectives, animals, feminine = [], toFeminine } = inLocale(nameParts, locale);
  const adjective = pickRandom(adjectives);
  const animal = pickRandom([...animals, ...feminine]);
  return `${feminine.includes(animal) && toFeminine ? toFeminine(adjective) : adjective} ${animal}`;
}

function pickRandom(from: readonly string[]): string {
  return from[randomInt(from.length)] as string;
}
