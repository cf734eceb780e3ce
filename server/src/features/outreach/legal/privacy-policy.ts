/** What is stored, why, and for how long. It must stay true: whoever changes what is stored changes it here too. */
export const privacyPolicy = {
  en: `# Privacy policy

Retro is a board for team retrospectives. You can use it without giving your name, your address or anything else about you. This page says what the server keeps, why, and for how long.

## In short

- There is no advertising, no analytics by others and no tracking from site to site.
- Nothing is sold or handed on.
- You enter without an account: a name is made up for you, and you may change it.
- Whoever knows a board's link can read the board. Treat the link like an invitation.

## What is kept

- **Your profile:** the name you go by, the colour you chose and whether your avatar shows on stickers.
- **Boards:** titles, descriptions, stickers, votes, which of them are yours, and when you last opened a board.
- **Templates** that you saved for yourself.
- **Your session:** a random identifier in a cookie, of which the server keeps only a fingerprint, with your network address and the name of your browser. They let you stay signed in, and let administrators recognise their own sessions.
- **Clicks on seven controls,** such as New Board or the link to this page: your name, the control and the time. Never what you write on a board.
- **Feedback, messages and newsletter addresses,** if you send any. Pictures are encoded anew, so that hidden details such as the place where they were taken are gone.
- **Failed attempts to sign in** as an administrator: fingerprints of the account and the network address, for a day after the last lock.

Everyday logs of the server hold the path of a request, its result and its duration. Network addresses are also counted in memory, to hold back floods of requests.

## The check that you are human

Before you enter, and before a contact form or a newsletter address is sent, your browser solves a small mathematical puzzle. It comes from this server and is checked here. No other company takes part, and nothing about you is collected: a robot would simply have to do the same work. The solved puzzle's fingerprint is kept until the puzzle expires, about an hour, so that it cannot be used twice.

## Cookies and local storage

- \`retro_session\` keeps you signed in, for 30 days from your last visit.
- \`XSRF-TOKEN\` guards against forged requests, until you close the browser.
- \`retro_device\` is set only for administrators who have signed in, for a year: it keeps strangers from locking them out.
- Your browser itself remembers the theme, full screen, and similar choices. They are not sent to the server, except for the language, which your browser asks for with each page.

All of them are needed for the product to work. There are no others.

## How long

- Sessions end 30 days after their last use, or when you sign out.
- The record of clicks is deleted after 90 days, unless whoever runs this server chose another time.
- Newsletter addresses are deleted as soon as you use the link to unsubscribe.
- Boards, feedback and messages are kept until whoever runs this server deletes them.

## Who can see it

Everyone with a board's link sees the board, the names of those present, and who wrote which sticker unless the facilitator has hidden that. Administrators of this server see the list of boards, the record of clicks, feedback, messages and newsletter addresses. If this server is set up to use an outside push service, changes to a board also pass through that service on their way to the other participants.

## Your rights

You may ask what is kept about you, and have it corrected or deleted. Write to us through the [contact form](/contact). Since you have no account, tell us the name you went by and the link of the board.
`,
  ru: `# Политика конфиденциальности

Retro — это доска для командных ретроспектив. Чтобы ею пользоваться, не нужно сообщать ни имени, ни адреса, ни чего-либо ещё о себе. Здесь сказано, что хранит сервер, зачем и как долго.

## Коротко

- Нет рекламы, чужой аналитики и слежки от сайта к сайту.
- Данные не продаются и никому не передаются.
- Вы входите без учётной записи: имя придумывается за вас, и его можно сменить.
- Доску может прочитать каждый, кто знает ссылку на неё. Относитесь к ссылке как к приглашению.

## Что хранится

- **Ваш профиль:** имя, под которым вы участвуете, выбранный цвет и то, виден ли ваш аватар на стикерах.
- **Доски:** названия, описания, стикеры, голоса, какие из них ваши и когда вы последний раз открывали доску.
- **Шаблоны,** которые вы сохранили для себя.
- **Ваша сессия:** случайный идентификатор в cookie, от которого сервер хранит только отпечаток, а с ним — сетевой адрес и название браузера. Благодаря этому не нужно входить заново, а администраторы узнают свои собственные сессии.
- **Нажатия на семь элементов,** например «Новая доска» или ссылку на эту страницу: ваше имя, сам элемент и время. Но никогда — то, что вы пишете на доске.
- **Отзывы, сообщения и адреса для рассылки,** если вы их отправили. Картинки кодируются заново, и скрытые сведения, например место съёмки, исчезают.
- **Неудачные попытки входа** администратора: отпечатки учётной записи и сетевого адреса, в течение суток после последней блокировки.

В обычных журналах сервера есть путь запроса, его итог и длительность. Кроме того, запросы с каждого сетевого адреса подсчитываются в памяти, чтобы сдерживать их потоки.

## Проверка, что вы человек

Перед входом, а также перед отправкой сообщения или адреса для рассылки ваш браузер решает небольшую математическую задачу. Её выдаёт и проверяет этот же сервер. Другие компании в этом не участвуют, и о вас ничего не собирается: роботу просто пришлось бы проделать ту же работу. Отпечаток решённой задачи хранится, пока не истечёт её срок, примерно час, чтобы её нельзя было использовать дважды.

## Cookie и память браузера

- \`retro_session\` помнит, что вы вошли: 30 дней с последнего посещения.
- \`XSRF-TOKEN\` защищает от поддельных запросов, пока открыт браузер.
- \`retro_device\` ставится только администраторам после входа, на год: так посторонние не смогут заблокировать им вход.
- Сам браузер помнит тему, полноэкранный режим и подобные настройки. На сервер они не отправляются, кроме языка: его браузер сообщает при каждом запросе страницы.

Всё это нужно для работы продукта. Других cookie нет.

## Как долго

- Сессия заканчивается через 30 дней после последнего использования или когда вы выходите.
- Записи о нажатиях удаляются через 90 дней, если тот, кто поддерживает этот сервер, не выбрал другой срок.
- Адрес для рассылки удаляется сразу, как только вы воспользуетесь ссылкой для отписки.
- Доски, отзывы и сообщения хранятся, пока их не удалит тот, кто поддерживает этот сервер.

## Кто это видит

Каждый, у кого есть ссылка на доску, видит доску, имена присутствующих и авторов стикеров, если ведущий их не скрыл. Администраторы этого сервера видят список досок, записи о нажатиях, отзывы, сообщения и адреса для рассылки. Если сервер настроен на работу с внешней службой доставки сообщений, изменения на доске проходят и через неё по пути к другим участникам.

## Ваши права

Вы можете спросить, что о вас хранится, попросить исправить это или удалить. Напишите нам через [форму обратной связи](/contact). Учётной записи у вас нет, поэтому укажите имя, под которым вы участвовали, и ссылку на доску.
`,
} as const;
