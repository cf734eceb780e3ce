import MoreVertOutlined from "@mui/icons-material/MoreVertOutlined";
import type { BoardListRow, PersonInfo } from "@retro/contract/entities";
import { useId } from "react";
import { Link } from "react-router";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconAction } from "../../ui/IconAction.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { tip } from "../../ui/tip.ts";
import { BoardPlan } from "./BoardPlan.tsx";

interface Props {
  board: BoardListRow;
  /** Opens the card's menu at this button; without it the card has none. */
  onMenu?: ((button: HTMLButtonElement) => void) | undefined;
  /** The board is being duplicated: its menu waits. */
  busy?: boolean;
}

/** A board of the list: plan, title, counts, when the user opened it last, and who was there. */
export function BoardCard({ board, onMenu, busy = false }: Props) {
  const t = useT();
  const id = useId();
  const counts = `${t("boards.sections", { count: board.section_count })} · ${t("boards.stickers", { count: board.sticker_count })}`;
  const plan = board.sections
    ?.map(({ title, stickers }) => `${title}: ${t("boards.stickers", { count: stickers })}`)
    .join(", ");
  const names = board.people?.map(({ name }) => name).join(", ") ?? "";
  const people = names === "" ? undefined : t("boards.people", { names });
  return (
    <li className="board-card" data-board={board.id} aria-busy={busy}>
      <BoardPlan sections={board.sections} />
      {/* The link contains the title only, which is its name; its area covers the card. */}
      <Link className="card-link" to={paths.board(board.id)} aria-describedby={`${id}-words ${id}-date`}>
        <span className="card-title">{board.title}</span>
      </Link>
      {/* What the card shows, the plan and the avatars included, in words. */}
      <span id={`${id}-words`} hidden>
        {`${[counts, plan, people].filter((part) => part !== undefined).join(". ")}.`}
      </span>
      <span className="card-about">
        <span>{counts}</span>
        <span className="card-foot">
          {people !== undefined && <People people={board.people ?? []} label={people} />}
          {board.visited_at !== undefined && (
            <span id={`${id}-date`} className="card-date">
              <RelativeTime iso={board.visited_at} />
            </span>
          )}
        </span>
      </span>
      {onMenu !== undefined && (
        <IconAction
          className="card-menu"
          label={t("boards.menu", { title: board.title })}
          size="small"
          aria-haspopup="menu"
          onClick={(event) => {
            // Not disabled: the button keeps the focus.
            if (!busy) onMenu(event.currentTarget);
          }}
        >
          <MoreVertOutlined fontSize="small" />
        </IconAction>
      )}
    </li>
  );
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
