import { question } from "./template-section-texts.ts";
import type { TemplateSectionTexts } from "./template-section-texts.ts";

/** The sections of the templates with a picture to think in, by their keys. */
export const stories = {
  sailboat: [
    question(
      "Island: where we are heading",
      "Остров: куда мы плывём",
      "Where do we want to arrive?",
      "Куда мы хотим приплыть?",
    ),
    question(
      "Wind: what drives us",
      "Ветер: что нас несёт",
      "What moves us forward?",
      "Что двигает нас вперёд?",
    ),
    question(
      "Anchor: what holds us back",
      "Якорь: что нас держит",
      "What holds us back?",
      "Что нас тормозит?",
    ),
    question(
      "Rocks: what could sink us",
      "Рифы: что нам угрожает",
      "What could stop us on the way?",
      "Что может остановить нас в пути?",
    ),
  ],
  "speed-car": [
    question(
      "Engine: what speeds us up",
      "Двигатель: что нас разгоняет",
      "What makes us fast?",
      "Что придаёт нам скорости?",
    ),
    question(
      "Parachute: what slows us down",
      "Парашют: что нас тормозит",
      "What slows us down?",
      "Что нас замедляет?",
    ),
    question(
      "Abyss: dangers ahead",
      "Пропасть: опасности впереди",
      "Which dangers lie ahead?",
      "Какие опасности впереди?",
    ),
    question(
      "Bridge: how we get across",
      "Мост: как их преодолеть",
      "How do we get past them?",
      "Как мы с ними справимся?",
    ),
  ],
  "three-little-pigs": [
    question(
      "Straw: about to fall",
      "Солома: вот-вот рухнет",
      "What may fall at any moment?",
      "Что может рухнуть в любой момент?",
    ),
    question(
      "Sticks: holds, but creaks",
      "Прутья: держится, но скрипит",
      "What holds, but needs repair?",
      "Что держится, но просит ремонта?",
    ),
    question(
      "Bricks: rock solid",
      "Кирпич: стоит намертво",
      "What can we rely on?",
      "На что можно положиться?",
    ),
  ],
  "hot-air-balloon": [
    question(
      "Hot air: what lifts us",
      "Тёплый воздух: что нас поднимает",
      "What lifts us up?",
      "Что нас поднимает?",
    ),
    question(
      "Sandbags: what weighs us down",
      "Балласт: что тянет вниз",
      "What weighs us down?",
      "Что тянет нас вниз?",
    ),
    question(
      "Storm clouds: trouble ahead",
      "Тучи: что нас ждёт",
      "Which trouble do you see coming?",
      "Какие трудности вы видите впереди?",
    ),
    question(
      "Sunny skies: what we hope for",
      "Ясное небо: на что надеемся",
      "What do you look forward to?",
      "Чего вы ждёте с радостью?",
    ),
  ],
  mountain: [
    question("Summit: our goal", "Вершина: наша цель", "Where do we want to get to?", "Куда мы хотим дойти?"),
    question(
      "Gear: what helps us climb",
      "Снаряжение: что помогает",
      "What helps us on the way?",
      "Что помогает нам в пути?",
    ),
    question(
      "Loose stones: what gets in the way",
      "Камнепады: что мешает",
      "What gets in our way?",
      "Что нам мешает?",
    ),
    question(
      "Weather: what we can’t control",
      "Погода: что от нас не зависит",
      "What is not in our hands?",
      "Что от нас не зависит?",
    ),
  ],
  energy: [
    question("What charges us", "Что нас заряжает", "What gives you energy?", "Что даёт вам силы?"),
    question("What drains us", "Что отнимает силы", "What costs you energy?", "Что отнимает у вас силы?"),
    question(
      "How we recharge",
      "Как подзарядиться",
      "What would help us rest?",
      "Что помогло бы нам отдохнуть?",
    ),
  ],
} satisfies Record<string, readonly TemplateSectionTexts[]>;
