import { randomInt } from "node:crypto";
import { inLocale } from "@retro/contract/messages/catalogue";
import type { Locale, Localized } from "@retro/contract/messages/catalogue";

interface NameParts {
  adjectives: readonly string[];
  /** In a language with genders, the masculine ones only. */
  animals: readonly string[];
  feminine?: readonly string[];
  /** The feminine form of a masculine adjective. */
  toFeminine?: (adjective: string) => string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The words for random names; a language without them uses the English ones. */
const nameParts: Localized<NameParts> = {
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
      Барсук Ёж Бобр Сокол Енот Дельфин Пингвин Заяц Лис Кит Лось Тюлень Журавль Снегирь Соболь Хомяк`),
    feminine: words(`
      Выдра Лисица Цапля Рысь Белка Сова Панда Куница Ласточка Коала Черепаха Синица Норка Чайка Косуля Ящерица`),
    // All of these adjectives have a hard stem.
    toFeminine: (adjective) => adjective.replace(/[иы]й$/, "ая"),
  },
};

/** A random name: "Curious Otter", «Любопытная Выдра». */
export function randomName(locale: Locale): string {
  const { adjectives, animals, feminine = [], toFeminine } = inLocale(nameParts, locale);
  const adjective = pickRandom(adjectives);
  const animal = pickRandom([...animals, ...feminine]);
  return `${feminine.includes(animal) && toFeminine ? toFeminine(adjective) : adjective} ${animal}`;
}

function pickRandom(from: readonly string[]): string {
  return from[randomInt(from.length)] as string;
}
