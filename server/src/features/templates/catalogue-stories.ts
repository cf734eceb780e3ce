import { template } from "./built-in.ts";
import type { BuiltInTemplate } from "./built-in.ts";

export const stories: readonly BuiltInTemplate[] = [
  template(
    "sailboat",
    { en: "Sailboat", ru: "Парусник" },
    {
      en: "The team is a boat on its way to an island: what fills the sails, what holds it, which rocks lie ahead. Good for goals and risks at once.",
      ru: "Команда — парусник на пути к острову: что наполняет паруса, что держит на месте, какие рифы впереди. Разом и о целях, и о рисках.",
    },
    ["green", "blue", "indigo", "red"],
  ),
  template(
    "speed-car",
    { en: "Speed Car", ru: "Гоночный болид" },
    {
      en: "The engine that drives you, the parachute that slows you, the abyss ahead and the bridge across it. Pick it when speed is the question.",
      ru: "Двигатель, который несёт вперёд, парашют, который тормозит, пропасть на пути и мост через неё. Для разговора о скорости команды.",
    },
    ["green", "orange", "red", "blue"],
  ),
  template(
    "three-little-pigs",
    { en: "Three Little Pigs", ru: "Три поросёнка" },
    {
      en: "Straw, sticks or bricks: how solid is what you build? Good for technical debt, architecture and anything the next wolf may blow down.",
      ru: "Солома, прутья или кирпич: насколько прочно то, что мы строим? Хорошо подходит для техдолга, архитектуры и всего, что может сдуть первым же волком.",
    },
    ["yellow", "orange", "red"],
  ),
  template(
    "hot-air-balloon",
    { en: "Hot-air balloon", ru: "Воздушный шар" },
    {
      en: "What lifts you, what weighs you down, which clouds gather and where the sky is clear. Looks back and ahead in one flight.",
      ru: "Что поднимает, что тянет вниз, где собираются тучи и где небо ясное. Взгляд назад и вперёд за один полёт.",
    },
    ["orange", "grey", "indigo", "yellow"],
  ),
  template(
    "mountain",
    { en: "Mountain climb", ru: "Восхождение" },
    {
      en: "A summit, the gear in the rucksack, the loose stones and the weather. For the start of a project or a look at a long road half-way.",
      ru: "Вершина, снаряжение в рюкзаке, камнепады и погода. Для старта проекта или привала на середине долгого пути.",
    },
    ["purple", "green", "orange", "blue"],
  ),
  template(
    "energy",
    { en: "Energy levels", ru: "Заряд батареи" },
    {
      en: "What charges the team, what drains it, how to recharge. Pick it when people are tired and the plan alone won’t help.",
      ru: "Что заряжает команду, что сажает батарею и как восстановить силы. Когда люди устали и одним планом не поможешь.",
    },
    ["green", "red", "blue"],
  ),
];
