import { randomInt } from "node:crypto";
import type { Locale } from "@retro/contract/messages/catalogue";

type Gender = "m" | "f";

interface NameParts {
  animals: Record<Gender, readonly string[]>;
  /** Pairs of the masculine and the feminine form; English has but one, given twice. */
  adjectives: readonly (readonly [m: string, f: string])[];
}

const same = (words: readonly string[]): [string, string][] => words.map((word) => [word, word]);

/** A language's words for drawn names; a new language must bring its own. */
const parts: Record<Locale, NameParts> = {
  en: {
    animals: {
      m: [
        "Otter", "Fox", "Badger", "Hedgehog", "Heron", "Beaver", "Falcon", "Lynx", "Puffin", "Raccoon", "Squirrel",
        "Owl", "Dolphin", "Panda", "Penguin", "Hare", "Marten", "Swallow", "Koala", "Turtle", "Whale", "Robin",
        "Moose", "Gecko",
      ],
      f: [],
    },
    adjectives: same([
      "Curious", "Brave", "Gentle", "Cheerful", "Clever", "Quick", "Calm", "Bright", "Friendly", "Nimble", "Patient",
      "Merry", "Wise", "Playful", "Kind", "Bold", "Lucky", "Quiet", "Sunny", "Attentive", "Daring", "Eager",
    ]),
  },
  ru: {
    animals: {
      m: [
        "Барсук", "Ёж", "Бобр", "Сокол", "Енот", "Дельфин", "Пингвин", "Заяц", "Лис", "Кит", "Лось", "Тюлень",
        "Журавль", "Снегирь", "Соболь", "Хомяк",
      ],
      f: [
        "Выдра", "Лисица", "Цапля", "Рысь", "Белка", "Сова", "Панда", "Куница", "Ласточка", "Коала", "Черепаха",
        "Синица", "Норка", "Чайка", "Косуля", "Ящерица",
      ],
    },
    adjectives: [
      ["Любопытный", "Любопытная"], ["Храбрый", "Храбрая"], ["Весёлый", "Весёлая"], ["Добрый", "Добрая"],
      ["Смелый", "Смелая"], ["Мудрый", "Мудрая"], ["Спокойный", "Спокойная"], ["Быстрый", "Быстрая"],
      ["Ловкий", "Ловкая"], ["Внимательный", "Внимательная"], ["Терпеливый", "Терпеливая"],
      ["Дружелюбный", "Дружелюбная"], ["Находчивый", "Находчивая"], ["Игривый", "Игривая"],
      ["Солнечный", "Солнечная"], ["Отважный", "Отважная"], ["Тихий", "Тихая"], ["Шустрый", "Шустрая"],
      ["Приветливый", "Приветливая"], ["Сообразительный", "Сообразительная"],
    ],
  },
};

/** A readable name for somebody who gave none: "Curious Otter", «Любопытная Выдра». */
export function randomName(locale: Locale): string {
  const { animals, adjectives } = parts[locale];
  const drawn = randomInt(animals.m.length + animals.f.length);
  const masculine = drawn < animals.m.length;
  const animal = masculine ? animals.m[drawn] : animals.f[drawn - animals.m.length];
  const adjective = adjectives[randomInt(adjectives.length)]?.[masculine ? 0 : 1];
  return `${adjective} ${animal}`;
}
