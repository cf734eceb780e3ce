import { limits } from "@retro/contract/limits";
import type { Localized } from "@retro/contract/messages/catalogue";
import type { Retention } from "../../../settings.ts";

const { keptDays } = limits;

/** A change of what is stored needs a change here: `privacy-policy.test.ts` tests each promise. */
export function privacyPolicy(retention: Retention): Localized<string> {
  return { en: english(retention), ru: russian(retention) };
}

const russianDays = { one: "день", few: "дня", many: "дней", other: "дня" } as Record<
  Intl.LDMLPluralRule,
  string
>;
const russianPlural = new Intl.PluralRules("ru");
function russianInDays(days: number): string {
  return `${days} ${russianDays[russianPlural.select(days)]}`;
}

function englishPeriods(retention: Retention) {
  const untilDeleted = "until whoever runs this server deletes";
  const boards =
    retention.boards === null
      ? `Boards are kept ${untilDeleted} them.`
      : `A board goes into the bin ${retention.boards} days after somebody last read or changed it.`;
  const visitors =
    retention.visitors === null
      ? `Your profile is kept until you delete it, or ${untilDeleted} it.`
      : `Your profile is deleted ${retention.visitors} days after you were last active. Your stickers then stay on their boards without your name, your votes stay counted, and your reactions go.`;
  return { boards, visitors };
}

function english(retention: Retention): string {
  const { boards, visitors } = englishPeriods(retention);
  return `# Privacy policy

Retro is a board for team retrospectives. You can use it without giving your name, your address or anything else about you. This page says what the server keeps, why, and for how long.

## In short

- There is no advertising, no analytics by others and no tracking from site to site.
- Nothing is sold or handed on.
- You enter without an account: a name is made up for you, and you may change it.
- Whoever knows a board's link can read the board, unless the board has a passphrase; whoever knows the link of a space can see all its boards. Treat these links like an invitation.

## What is kept

- **Your profile:** your name, the colour you chose, whether your avatar shows on stickers, and the day on which you were last active.
- **Boards:** titles, descriptions, stickers, votes, reactions, which of them are yours, and when you last opened a board.
- **Passphrases of boards,** as a fingerprint from which they cannot be read, and whether you have given a board's passphrase.
- **Spaces of teams:** their names, which boards belong to them, and what their next board starts with. Not who is a member: of a space's link only a fingerprint is kept.
- **Templates** that you saved for yourself.
- **Your session:** a random identifier in a cookie, of which the server keeps only a fingerprint, with your network address and the name of your browser. They let you stay signed in, and let administrators recognise their own sessions.
- **Clicks on seven controls,** such as New Board or the link to this page: your name, the control and the time. Never what you write on a board.
- **Feedback, messages and newsletter addresses,** if you send any. Pictures are encoded anew, so that hidden details such as the place where they were taken are gone.
- **Failed attempts to sign in** as an administrator: fingerprints of the account and the network address, for about an hour.

Everyday logs of the server hold the path of a request, its result and its duration. Network addresses are also counted in memory, to hold back floods of requests.

## The check that you are human

Before you enter, and before a contact form or a newsletter address is sent, your browser solves a small mathematical puzzle. It comes from this server and is checked here. No other company takes part, and nothing about you is collected: a robot would simply have to do the same work. The solved puzzle's fingerprint is kept until the puzzle expires, about an hour, so that it cannot be used twice.

## Cookies and local storage

- \`retro_session\` keeps you signed in, for 30 days from your last visit.
- \`XSRF-TOKEN\` guards against forged requests, until you close the browser.
- \`retro_device\` is set only for administrators who have signed in, for a year: it keeps strangers from locking them out.
- Your browser itself remembers the theme, full screen, and similar choices. They are not sent to the server, except for the language, which your browser asks for with each page.
- Your browser also keeps changes of a board that could not be sent yet, until they are sent.
- \`retro.spaces\` in your browser holds the links and names of the spaces that you opened. A key in it is sent to the server when you open its space or a board, to find the way back to the space.

All of them are needed for the product to work. There are no others.

## How long

- Sessions end 30 days after their last use, or when you sign out.
- ${visitors}
- ${boards}
- A board in the bin is kept for 30 days, so that those who used it can restore it, and is deleted then.
- A space in which nothing was ever done is deleted after a year.
- A deleted sticker is kept for one day, so that the user who deleted it can restore it.
- The list of changes with which browsers catch up holds no text; it is deleted ${keptDays.changeLog} days after the last use of its board.
- The record of clicks is deleted after ${keptDays.activityLog} days.
- Feedback is deleted with its pictures after ${keptDays.feedback} days.
- Messages of the contact form are deleted after ${keptDays.contacts} days.
- Newsletter addresses are deleted as soon as you use the link to unsubscribe.

The server deletes by itself, at most two days after these times. Whoever runs this server may delete earlier.

## Who can see it

Everyone with a board's link sees the board, the names of those present, and who wrote which sticker unless the facilitator has hidden that. Administrators of this server see the list of boards, the record of clicks, feedback, messages and newsletter addresses. If this server is set up to use an outside push service, changes to a board also pass through that service on their way to the other participants.

## Your rights

You may see what is stored about you, correct it, and delete it, at any time and by yourself. All of it is in the user menu:

- **Your name and colour** can be changed there.
- **Download my data** gives you a file with everything that is stored about you.
- **Delete my data** deletes it at once: your profile, your sessions, your templates, the feedback you sent, the record of your clicks and of the boards you opened, and boards that nobody else has used. On other boards your stickers stay without your name, your votes stay counted without your name, and your reactions go.

Messages of the contact form and newsletter addresses are not connected with your profile. To have a message deleted, write to us through the [contact form](/contact) from the same address. Backups of this server may hold deleted data until they are replaced.
`;
}

function russianPeriods(retention: Retention) {
  const untilDeleted = "пока тот, кто поддерживает этот сервер, не удалит";
  const boards =
    retention.boards === null
      ? `Доски хранятся, ${untilDeleted} их.`
      : `Доска попадает в корзину через ${russianInDays(retention.boards)} после того, как её последний раз читали или меняли.`;
  const visitors =
    retention.visitors === null
      ? `Ваш профиль хранится, пока вы его не удалите или ${untilDeleted} его.`
      : `Ваш профиль удаляется через ${russianInDays(retention.visitors)} после вашего последнего посещения. Стикеры тогда остаются на досках без вашего имени, голоса по-прежнему учитываются, а реакции исчезают.`;
  return { boards, visitors };
}

function russian(retention: Retention): string {
  const { boards, visitors } = russianPeriods(retention);
  return `# Политика конфиденциальности

Retro — это доска для командных ретроспектив. Чтобы ею пользоваться, не нужно сообщать ни имени, ни адреса, ни чего-либо ещё о себе. Здесь сказано, что хранит сервер, зачем и как долго.

## Коротко

- Нет рекламы, чужой аналитики и слежки от сайта к сайту.
- Данные не продаются и никому не передаются.
- Вы входите без учётной записи: имя придумывается за вас, и его можно сменить.
- Доску может прочитать каждый, кто знает ссылку на неё, если у доски нет пароля; каждый, кто знает ссылку на пространство, видит все его доски. Относитесь к этим ссылкам как к приглашению.

## Что хранится

- **Ваш профиль:** имя, под которым вы участвуете, выбранный цвет, то, виден ли ваш аватар на стикерах, и день, когда вы последний раз были здесь.
- **Доски:** названия, описания, стикеры, голоса, реакции, какие из них ваши и когда вы последний раз открывали доску.
- **Пароли досок:** только отпечаток, по которому пароль не узнать, и то, вводили ли вы его.
- **Пространства команд:** названия, какие доски в них и с чего начинается следующая доска. Но не их участники: от ссылки на пространство хранится только отпечаток.
- **Шаблоны,** которые вы сохранили для себя.
- **Ваша сессия:** случайный идентификатор в cookie, от которого сервер хранит только отпечаток, а с ним — сетевой адрес и название браузера. Благодаря этому не нужно входить заново, а администраторы узнают свои собственные сессии.
- **Нажатия на семь элементов,** например «Новая доска» или ссылку на эту страницу: ваше имя, сам элемент и время. Но никогда — то, что вы пишете на доске.
- **Отзывы, сообщения и адреса для рассылки,** если вы их отправили. Картинки кодируются заново, и скрытые сведения, например место съёмки, исчезают.
- **Неудачные попытки входа** администратора: отпечатки учётной записи и сетевого адреса, примерно час.

В обычных журналах сервера есть путь запроса, его итог и длительность. Кроме того, запросы с каждого сетевого адреса подсчитываются в памяти, чтобы сдерживать их потоки.

## Проверка, что вы человек

Перед входом, а также перед отправкой сообщения или адреса для рассылки ваш браузер решает небольшую математическую задачу. Её выдаёт и проверяет этот же сервер. Другие компании в этом не участвуют, и о вас ничего не собирается: роботу просто пришлось бы проделать ту же работу. Отпечаток решённой задачи хранится, пока не истечёт её срок, примерно час, чтобы её нельзя было использовать дважды.

## Cookie и память браузера

- \`retro_session\` помнит, что вы вошли: 30 дней с последнего посещения.
- \`XSRF-TOKEN\` защищает от поддельных запросов, пока открыт браузер.
- \`retro_device\` ставится только администраторам после входа, на год: так посторонние не смогут заблокировать им вход.
- Сам браузер помнит тему, полноэкранный режим и подобные настройки. На сервер они не отправляются, кроме языка: его браузер сообщает при каждом запросе страницы.
- Кроме того, браузер хранит изменения на доске, которые ещё не удалось отправить, — до их отправки.
- \`retro.spaces\` в браузере — ссылки и названия пространств, которые вы открывали. Ключ из этого списка отправляется на сервер, когда вы открываете пространство или доску, чтобы найти путь от доски к её пространству.

Всё это нужно для работы продукта. Других cookie нет.

## Как долго

- Сессия заканчивается через 30 дней после последнего использования или когда вы выходите.
- ${visitors}
- ${boards}
- Доска в корзине хранится 30 дней, чтобы её могли вернуть те, кто ею пользовался, а потом удаляется.
- Пространство, в котором ничего не делали, удаляется через год.
- Удалённый стикер хранится один день, чтобы тот, кто его удалил, мог его вернуть.
- Список изменений, по которому браузеры узнают о пропущенном, не содержит текстов; он удаляется через ${russianInDays(keptDays.changeLog)} после того, как доской последний раз пользовались.
- Записи о нажатиях удаляются через ${russianInDays(keptDays.activityLog)}.
- Отзывы удаляются вместе с картинками через ${russianInDays(keptDays.feedback)}.
- Сообщения из формы обратной связи удаляются через ${russianInDays(keptDays.contacts)}.
- Адрес для рассылки удаляется сразу, как только вы воспользуетесь ссылкой для отписки.

Сервер удаляет данные сам, не позже чем через два дня после этих сроков. Тот, кто поддерживает этот сервер, может удалить их раньше.

## Кто это видит

Каждый, у кого есть ссылка на доску, видит доску, имена присутствующих и авторов стикеров, если ведущий их не скрыл. Администраторы этого сервера видят список досок, записи о нажатиях, отзывы, сообщения и адреса для рассылки. Если сервер настроен на работу с внешней службой доставки сообщений, изменения на доске проходят и через неё по пути к другим участникам.

## Ваши права

Вы можете в любое время сами посмотреть, что о вас хранится, исправить это и удалить. Всё это есть в меню пользователя:

- **Имя и цвет** можно изменить прямо там.
- **Скачать мои данные** — файл со всем, что о вас хранится.
- **Удалить мои данные** — удаление сразу: профиль, сессии, ваши шаблоны, отправленные отзывы, записи о нажатиях и об открытых досках, а также доски, которыми больше никто не пользовался. На остальных досках ваши стикеры остаются без вашего имени, голоса по-прежнему учитываются без имени, а реакции исчезают.

Сообщения из формы обратной связи и адреса для рассылки не связаны с вашим профилем. Чтобы сообщение удалили, напишите нам через [форму обратной связи](/contact) с того же адреса. В резервных копиях сервера удалённые данные могут оставаться, пока копии не обновятся.
`;
}
