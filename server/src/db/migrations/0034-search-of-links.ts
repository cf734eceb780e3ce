import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";
import { copyFrom, inSpace, wordsOf } from "./0012-space-search.ts";
import { spaceSources, stickerText } from "./0033-search-of-notes.ts";

/** A search in a space finds an action by the link of its issue, too [G8]. */
export async function searchLinks(db: Kysely<Database>, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const textOf = (action: string) => `(${action}.text || coalesce(' ' || ${action}.link, ''))`;
  const view = spaceSources(engine, { sticker: stickerText("i"), action: textOf("a") });
  if (engine === "postgres") {
    await run(`create or replace ${view}`);
    await run(`create or replace function index_space_actions() returns trigger language plpgsql as $$ begin
      insert into space_texts (board_id, kind, ref, words)
        select c.board_id, 'action', c.id, ${wordsOf(engine, "t", textOf("c"))}
        from changed c cross join lateral (select space_id from boards where id = c.board_id offset 0) b
        where b.space_id is not null order by c.created_at, c.id;
      return null; end $$`);
    await run("drop trigger space_actions_changed on actions");
    await run(`create trigger space_actions_changed after update of text, link on actions for each row
      when (new.text is distinct from old.text or new.link is distinct from old.link)
      execute function index_space_text('action')`);
  } else {
    await run("drop view space_sources");
    await run(`create ${view}`);
    await run("drop trigger space_actions_changed");
    await run(`create trigger space_actions_changed after update of text, link on actions
      when (new.text is not old.text or new.link is not old.link) and ${inSpace} begin
        delete from space_texts where ref = old.id and kind = 'action';
        ${copyFrom("kind = 'action' and ref = new.id")}; end`);
  }
  // Written again: they are found from now on.
  const linked = "select id from actions where link is not null";
  await run(`delete from space_texts where kind = 'action' and ref in (${linked})`);
  await run(copyFrom(`kind = 'action' and ref in (${linked})`));
}
