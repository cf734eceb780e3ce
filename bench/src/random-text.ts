/** A sequence of numbers in [0, 1), the same for the same seed (mulberry32): every run does the same work. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const english =
  `the a we our team sprint release review deploy build test pipeline meeting standup planning estimate
  customer support ticket bug incident alert dashboard feature flag branch merge conflict design document feedback
  goal focus scope change late early slow fast good better great helped missed forgot learned started stopped keep
  try more less too many few people pairing together remote office time week day morning friday before after because
  without with about from until again always never often was were is are has had could should need want make take
  give find show tell ask answer wait review share write read fix break ship plan talk listen thanks`.split(
    /\s+/,
  );
const russian =
  `мы наша команда спринт релиз ревью сборка тесты встреча планирование оценка клиент поддержка задача
  ошибка авария метрики доска функция ветка слияние конфликт дизайн документ отзыв цель фокус объём изменения поздно
  рано медленно быстро хорошо лучше отлично помогло забыли узнали начали перестали продолжаем пробуем больше меньше
  слишком много мало люди вместе удалённо офис время неделя день утро пятница до после потому без про от пока снова
  всегда никогда часто было есть нужно хотим делаем берём даём нашли показали спросили ответили ждали поделились
  написали прочитали починили сломали выпустили обсудили услышали спасибо ещё всё`.split(/\s+/);

/** A text of `length` characters in natural words, English or Russian as `random` has it. */
export function randomText(random: () => number, length = 100): string {
  const words = random() < 0.5 ? english : russian;
  let text = "";
  while (text.length < length) text += `${words[Math.floor(random() * words.length)] ?? ""} `;
  const shortened = text.slice(0, length).trimEnd();
  return shortened.padEnd(length, ".");
}
