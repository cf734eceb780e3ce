import KeyOutlined from "@mui/icons-material/KeyOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import MoreVertOutlined from "@mui/icons-material/MoreVertOutlined";
import type { BoardListRow } from "@retro/contract/boards";
import type { PersonInfo } from "@retro/contract/users";
import { useId } from "react";
import { Link } from "../../../routes/router.tsx";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { Avatar } from "../../../ui/display/Avatar.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { Mark } from "../../../ui/display/Mark.tsx";
import { RelativeTime } from "../../../ui/display/RelativeTime.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { BoardPlan } from "../header/BoardPlan.tsx";

interface Props {
  board: BoardListRow;
  onMenu?: ((button: HTMLButtonElement) => void) | undefined;
  busy?: boolean;
}

function pictureInWords(t: ReturnType<typeof useT>, { sections, people }: BoardListRow) {
  const names = people?.map(({ name }) => name).join(", ") ?? "";
  return {
    plan: sections
      ?.map(({ title, stickers }) => `${title}: ${t("boards.stickers", { count: stickers })}`)
      .join(", "),
    people: names === "" ? undefined : t("boards.people", { names }),
  };
}

export function BoardCard({ board, onMenu, busy = false }: Props) {
  const t = useT();
  const id = useId();
  const title = board.passphrase === "needed" ? t("manage.passphraseNeeded") : board.title;
  const marks = [
    ...(board.locked ? [{ icon: LockOutlined, text: t("manage.isLocked") }] : []),
    ...(board.passphrase === undefined ? [] : [{ icon: KeyOutlined, text: t("manage.hasPassphrase") }]),
  ];
  const counts =
    stateOf(t, board) ??
    `${t("boards.sections", { count: board.section_count })} · ${t("boards.stickers", { count: board.sticker_count })}`;
  const { plan, people } = pictureInWords(t, board);
  return (
    <li className="board-card" data-board={board.id} aria-busy={busy}>
      <BoardPlan sections={board.sections} />
      {/* The link contains the title only, which is its name; its area covers the card. */}
      <Link className="card-link" to={paths.board(board.id)} aria-describedby={`${id}-words ${id}-date`}>
        <span className="card-title" dir="auto">
          {title}
        </span>
      </Link>
      <span id={`${id}-words`} hidden>
        {`${[...marks.map(({ text }) => text), counts, plan, people].filter((part) => part !== undefined).join(". ")}.`}
      </span>
      <span className="card-about">
        <span>
          {marks.map((mark) => (
            <Mark key={mark.text} {...mark} />
          ))}
          {counts}
        </span>
        <span className="card-foot">
          {people !== undefined && <People people={board.people ?? []} label={people} />}
          {board.visited_at !== undefined && (
            <span id={`${id}-date`} className="card-date">
              <RelativeTime iso={board.visited_at} labelled />
            </span>
          )}
        </span>
      </span>
      {onMenu !== undefined && (
        <IconAction
          icon={MoreVertOutlined}
          className="card-menu"
          label={t("boards.menu", { title })}
          size="small"
          aria-haspopup="menu"
          onClick={(event) => {
            // Not disabled: the button keeps the focus.
            if (!busy) onMenu(event.currentTarget);
          }}
        />
      )}
    </li>
  );
}

function stateOf(t: ReturnType<typeof useT>, board: BoardListRow): string | null {
  if (board.bin_until !== undefined) {
    const date = new Date(board.bin_until).toLocaleDateString(dateLocale(currentLocale()), {
      dateStyle: "long",
    });
    return t("manage.binUntil", { date });
  }
  if (board.in_other_space === true) return t("spaces.inOther");
  return board.passphrase === "needed" ? t("manage.cardPassphrase") : null;
}

function People({ people, label }: { people: readonly PersonInfo[]; label: string }) {
  return (
    <span className="card-people" {...tip(label)}>
      {people.map(({ name, options }) => (
        <Avatar key={name + options.color} name={name} color={options.color} size={24} />
      ))}
    </span>
  );
}
