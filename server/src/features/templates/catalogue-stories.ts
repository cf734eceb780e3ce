import { section, template } from "./built-in.ts";
import type { BuiltInTemplate } from "./built-in.ts";

/** A picture to think in: the team looks at its work from outside. */
export const stories: readonly BuiltInTemplate[] = [
  template(
    "sailboat",
    { en: "Sailboat", ru: "Парусник" },
    {
      en: "The team is a boat on its way to an island: what fills the sails, what holds it, which rocks lie ahead. Good for goals and risks at once.",
      ru: "Команда — парусник на пути к острову: что наполняет паруса, что держит на месте, какие рифы впереди. Разом и о целях, и о рисках.",
    },
    [
      section("green", "Island: where we are heading", "Остров: куда мы плывём"),
      section("blue", "Wind: what drives us", "Ветер: что нас несёт"),
      section("indigo", "Anchor: what holds us back", "Якорь: что нас держит"),
      section("red", "Rocks: what could sink us", "Рифы: что нам угрожает"),
    ],
  ),
  template(
    "speed-car",
    { en: "Speed Car", ru: "Гоночный болид" },
    {
      en: "The engine that drives you, the parachute that slows you, the abyss ahead and the bridge across it. Pick it when speed is the question.",
      ru: "Двигатель, который несёт вперёд, парашют, который тормозит, пропасть на пути и мост через неё. Для разговора о скорости команды.",
    },
    [
      section("green", "Engine: what speeds us up", "Двигатель: что нас разгоняет"),
      section("orange", "Parachute: what slows us down", "Парашют: что нас тормозит"),
      section("red", "Abyss: dangers ahead", "Пропасть: опасности впереди"),
      section("blue", "Bridge: how we get across", "Мост: как их преодолеть"),
    ],
  ),
  template(
    "three-little-pigs",
    { en: "Three Little Pigs", ru: "Три поросёнка" },
    {
      en: "Straw, sticks or bricks: how solid is what you build? Good for technical debt, architecture and anything the next wolf may blow down.",
      ru: "Солома, прутья или кирпич: насколько прочно то, что мы строим? Хорошо подходит для техдолга, архитектуры и всего, что может сдуть первым же волком.",
    },
    [
      section("yellow", "Straw: about to fall", "Солома: вот-вот рухнет"),
      section("orange", "Sticks: holds, but creaks", "Прутья: держится, но скрипит"),
      section("red", "Bricks: rock solid", "Кирпич: стоит намертво"),
    ],
  ),
  template(
    "hot-air-balloon",
    { en: "Hot-air balloon", ru: "Воздушный шар" },
    {
      en: "What lifts you, what weighs you down, which clouds gather and where the sky is clear. Looks back and ahead in one flight.",
      ru: "Что поднимает, что тянет вниз, где собираются тучи и где небо ясное. Взгляд назад и вперёд за один полёт.",
    },
    [
      section("orange", "Hot air: what lifts us", "Тёплый воздух: что нас поднимает"),
      section("grey", "Sandbags: what weighs us down", "Балласт: что тянет вниз"),
      section("indigo", "Storm clouds: trouble ahead", "Тучи: что нас ждёт"),
      section("yellow", "Sunny skies: what we hope for", "Ясное небо: на что надеемся"),
    ],
  ),
  template(
    "mountain",
    { en: "Mountain climb", ru: "Восхождение" },
    {
      en: "A summit, the gear in the rucksack, the loose stones and the weather. For the start of a project or a look at a long road half-way.",
      ru: "Вершина, снаряжение в рюкзаке, камнепады и погода. Для старта проекта или привала на середине долгого пути.",
    },
    [
      section("purple", "Summit: our goal", "Вершина: наша цель"),
      section("green", "Gear: what helps us climb", "Снаряжение: что помогает"),
      section("orange", "Loose stones: what gets in the way", "Камнепады: что мешает"),
      section("blue", "Weather: what we can’t control", "Погода: что от нас не зависит"),
    ],
  ),
  template(
    "energy",
    { en: "Energy levels", ru: "Заряд батареи" },
    {
      en: "What charges the team, what drains it, how to recharge. Pick it when people are tired and the plan alone won’t help.",
      ru: "Что заряжает команду, что сажает батарею и как восстановить силы. Когда люди устали и одним планом делу не поможешь.",
    },
    [
      section("green", "What charges us", "Что нас заряжает"),
      section("red", "What drains us", "Что отнимает силы"),
      section("blue", "How we recharge", "Как подзарядиться"),
    ],
  ),
];
