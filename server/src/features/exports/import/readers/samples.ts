/** Files of other tools in their real shape, made by hand, with the oddities of their writers. */

export interface Sample {
  reader: string;
  text: string;
  title: string;
  /** A line for each section: `Title: text+votes(nested) | text`. */
  sections: string[];
  actions?: object[];
  leftOut?: Record<string, number>;
  withCards: (count: number) => string;
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const json = (value: unknown) => JSON.stringify(value, null, 1);

const ownBoard = (texts: readonly string[]) =>
  json({
    format: "retro-board",
    version: 1,
    board: { title: "Ours" },
    sections: [{ title: "Good", columns: [texts.map((text) => ({ text })), [], []] }],
  });

const trelloCard = (i: number) => ({
  id: (0x656d4c00 + i).toString(16).padEnd(24, "0"),
  name: `card ${i}`,
  desc: "",
  idList: "a",
  closed: false,
  pos: i,
});
const trelloBoard = {
  name: "Sprint 42",
  desc: "How did it go?",
  closed: false,
  lists: [
    { id: "b", name: "Bad", closed: false, pos: 65535.5 },
    { id: "a", name: "Good", closed: false, pos: 16384.25 },
    { id: "z", name: "Old", closed: true, pos: 1 },
    { id: "t", name: "Action items", closed: false, pos: 70000 },
  ],
  cards: [
    {
      ...trelloCard(0),
      name: "Second",
      pos: 2.5,
      badges: { votes: 3 },
      labels: [{ name: "x", color: "red" }],
      due: "2026-12-01T10:00:00.000Z",
      idMembers: ["m"],
      idMembersVoted: ["m"],
      attachments: [{ id: "1" }, { id: "2" }],
      idChecklists: ["k"],
    },
    { ...trelloCard(1), name: "First", desc: "with more\nto say", pos: 2.25 },
    { ...trelloCard(2), name: "Archived", closed: true },
    { ...trelloCard(3), name: "In an archived list", idList: "z" },
    { ...trelloCard(4), name: "Slow builds", idList: "b", pos: 1 },
    {
      ...trelloCard(5),
      name: "Buy a faster machine",
      idList: "t",
      due: "2026-12-24T11:00:00.000Z",
      dueComplete: true,
      idMembers: ["m", "n"],
    },
  ],
  checklists: [{ id: "k", idCard: "nowhere", name: "Loose", checkItems: [{ name: "x", state: "complete" }] }],
  members: [
    { id: "m", fullName: "Ann Lee", username: "ann" },
    { id: "n", fullName: "", username: "bob" },
  ],
  actions: [{ type: "commentCard", data: { text: "Yes" } }, { type: "updateCard" }],
};

const scrumlrNote = (id: string, text: string, rank: number, stack: string | null = null) => ({
  id,
  author: "u1",
  text,
  position: { column: "c1", stack, rank },
});
const scrumlrBoard = {
  board: { id: "b", name: "Scrumlr retro" },
  participants: [{ user: { id: "u1", name: "Ann" }, role: "OWNER" }],
  columns: [
    { id: "c2", name: "Bad", color: "x", visible: false, index: 1 },
    { id: "c1", name: "Good", color: "y", visible: true, index: 0 },
  ],
  notes: [
    scrumlrNote("n2", "Second", 2),
    scrumlrNote("n3", "Under first", 0, "n1"),
    scrumlrNote("n1", "First", 1),
  ],
  votings: [
    { status: "CLOSED", votes: { total: 9, votesPerNote: { n2: { total: 9 } } } },
    { status: "CLOSED", votes: { total: 2, votesPerNote: { n1: { total: 2 } } } },
  ],
};

const thunderdomeItem = (content: string, groupId: string, type: string, more = {}) => ({
  id: `id ${content}`,
  userId: "u",
  groupId,
  content,
  type,
  comments: [],
  reactions: null,
  ...more,
});
const thunderdomeBoard = {
  name: "Thunder",
  template: {},
  items: [
    thunderdomeItem("Pairing", "g1", "worked", { comments: [{ comment: "Yes" }] }),
    thunderdomeItem("Alone", "g2", "worked", { reactions: [{}, {}] }),
    thunderdomeItem("Mobbing", "g1", "improve"),
    thunderdomeItem("Head", "g3", "improve"),
    thunderdomeItem("Tail", "g3", "improve"),
  ],
  groups: [
    { id: "g1", name: "Together" },
    { id: "g2", name: "" },
    { id: "g3", name: "" },
  ],
  votes: [
    { userId: "u", groupId: "g1", count: 2 },
    { userId: "v", groupId: "g1", count: 1 },
    { userId: "v", groupId: "g2", count: 1 },
  ],
  actionItems: [{ content: "Pair on Mondays", completed: true, assignees: [{ id: "u", name: "Ann" }] }],
};

const azureItems = [
  {
    id: "c",
    title: "Child",
    columnId: "a",
    originalColumnId: "b",
    upvotes: 1,
    parentFeedbackItemId: "p",
    createdDate: "2026-11-20T10:00:00.000Z",
    createdBy: { displayName: "Ann Lee" },
  },
  { id: "p", title: "Parent", columnId: "a", upvotes: 3, childFeedbackItemIds: ["c"], createdBy: null },
];
const azureBoard = (title: string, items: object[]) => ({
  team: { id: "t" },
  board: {
    title,
    columns: [
      { id: "a", title: "Good" },
      { id: "b", title: "Bad" },
    ],
  },
  items,
});

const muralHeader =
  "ID,Text,BG Color,Sticky type,Border line,Position X,Position Y,Area,Link to,Last Updated By,Last Updated," +
  "Last Content Edited By,Last Content Edited,Tags,Integration Labels";

export const samples: Sample[] = [
  {
    reader: "our JSON",
    text: ownBoard(["a", "b"]),
    title: "Ours",
    sections: ["Good: a | b"],
    withCards: (count) => ownBoard(times(count, (i) => `t${i}`)),
  },
  {
    reader: "our CSV",
    text: "\uFEFFsection,column,group,text,votes\r\nGood,1,,Tea,2\r\nGood,1,Tea,Milk,",
    title: "T",
    sections: ["Good: Tea+2(Milk)"],
    withCards: (count) => `section,column,text\n${times(count, (i) => `S,1,t${i}`).join("\n")}`,
  },
  {
    reader: "our Markdown",
    text: [
      "# Sprint \\#42\n\nWhat went on\n\n## Top voted\n\n- **1.** Tea (3 votes, Good) — Ann\n  - Milk\n\n## Good\n\n",
      "- **Drinks:** Tea  \n  and \\*more\\* *(3 votes) 👍 2 — Ann*\n  - *Note:* Hot\n  - Milk *— Bob*\n- x (2 votes)\n",
      "\n## Bad\n\n*No stickers*\n\n## Actions\n\n- [x] Buy tea *(Due 2026-12-24) — Ops*\n- [ ] ~~Buy milk~~\n",
    ].join(""),
    title: "Sprint #42",
    sections: ["Good: Drinks = Tea/and *more*+3(Milk) | x (2 votes)", "Bad: "],
    actions: [
      { text: "Buy tea", owner: "Ops", due_on: "2026-12-24", status: "done" },
      { text: "Buy milk", status: "dropped" },
    ],
    leftOut: { authors: 2 },
    withCards: (count) => `# B\n\n## S\n\n${times(count, (i) => `- t${i}`).join("\n")}`,
  },
  {
    reader: "Trello",
    text: json(trelloBoard),
    title: "Sprint 42",
    sections: ["Good: First/with more/to say | Second+3", "Bad: Slow builds"],
    actions: [{ text: "Buy a faster machine", owner: "Ann Lee, bob", due_on: "2026-12-24", status: "done" }],
    leftOut: {
      closedLists: 1,
      closedCards: 2,
      dueDates: 1,
      attachments: 2,
      labels: 1,
      checklists: 1,
      comments: 1,
      owners: 1,
    },
    withCards: (count) => json({ ...trelloBoard, cards: times(count, trelloCard) }),
  },
  {
    reader: "Parabol",
    text:
      "\uFEFFreflectionGroup,author,votes,type,createdAt,discussionThread,prompt,content\r\n" +
      'Builds,Anonymous,4,Reflection,2026-11-20T10:00:00.000Z,,What hurt?,"Slow ""CI"""\r\n' +
      "Builds,Anonymous,4,Reflection,2026-11-20T10:01:00.000Z,,What hurt?,Red main\r\n" +
      "Tea,Anonymous,1,Reflection,2026-11-20T10:02:00.000Z,,What helped?,Tea\r\n" +
      "Builds,Ann Lee,4,Task,2026-11-20T11:00:00.000Z,,,Cache the modules\r\n" +
      "Builds,Bob,4,Comment,2026-11-20T11:01:00.000Z,A thread,,Agreed\r\n" +
      "Builds,Ann Lee,4,Reply,2026-11-20T11:02:00.000Z,A thread,,Me too\r\n",
    title: "T",
    sections: ['What hurt?: Builds = Slow "CI"+4(Red main)', "What helped?: Tea+1"],
    actions: [{ text: "Cache the modules", created_at: "2026-11-20T11:00:00.000Z" }],
    leftOut: { comments: 2, authors: 2 },
    withCards: (count) =>
      "reflectionGroup,author,votes,prompt,type,createdAt,discussionThread,content\n" +
      times(count, (i) => `g${i},Anonymous,1,P,Reflection,2026-11-20T10:00:00.000Z,,r${i}`).join("\n"),
  },
  {
    reader: "scrumlr CSV",
    text:
      "note_id,author_id,author,text,column_id,column,rank,stack,voting_0,voting_1\n" +
      "n2,u1,Ann,Second,c1,Good,2,null,5,1\n" +
      "n1,u1,Ann,First,c1,Good,1,null,0,2\n" +
      "n3,u2,Bob,Under first,c1,Good,0,n1,0,0\n" +
      'n4,u2,Bob,"Two\nlines",c2,Bad,0,,0,0\n',
    title: "T",
    sections: ["Good: Second+1 | First+2(Under first)", "Bad: Two/lines"],
    leftOut: { authors: 2, votings: 1 },
    withCards: (count) =>
      "noteId,author,text,column,timestamp,parent,votes\n" +
      times(count, (i) => `n${i},Ann,t${i},Good,2026-11-20T10:00:00Z,null,0`).join("\n"),
  },
  {
    reader: "scrumlr JSON",
    text: json(scrumlrBoard),
    title: "Scrumlr retro",
    sections: ["Good: Second | First+2(Under first)", "Bad: "],
    leftOut: { authors: 1, votings: 1 },
    withCards: (count) => json({ ...scrumlrBoard, notes: times(count, (i) => scrumlrNote(`x${i}`, "t", i)) }),
  },
  {
    reader: "Thunderdome",
    text: json(thunderdomeBoard),
    title: "Thunder",
    sections: ["worked: Together = Pairing+3(Mobbing) | Alone+1", "improve: Head(Tail)"],
    actions: [{ text: "Pair on Mondays", owner: "Ann", status: "done" }],
    leftOut: { comments: 1, reactions: 2 },
    withCards: (count) =>
      json({ ...thunderdomeBoard, items: times(count, (i) => thunderdomeItem(`t${i}`, "none", "worked")) }),
  },
  {
    reader: "Azure DevOps JSON",
    text: json([azureBoard("Small", []), azureBoard("Sprint 7", azureItems)]),
    title: "Sprint 7",
    sections: ["Good: Parent+3(Child+1)", "Bad: "],
    leftOut: { boards: 1, authors: 1 },
    withCards: (count) =>
      json([
        azureBoard(
          "Large",
          times(count, (i) => ({ id: `i${i}`, title: `t${i}`, columnId: "a", upvotes: 0 })),
        ),
      ]),
  },
  {
    reader: "Azure DevOps CSV",
    text:
      "\"Retrospectives Summary for 'Sprint 7' (https://dev.azure.com/x/y#teamId=t&boardId=b)\"\n\n\n" +
      "Feedback Items\nType,Description,Votes,CreatedDate,CreatedBy\n" +
      '"Good","He said "hi", twice",3,"Thu Nov 26 2026 05:23:01 GMT+0000 (Coordinated Universal Time)","Ann Lee"\n' +
      '"Good","Two\nlines, 5,6",0,Thu Nov 26 2026 05:24:01 GMT+0000 (Coordinated Universal Time),Lee, Bob\n' +
      '"Bad","Slow builds",1,Thu Nov 26 2026 05:25:01 GMT+0000 (Coordinated Universal Time),undefined\n' +
      "\n\nWork Items\nFeedback Description,Work Item Title,Work Item Type,Work Item Id,Url\n" +
      '"He said "hi"","Say "hi" more","Task",123,https://dev.azure.com/x/y/_workitems/edit/123\n',
    title: "Sprint 7",
    sections: ['Good: He said "hi", twice+3 | Two/lines, 5,6', "Bad: Slow builds+1"],
    actions: [
      { text: 'Say "hi" more', link: "https://dev.azure.com/x/y/_workitems/edit/123", status: "open" },
    ],
    leftOut: { authors: 2 },
    withCards: (count) =>
      "\"Retrospectives Summary for 'B' (u)\"\n\n\nFeedback Items\nType,Description,Votes,CreatedDate,CreatedBy\n" +
      times(count, (i) => `"Good","t${i}",0,Thu Nov 26 2026 05:23:01 GMT+0000 (UTC),Ann`).join("\n"),
  },
  {
    reader: "Mural",
    text:
      `${muralHeader}\n` +
      "1,Ship &amp; tell &#39;all&#39; &lt;b&gt;,#FFFFFF,square,,900,20,Good,,Ann,2026-11-20T10:00:00Z,Ann,2026-11-20T10:00:00Z,,\n" +
      "2,&#x1F389; Above,#FFFFFF,square,,950,10,Good,https://example.com,Ann,,Bob,,tag,\n" +
      "3,Left,#FF0000,square,,10,10,Bad,,Ann,,,,,\n" +
      "4,,#FF0000,square,,10,30,Bad,,Ann,,,,,\n",
    title: "T",
    sections: ["Bad: Left", "Good: 🎉 Above | Ship & tell 'all' <b>"],
    leftOut: { emptyCards: 1, links: 1, labels: 1, authors: 2 },
    withCards: (count) =>
      `${muralHeader}\n${times(count, (i) => `${i},t${i},#FFFFFF,square,,${i},1,,,,,,,,`).join("\n")}`,
  },
  {
    reader: "FunRetro text",
    text:
      "Went well\n- Tea (3 votes) \n- Two\nlines (1 vote) \n- (brackets) stay (0 votes) \n\nTo improve\n\n" +
      "Actions\n- Nothing counted\n",
    title: "T",
    sections: ["Went well: Tea+3 | Two/lines+1 | (brackets) stay", "To improve: "],
    actions: [{ text: "Nothing counted" }],
    withCards: (count) => `Went well\n${times(count, (i) => `- t${i} (0 votes) `).join("\n")}`,
  },
  {
    reader: "a pasted list",
    text:
      '# Sprint 7\n\nWent well:\n• Tea, milk\n    and sugar\n– [x] Cake\n\nTo improve\n  1) Noise\n  2) "Rain"\n' +
      "     a) in the hall\nIdeas:\n☐ Sing\nDance\n",
    title: "Sprint 7",
    sections: [
      "Went well: Tea, milk/and sugar | Cake",
      'To improve: Noise | "Rain"(in the hall)',
      "Ideas: Sing | Dance",
    ],
    withCards: (count) => `Went well:\n${times(count, (i) => `- t${i}`).join("\n")}`,
  },
  {
    reader: "FunRetro CSV",
    text: 'Went well,To improve,Kudos,Action items\nTea,"Builds, slow (2 votes)",,Cache\n"Two\nlines",,,\n42,,,\n',
    title: "T",
    sections: ["Went well: Tea | Two/lines | 42", "To improve: Builds, slow+2", "Kudos: "],
    actions: [{ text: "Cache" }],
    withCards: (count) => `Went well,To improve\n${times(count, (i) => `text ${i},`).join("\n")}`,
  },
];
