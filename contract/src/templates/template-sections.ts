import { question } from "./template-section-texts.ts";
import type { TemplateSectionTexts } from "./template-section-texts.ts";
import { stories } from "./template-sections-stories.ts";

const classicsAndPractices = {
  "went-well": [
    question("Went well", "Получилось", "What went well?", "Что получилось?"),
    question("To improve", "Улучшить", "What could go better next time?", "Что улучшить в следующий раз?"),
    {
      ...question(
        "Actions",
        "Договорённости",
        "What will we do, and who takes it?",
        "Что сделаем и кто возьмётся?",
      ),
      holds: "actions",
    },
  ],
  "start-stop-continue": [
    question("Start", "Начать делать", "What should we begin to do?", "Что пора начать делать?"),
    question("Stop", "Прекратить", "What should we no longer do?", "От чего пора отказаться?"),
    question("Continue", "Продолжать", "What works and should stay?", "Что работает и пусть остаётся?"),
  ],
  "mad-sad-glad": [
    question("Mad", "Злит", "What made you angry?", "Что вас разозлило?"),
    question("Sad", "Огорчает", "What disappointed you?", "Что вас огорчило?"),
    question("Glad", "Радует", "What made you happy?", "Чему вы обрадовались?"),
  ],
  "four-ls": [
    question("Liked", "Понравилось", "What did you like?", "Что вам понравилось?"),
    question("Learned", "Узнали", "What did you learn?", "Что нового вы узнали?"),
    question("Lacked", "Не хватало", "What was missing?", "Чего вам не хватало?"),
    question("Longed for", "Хотелось бы", "What did you wish for?", "Чего вам хотелось?"),
  ],
  "plus-delta": [
    question(
      "Plus: what worked",
      "Плюсы: что сработало",
      "What worked and should stay?",
      "Что сработало и пусть остаётся?",
    ),
    question(
      "Delta: what to change",
      "Изменения: что сделать иначе",
      "What would you change?",
      "Что бы вы изменили?",
    ),
  ],
  "traffic-lights": [
    question(
      "Red: stop doing",
      "Красный: прекращаем",
      "What should we stop at once?",
      "Что нужно прекратить сразу?",
    ),
    question(
      "Yellow: handle with care",
      "Жёлтый: осторожно",
      "Where do we need more care?",
      "Где нужно больше осторожности?",
    ),
    question(
      "Green: full speed ahead",
      "Зелёный: так держать",
      "What can go on at full speed?",
      "Что пусть идёт полным ходом?",
    ),
  ],
  "lean-coffee": [
    question("To discuss", "Обсудить", "What do you want to talk about?", "О чём вы хотите поговорить?"),
    question("Discussing", "Обсуждаем", "What are we talking about now?", "О чём говорим сейчас?"),
    question("Discussed", "Обсудили", "What have we talked about?", "О чём уже поговорили?"),
    question("Takeaways", "Выводы", "What do we take with us?", "К чему мы пришли?"),
  ],
  starfish: [
    question("Keep doing", "Продолжать", "What works as it is?", "Что хорошо и так?"),
    question("More of", "Делать больше", "What do we want more of?", "Чего нам нужно больше?"),
    question("Start doing", "Начать", "What is worth a try?", "Что стоит попробовать?"),
    question("Stop doing", "Прекратить", "What helps nobody?", "Что никому не помогает?"),
    question(
      "Less of",
      "Делать меньше",
      "What takes too much of our time?",
      "На что уходит слишком много времени?",
    ),
  ],
  daki: [
    question("Drop", "Убрать", "What can we do without?", "Без чего мы обойдёмся?"),
    question("Add", "Добавить", "What would help us?", "Что нам помогло бы?"),
    question("Keep", "Оставить", "What should stay as it is?", "Что пусть останется как есть?"),
    question("Improve", "Улучшить", "What works, but not well enough?", "Что работает, но могло бы лучше?"),
  ],
  kalm: [
    question("Keep", "Оставить", "What should stay as it is?", "Что пусть останется как есть?"),
    question("Add", "Добавить", "What would help us?", "Что нам помогло бы?"),
    question("Less", "Меньше", "What should we do less?", "Что делать реже?"),
    question("More", "Больше", "What should we do more?", "Что делать чаще?"),
  ],
  wrap: [
    question("Wishes", "Желания", "What do you wish for?", "Чего вам хочется?"),
    question("Risks", "Риски", "What could go wrong?", "Что может пойти не так?"),
    question(
      "Appreciations",
      "Благодарности",
      "Whom do you thank, and for what?",
      "Кому и за что вы скажете спасибо?",
    ),
    question("Puzzles", "Загадки", "What do you not understand yet?", "Что для вас пока загадка?"),
  ],
  "rose-thorn-bud": [
    question("Rose: what bloomed", "Роза: что расцвело", "What are you proud of?", "Чем вы гордитесь?"),
    question(
      "Thorn: what hurt",
      "Шип: что укололо",
      "What hurt or got in the way?",
      "Что задело или помешало?",
    ),
    question(
      "Bud: what could grow",
      "Бутон: что может вырасти",
      "Which idea could grow?",
      "Какая идея может вырасти?",
    ),
  ],
} satisfies Record<string, readonly TemplateSectionTexts[]>;

export const templateSections = { ...classicsAndPractices, ...stories };

export type TemplateKey = keyof typeof templateSections;
