import type { Localized } from "./messages/catalogue.ts";

export interface NameParts {
  adjectives: readonly string[];
  /** In a language with genders, the masculine ones only. */
  animals: readonly string[];
  feminine?: readonly string[];
  /** The feminine form of a masculine adjective. */
  toFeminine?: (adjective: string) => string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The words for random names; a language without them uses the English ones. */
export const nameParts: Localized<NameParts> = {
  en: {
    adjectives: words(`
      Curious Brave Gentle Cheerful Clever Quick Calm Bright Friendly Nimble Patient
      Merry Wise Playful Kind Bold Lucky Quiet Sunny Attentive Daring Eager`),
    animals: words(`
      Otter Fox Badger Hedgehog Heron Beaver Falcon Lynx Puffin Raccoon Squirrel Owl Dolphin
      Panda Penguin Hare Marten Swallow Koala Turtle Whale Robin Moose Gecko`),
  },
  ru: {
    adjectives: words(`
      Любопытный Храбрый Весёлый Добрый Смелый Мудрый Спокойный Быстрый Ловкий Внимательный Терпеливый
      Дружелюбный Находчивый Игривый Солнечный Отважный Тихий Шустрый Приветливый Сообразительный`),
    animals: words(`
      барсук ёж бобр сокол енот дельфин пингвин заяц лис кит лось тюлень журавль снегирь соболь хомяк`),
    feminine: words(`
      выдра лисица цапля рысь белка сова панда куница ласточка коала черепаха синица норка чайка косуля ящерица`),
    // All of these adjectives have a hard stem.
    toFeminine: (adjective) => adjective.replace(/[иы]й$/, "ая"),
  },
};

const withCapitals = (animals: readonly string[]) =>
  animals.flatMap((animal) => [animal, animal.charAt(0).toUpperCase() + animal.slice(1)]);

/**
 * The two-word names that one language's words make: each animal with the adjective in its gender. Until
 * November 2026 the second word was a capital one in Russian, too.
 */
function namesOf({ adjectives, animals, feminine = [], toFeminine = (same) => same }: NameParts): string[] {
  return adjectives.flatMap((adjective) => [
    ...withCapitals(animals).map((animal) => `${adjective} ${animal}`),
    ...withCapitals(feminine).map((animal) => `${toFeminine(adjective)} ${animal}`),
  ]);
}

let all: ReadonlySet<string> | undefined;

/** Whether the server may have made up this name, in any language: its owner has not chosen one yet. */
export function isRandomName(name: string): boolean {
  all ??= new Set(Object.values(nameParts).flatMap(namesOf));
  return all.has(name);
}
