import { template } from "./built-in.ts";
import type { BuiltInTemplate } from "./built-in.ts";

export const practices: readonly BuiltInTemplate[] = [
  template(
    "starfish",
    { en: "Starfish", ru: "Морская звезда" },
    {
      en: "Five arms instead of good and bad: not only what to start and stop, but what to turn up or down. For teams whose process mostly works.",
      ru: "Пять лучей вместо «хорошо» и «плохо»: не только что начать и прекратить, но и чего делать больше или меньше. Для команд с налаженным процессом.",
    },
    ["blue", "green", "yellow", "red", "orange"],
  ),
  template(
    "daki",
    { en: "DAKI", ru: "DAKI (убрать, добавить, оставить, улучшить)" },
    {
      en: "Drop, add, keep, improve: every sticker is already a decision. Good for tidying up processes, tools and meetings.",
      ru: "Убрать, добавить, оставить, улучшить: каждый стикер — уже почти решение. Хорошо наводит порядок в процессах, инструментах и встречах.",
    },
    ["red", "green", "blue", "yellow"],
  ),
  template(
    "kalm",
    { en: "KALM", ru: "KALM (оставить, добавить, меньше, больше)" },
    {
      en: "Keep, add, less, more: a calm way to tune what already works, without hunting for the guilty. Suits steady teams.",
      ru: "Оставить, добавить, меньше, больше: спокойная настройка того, что уже работает, без поиска виноватых. Для команд с устоявшимся ритмом.",
    },
    ["teal", "green", "orange", "purple"],
  ),
  template(
    "wrap",
    { en: "WRAP", ru: "WRAP (желания, риски, благодарности, загадки)" },
    {
      en: "Wishes, risks, appreciations, puzzles: wraps up a release or a year, and leaves room for thanks and for open questions.",
      ru: "Желания, риски, благодарности, загадки: подводит итог релиза или года и оставляет место для «спасибо» и для вопросов без ответа.",
    },
    ["purple", "red", "pink", "teal"],
  ),
  template(
    "rose-thorn-bud",
    { en: "Rose / Thorn / Bud", ru: "Роза / Шип / Бутон" },
    {
      en: "What bloomed, what pricked, what is about to open. A gentle frame for new teams, demos and personal reflection.",
      ru: "Что расцвело, что укололо и что вот-вот распустится. Мягкий формат для новых команд, демо и личных итогов.",
    },
    ["pink", "orange", "lime"],
  ),
];
