import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";
import { copyFrom, inSpace, wordsOf } from "./0012-space-search.ts";

export const stickerText = (sticker: string) =>
  `(${sticker}.title || coalesce(' ' || ${sticker}.name, '') || coalesce(' ' || ${sticker}.note, ''))`;

/** What each row of the index is made of. @param texts of a sticker `i` and an action `a` */
export function spaceSources(engine: Engine, texts: { sticker: string; action: string }): string {
  return `view space_sources as
    select b.id as board_id, 'board' as kind, b.id as ref, b.created_at, ${wordsOf(engine, "b", "b.title")} as words
      from boards b where b.space_id is not null
    union all
    select i.board_id, 'sticker', i.id, i.created_at, ${wordsOf(engine, "t", texts.sticker)}
      from items i join boards b on b.id = i.board_id
      where b.space_id is not null and i.kind = 'sticker' and i.title is not null
    union all
    select a.board_id, 'action', a.id, a.created_at, ${wordsOf(engine, "t", texts.action)}
      from actions a join boards b on b.id = a.board_id where b.space_id is not null`;
}

/** A search in a space finds stickers by the name of their group and by their note, too [G8]. */
export async function searchNotes(db: Kysely<Database>, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const words = (sticker: string) => wordsOf(engine, "t", stickerText(sticker));
  const view = spaceSources(engine, { sticker: stickerText("i"), action: "a.text" });
  if (engine === "postgres") {
    await run(`create or replace ${view}`);
    await run(`create or replace function index_space_items() returns trigger language plpgsql as $$ begin
      insert into space_texts (board_id, kind, ref, words)
        select c.board_id, 'sticker', c.id, ${words("c")}
        from changed c cross join lateral (select space_id from boards where id = c.board_id offset 0) b
        where b.space_id is not null and c.kind = 'sticker' and c.title is not null order by c.created_at, c.id;
      return null; end $$`);
    await run("drop trigger space_items_changed on items");
    await run(`create trigger space_items_changed after update of title, name, note on items for each row
      when (new.title is distinct from old.title or new.name is distinct from old.name
        or new.note is distinct from old.note)
      execute function index_space_text('sticker')`);
  } else {
    await run("drop view space_sources");
    await run(`create ${view}`);
    await run("drop trigger space_items_changed");
    await run(`create trigger space_items_changed after update of title, name, note on items
      when (new.title is not old.title or new.name is not old.name or new.note is not old.note) and ${inSpace} begin
        delete from space_texts where ref = old.id and kind = 'sticker';
        ${copyFrom("kind = 'sticker' and ref = new.id")}; end`);
  }
  // Written again: they are found from now on.
  const noted = "select id from items where name is not null or note is not null";
  await run(`delete from space_texts where kind = 'sticker' and ref in (${noted})`);
  await run(copyFrom(`kind = 'sticker' and ref in (${noted})`));
}
