import { template } from "./built-in.ts";
import type { BuiltInTemplate } from "./built-in.ts";

export const classics: readonly BuiltInTemplate[] = [
  template(
    "went-well",
    { en: "Went well / To improve / Actions", ru: "Получилось / Улучшить / Договорённости" },
    {
      en: "The classic that fits any team and any sprint. Look back at both sides, then leave with a short list of actions.",
      ru: "Классика для любой команды и любого спринта: вспомнить хорошее, честно назвать слабые места и разойтись с коротким списком дел.",
    },
    ["green", "orange", "blue"],
  ),
  template(
    "start-stop-continue",
    { en: "Start / Stop / Continue", ru: "Начать / Прекратить / Продолжать" },
    {
      en: "Three questions about habits that turn straight into agreements. Good when the team wants to change how it works and has little time.",
      ru: "Три вопроса о привычках, ответы на которые сразу превращаются в договорённости. Подходит, когда хочется перемен, а времени мало.",
    },
    ["green", "red", "blue"],
  ),
  template(
    "mad-sad-glad",
    { en: "Mad / Sad / Glad", ru: "Злит / Огорчает / Радует" },
    {
      en: "Feelings first, facts second. Helps after a hard sprint, when something hangs in the air and nobody has said it yet.",
      ru: "Сначала чувства, потом факты. Помогает после тяжёлого спринта, когда в воздухе что-то висит, но вслух этого ещё никто не сказал.",
    },
    ["red", "indigo", "yellow"],
  ),
  template(
    "four-ls",
    { en: "4Ls", ru: "4L" },
    {
      en: "Liked, learned, lacked, longed for: a balanced look at a project or a quarter that brings lessons to light, not only problems.",
      ru: "Понравилось, узнали, не хватало, хотелось бы. Взвешенный взгляд на проект или квартал: видны не только проблемы, но и уроки.",
    },
    ["pink", "yellow", "blue", "purple"],
  ),
  template(
    "plus-delta",
    { en: "Plus / Delta", ru: "Плюсы и изменения" },
    {
      en: "Two columns and ten minutes: what to keep, what to change. Made for the end of a meeting, a workshop or a release.",
      ru: "Два раздела и десять минут: что оставить, что изменить. Удобно в конце встречи, воркшопа или релиза.",
    },
    ["green", "indigo"],
  ),
  template(
    "traffic-lights",
    { en: "Traffic lights", ru: "Светофор" },
    {
      en: "Sorts the team’s practices by colour: stop, be careful, go on. A quick check of health that everybody understands without explanation.",
      ru: "Раскладывает практики команды по цветам: стоп, осторожно, полный вперёд. Быстрая проверка самочувствия, понятная без объяснений.",
    },
    ["red", "yellow", "green"],
  ),
  template(
    "lean-coffee",
    { en: "Lean Coffee", ru: "Lean Coffee" },
    {
      en: "No agenda beforehand: people bring topics, vote, and talk them through one by one against the timer. For teams with many small questions.",
      ru: "Встреча без заготовленной повестки: участники предлагают темы, голосуют и обсуждают их по одной под таймер. Для команд, у которых накопились вопросы.",
    },
    ["orange", "teal", "green", "purple"],
  ),
];
