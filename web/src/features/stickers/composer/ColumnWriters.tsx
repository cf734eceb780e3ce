import { textColorOn } from "@retro/contract/contrast";
import type { PersonInfo } from "@retro/contract/entities";
import { useItemState } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { initialsOf } from "../../../ui/display/initials.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { writersText } from "./writersText.ts";

const maxDots = 3;

/** Never what they write [H7]. It lies over the column's foot, so nothing moves. */
export function ColumnWriters({ columnId }: { columnId: string }) {
  const t = useT();
  const writers = useItemState(columnId, (state) => state.writing.get(columnId));
  const people = useItemState(columnId, (state) => (state.writing.has(columnId) ? state.people : null));
  if (writers === undefined || people === null) return null;
  const known = writers.map((id) => ({ id, person: people.get(id) }));
  const text = writersText(
    t,
    known.map(({ person }) => person?.name ?? null),
  );
  return (
    <div className="column-writers">
      <p {...tip(text)}>
        {known.slice(0, maxDots).map(({ id, person }) => (
          <WriterDot key={id} person={person} />
        ))}
        <span className="column-writers-text">{text}</span>
      </p>
    </div>
  );
}

function WriterDot({ person }: { person: PersonInfo | undefined }) {
  if (person === undefined) return <span className="person-dot" data-initials="…" aria-hidden />;
  const { color } = person.options;
  return (
    <span
      className="person-dot"
      data-initials={initialsOf(person.name)}
      aria-hidden
      style={{ backgroundColor: color, color: textColorOn(color) }}
    />
  );
}
