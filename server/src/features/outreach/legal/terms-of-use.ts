export const termsOfUse = {
  en: `# Terms of use

By using Retro on this server you agree to the following. It is short on purpose.

## What you get

Retro lets a team share a board, write stickers, vote and run a timed session. You need no account. Using it costs nothing unless whoever runs this server has agreed something else with you.

## What is yours stays yours

You keep all rights to what you write. The server stores it and shows it to everyone who has the board's link, because that is what it is for. It is used for nothing else.

## What we ask of you

- Write nothing that is against the law or that hurts others.
- Put no passwords, health data or other secrets on a board: whoever has the link can read it.
- Do not try to break in, to overload the server, or to get around its limits and the check at the door. If you have found a weakness, please tell us through the [contact form](/contact).
- Respect that what a team says in a retrospective usually stays in the team.

## Boards are shared

Everyone on a board may add stickers, and may change or delete those of others unless the facilitator has turned that off. A facilitator may hide content, limit votes and delete all stickers. What has been deleted cannot be brought back once the time to undo is over. Export what you want to keep.

## What can go wrong

The service is provided as it is. We take care, but cannot promise that it is always there and free of faults. As far as the law permits, we are not liable for lost content or for consequences of an interruption. Liability for intent and gross negligence, and for injury to life and health, remains.

## Closing the door

We may delete boards and end sessions that break these terms. You may stop using Retro at any time.

## Changes

If these terms change, the new ones stand here. Changes that matter are also mentioned in the [release notes](/release-notes). What is kept about you is described in the [privacy policy](/privacy-policy).
`,
  ru: `# Условия использования

Пользуясь Retro на этом сервере, вы соглашаетесь со следующим. Текст намеренно короткий.

## Что вы получаете

С Retro команда ведёт общую доску: пишет стикеры, голосует и проводит встречу по таймеру. Учётная запись не нужна. Пользоваться можно бесплатно, если вы не договорились об ином с тем, кто поддерживает этот сервер.

## Ваше остаётся вашим

Все права на то, что вы пишете, остаются у вас. Сервер хранит это и показывает каждому, у кого есть ссылка на доску: для того он и нужен. Ни для чего другого ваши записи не используются.

## О чём мы просим

- Не пишите ничего противозаконного и того, что ранит других.
- Не оставляйте на доске паролей, сведений о здоровье и других тайн: её прочтёт каждый, у кого есть ссылка.
- Не пытайтесь взломать или перегрузить сервер, обойти его ограничения и проверку на входе. Если вы нашли уязвимость, пожалуйста, сообщите нам через [форму обратной связи](/contact).
- Помните: сказанное на ретроспективе обычно остаётся в команде.

## Доски общие

Каждый участник может добавлять стикеры, а также менять и удалять чужие, если ведущий этого не запретил. Ведущий может скрыть содержимое, ограничить голоса и удалить все стикеры. Когда время на отмену прошло, удалённое не вернуть. То, что хотите сохранить, выгрузите в файл.

## Что может пойти не так

Сервис предоставляется как есть. Мы стараемся, но не можем обещать, что он всегда доступен и в нём нет ошибок. В пределах, допустимых законом, мы не отвечаем за утрату содержимого и за последствия перерывов в работе. Ответственность за умысел и грубую неосторожность, а также за вред жизни и здоровью сохраняется.

## Если правила нарушены

Мы можем удалять доски и завершать сессии, которые нарушают эти условия. Вы можете перестать пользоваться Retro в любой момент.

## Изменения

Если условия изменятся, новые появятся на этой странице. О важных изменениях мы пишем и в [заметках о выпусках](/release-notes). О том, что о вас хранится, рассказывает [политика конфиденциальности](/privacy-policy).
`,
} as const;
