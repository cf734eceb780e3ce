import type { SqlCheck } from "./sql-check.ts";

const advice = "Stop the servers and run verify with --repair";

export const spaceChecks: readonly SqlCheck[] = [
  {
    problem: "boards whose number of open actions is wrong",
    advice,
    isError: true,
    query: () => `select b.id as subject from boards b
      where (select count(*) from actions a where a.board_id = b.id and a.status = 'open')
        <> (select coalesce(sum(total), 0) from action_counts c where c.board_id = b.id and c.kind = 'open')`,
  },
  {
    problem: "texts that the search index of a space lacks, or has differently",
    advice,
    isError: true,
    query: () => `select s.kind || ' ' || s.ref || ' on board ' || s.board_id as subject from space_sources s
      left join space_texts t on t.ref = s.ref and t.kind = s.kind
      where t.ref is null or t.board_id <> s.board_id or t.words <> s.words`,
  },
  {
    problem: "texts in the search index of a space that no board has",
    advice,
    isError: true,
    query: () => `select t.kind || ' ' || t.ref || ' on board ' || t.board_id as subject from space_texts t
      left join space_sources s on s.ref = t.ref and s.kind = t.kind where s.ref is null`,
  },
  {
    problem: "a search index of the spaces that lacks rows",
    advice,
    isError: true,
    // On PostgreSQL the words are in the row.
    query: (engine) =>
      engine === "postgres"
        ? null
        : "select 'space_words' as subject where (select count(*) from space_words) <> (select count(*) from space_texts)",
  },
];
