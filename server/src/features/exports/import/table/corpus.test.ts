import { describe, expect, test } from "vitest";
import { previewFile } from "./preview.ts";
import { runImportTask } from "../run-import-task.ts";

/** The header lines of real exports, with rows of our own: what a guess makes of each. */
interface Export {
  tool: string;
  header: string;
  rows: string[];
  /** `heading=role` of the columns that are imported. */
  roles: string[];
  board: string[];
}

const exports: Export[] = [
  {
    tool: "Trello",
    header:
      "Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,Attachment Count,Attachment Links,Checklist Item Total Count,Checklist Item Completed Count,Vote Count,Comment Count,Last Activity Date,List ID,List Name,Board ID,Board Name,Archived,Start Date,Due Complete",
    rows: [
      "5f1,Tea is cold,https://trello.com/c/a,,,ann,,0,,0,0,3,1,2026-11-20,6a1,Went well,7b,Retro,false,,false",
      "5f2,Cake,https://trello.com/c/b,,red,,,0,,0,0,1,0,2026-11-20,6a1,Went well,7b,Retro,false,,false",
      "5f3,Noise in the hall,https://trello.com/c/c,,,bob,,0,,0,0,0,0,2026-11-21,6a2,To improve,7b,Retro,false,,false",
      "5f4,Old card,https://trello.com/c/d,,,,,0,,0,0,0,0,2026-11-21,6a2,To improve,7b,Retro,true,,false",
    ],
    roles: ["Card Name=text", "Vote Count=votes", "List Name=section"],
    board: ["Went well: Tea is cold+3 | Cake+1", "To improve: Noise in the hall", "closedCards 1"],
  },
  {
    tool: "Notion",
    header: "Name,Status,Tags,Votes,Created time",
    rows: [
      'Tea is cold,Went well,kitchen,3,"November 20, 2026 10:12 AM"',
      'Cake,Went well,,1,"November 20, 2026 10:13 AM"',
      'Noise,To improve,,0,"November 20, 2026 10:14 AM"',
      'Rain,To improve,,0,"November 20, 2026 10:15 AM"',
    ],
    roles: ["Name=text", "Status=section", "Votes=votes"],
    board: ["Went well: Tea is cold+3 | Cake+1", "To improve: Noise | Rain"],
  },
  {
    tool: "Asana",
    header:
      "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies)",
    rows: [
      "1204,2026-11-20,,2026-11-20,Tea is cold,Went well,Ann Lee,ann@x.example,,,,,Retro,,,",
      "1205,2026-11-20,,2026-11-21,Cake,Went well,Bob Ray,bob@x.example,,2026-12-01,,with cream,Retro,,,",
      "1206,2026-11-20,,2026-11-22,Noise,To improve,Ann Lee,ann@x.example,,,,,Retro,,,",
    ],
    roles: ["Name=text", "Section/Column=section", "Assignee=author"],
    board: ["Went well: Tea is cold | Cake", "To improve: Noise", "authors 2"],
  },
  {
    tool: "Microsoft Planner",
    header:
      "Task ID,Task Name,Bucket Name,Progress,Priority,Assigned To,Created By,Created Date,Start date,Due date,Is Recurring,Late,Completed Date,Completed By,Completed Checklist Items,Checklist Items,Labels,Description",
    rows: [
      "xYz0aaaaaaaaaaaaaaa1,Tea is cold,Went well,Not started,Medium,Ann Lee,Bob Ray,11/20/2026,,,false,false,,,,,,",
      "xYz0aaaaaaaaaaaaaaa2,Cake,Went well,Not started,Medium,,Bob Ray,11/20/2026,,,false,false,,,,,,",
      "xYz0aaaaaaaaaaaaaaa3,Noise,To improve,Not started,Medium,Ann Lee,Bob Ray,11/20/2026,,,false,false,,,,,,",
    ],
    roles: ["Task Name=text", "Bucket Name=section", "Assigned To=author"],
    board: ["Went well: Tea is cold | Cake", "To improve: Noise", "authors 1"],
  },
  {
    tool: "Planner, with lines above its headings",
    header:
      "Plan name,Retro\nPlan ID,abc\nDate of export,11/28/2026\n\nTask ID,Task Name,Bucket Name,Progress,Created By",
    rows: [
      "a1,Tea is cold,Went well,Not started,Bob",
      "a2,Noise,To improve,Not started,Ann",
      "a3,Rain,To improve,Not started,Ann",
      "a4,Ice,To improve,Not started,Ann",
    ],
    roles: ["Task Name=text", "Bucket Name=section", "Created By=author"],
    board: ["Went well: Tea is cold", "To improve: Noise | Rain | Ice", "authors 2"],
  },
  {
    tool: "Jira",
    header:
      "Summary,Issue key,Issue id,Issue Type,Status,Project key,Project name,Project type,Project lead,Project description,Priority,Resolution,Assignee,Reporter,Creator,Created,Updated,Due date,Votes,Labels,Description,Status Category",
    rows: [
      "Tea is cold,AB-1,10001,Task,To Do,AB,Retro,software,Ann,,Medium,,Ann,Bob,Bob,20/Nov/26 10:01 AM,20/Nov/26 10:01 AM,,3,,,To Do",
      "Cake,AB-2,10002,Task,Done,AB,Retro,software,Ann,,Medium,,Ann,Bob,Bob,20/Nov/26 10:01 AM,20/Nov/26 10:01 AM,,1,,,Done",
      "Noise,AB-3,10003,Bug,To Do,AB,Retro,software,Ann,,Medium,,,Bob,Bob,20/Nov/26 10:01 AM,20/Nov/26 10:01 AM,,0,,,To Do",
      "Rain,AB-4,10004,Task,Done,AB,Retro,software,Ann,,Medium,,,Bob,Bob,20/Nov/26 10:01 AM,20/Nov/26 10:01 AM,,0,,,Done",
    ],
    roles: ["Summary=text", "Status=section", "Assignee=author", "Votes=votes"],
    board: ["To Do: Tea is cold+3 | Noise", "Done: Cake+1 | Rain", "authors 1"],
  },
  {
    tool: "Azure Boards",
    header: "ID,Work Item Type,Title,Assigned To,State,Tags,Area Path,Comment Count",
    rows: [
      "1,User Story,Tea is cold,Ann Lee <ann@x.example>,New,,Retro\\Team,0",
      "2,Bug,Cake,,Active,,Retro\\Team,1",
      "3,Bug,Noise,,New,,Retro\\Team,0",
      "4,Bug,Rain,,Active,,Retro\\Team,0",
    ],
    roles: ["Title=text", "Assigned To=author", "State=section"],
    board: ["New: Tea is cold | Noise", "Active: Cake | Rain", "authors 1"],
  },
  {
    tool: "Monday",
    header: "Name,Subitems,Person,Status,Date,Vote,Last updated",
    rows: [
      "Tea is cold,,Ann Lee,Went well,2026-11-20,3,2026-11-21",
      "Cake,,Bob Ray,Went well,2026-11-20,1,2026-11-21",
      "Noise,,,To improve,2026-11-20,,2026-11-21",
      "Rain,,,To improve,2026-11-20,,2026-11-21",
    ],
    roles: ["Name=text", "Status=section", "Vote=votes"],
    board: ["Went well: Tea is cold+3 | Cake+1", "To improve: Noise | Rain"],
  },
  {
    tool: "ClickUp",
    header:
      "Task Type,Task ID,Task Custom ID,Task Name,Task Content,Status,Date Created,Date Created Text,Due Date,Due Date Text,Parent ID,Attachments,Assignees,Tags,Priority,List Name,Folder Name/Path,Space Name,Time Estimated,Checklists,Comments",
    rows: [
      'Task,86a1,,Tea is cold,,went well,1763632812000,"11/20/2026, 10:00:12 AM GMT",,,null,[],[Ann Lee],[],,Retro,hidden,Team,,{},[]',
      'Task,86a2,,Cake,,went well,1763632812000,"11/20/2026, 10:00:12 AM GMT",,,null,[],[],[],,Retro,hidden,Team,,{},[]',
      'Task,86a3,,Noise,,to improve,1763632812000,"11/20/2026, 10:00:12 AM GMT",,,null,[],[],[],,Retro,hidden,Team,,{},[]',
      'Task,86a4,,Rain,,to improve,1763632812000,"11/20/2026, 10:00:12 AM GMT",,,null,[],[],[],,Retro,hidden,Team,,{},[]',
    ],
    roles: ["Task Name=text", "Status=section", "Assignees=author"],
    board: ["went well: Tea is cold | Cake", "to improve: Noise | Rain", "authors 2"],
  },
  {
    tool: "Miro",
    header: "Type,Content,Frame,Author,Created at,Tags",
    rows: [
      "sticky note,Tea is cold,Went well,Ann Lee,2026-11-20T10:00:00Z,",
      "sticky note,Cake,Went well,Bob Ray,2026-11-20T10:00:00Z,",
      "card,Noise,To improve,Bob Ray,2026-11-20T10:00:00Z,",
    ],
    roles: ["Type=kind", "Content=text", "Frame=section", "Author=author"],
    board: ["Went well: Tea is cold | Cake", "To improve: Noise", "authors 2"],
  },
  {
    tool: "Google Forms",
    header:
      '"Timestamp","Email Address","Your name","What went well?","What should we improve?","How was it (1-5)?"',
    rows: [
      '"2026/11/20 10:12:01 AM GMT+3","ann@x.example","Ann","Tea is warm","Noise in the hall","4"',
      '"2026/11/20 10:13:01 AM GMT+3","bob@x.example","Bob","Cakes on Monday","Rain","5"',
    ],
    roles: ["What went well?=stickers", "What should we improve?=stickers"],
    board: [
      "What went well?: Tea is warm | Cakes on Monday",
      "What should we improve?: Noise in the hall | Rain",
    ],
  },
  {
    tool: "Google Forms in Russian",
    header: '"Отметка времени","Что прошло хорошо?","Что улучшить?","Действия"',
    rows: [
      '"20.11.2026 10:12:01","Чай тёплый","Шум в коридоре","Купить чайник"',
      '"20.11.2026 10:13:01","Пироги по понедельникам","Дождь",""',
    ],
    roles: ["Что прошло хорошо?=stickers", "Что улучшить?=stickers", "Действия=stickers"],
    board: [
      "Что прошло хорошо?: Чай тёплый | Пироги по понедельникам",
      "Что улучшить?: Шум в коридоре | Дождь",
      "action Купить чайник",
    ],
  },
];

describe("X5 · the columns of a real export are told by headings and content", () => {
  test.each(exports)("$tool", async ({ header, rows, roles, board }) => {
    const bytes = Buffer.from([header, ...rows].join("\n"));
    const { table } = await previewFile(bytes, "T", {});
    if (table === null) throw new Error("the file of a tool");
    const taken = table.columns.filter(({ role }) => role !== "");
    expect(taken.map(({ heading, role }) => `${heading}=${role}`)).toEqual(roles);
    const columns = table.columns.map(({ role }) => role).join(",");
    const { delimiter, heading } = table;
    const choices = { columns, heading, ...(delimiter !== null && { delimiter }) };
    const made = await runImportTask({ task: "import", bytes, title: "T", choices });
    if (!("content" in made)) throw new Error("no board");
    expect([
      ...made.content.sections.map(
        ({ title, columns: [cards = []] }) =>
          `${title}: ${cards.map(({ text, votes }) => text + (votes ? `+${votes}` : "")).join(" | ")}`,
      ),
      ...(made.content.actions ?? []).map(({ text }) => `action ${text}`),
      ...made.leftOut.map(({ kind, count }) => `${kind} ${count}`),
    ]).toEqual(board);
  });
});
