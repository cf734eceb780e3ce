export const releaseNotes = {
  en: `# Release notes

## 1.0

The first release.

**Boards**

- Boards of up to twelve sections, made from eighteen templates or from one of your own.
- Stickers with colours and text styles, moved by mouse, touch or keyboard, and grouped by dropping one onto another.
- Votes, with a limit for the whole board or for each section.
- Ten seconds to take back what was deleted.
- Export to PDF and Excel.

**Sessions**

- A timer that counts the same second on every screen.
- A facilitator who can hide content until everyone has written, stop editing, conceal vote counts and limit votes.
- Everybody's changes arrive at once; after a lost connection the board catches up by itself.

**Everywhere**

- English and Russian, a light and a dark theme, full screen, and phones.
- No account: a short puzzle, solved by your browser, stands in for it. No tracking.
- The user menu downloads or deletes everything that is stored about you.
`,
  ru: `# Заметки о выпусках

## 1.0

Первый выпуск.

**Доски**

- До двенадцати разделов на доске; восемнадцать готовых шаблонов и ваши собственные.
- Стикеры с цветами и оформлением текста: их можно переносить мышью, пальцем или с клавиатуры и собирать в группы, положив один на другой.
- Голосование с ограничением на всю доску или на каждый раздел.
- Десять секунд, чтобы вернуть удалённое.
- Выгрузка в PDF и Excel.

**Сессии**

- Таймер, который на всех экранах показывает одну и ту же секунду.
- Ведущий может скрыть содержимое, пока все не напишут своё, остановить редактирование, спрятать счёт голосов и ограничить их число.
- Изменения каждого видны сразу; после обрыва связи доска сама догоняет пропущенное.

**Повсюду**

- Русский и английский, светлая и тёмная тема, полный экран и телефоны.
- Без учётной записи: её заменяет короткая задача, которую решает браузер. Без слежки.
- В меню пользователя можно скачать или удалить всё, что о вас хранится.
`,
} as const;
