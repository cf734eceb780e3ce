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
    text: "\uFEFFsection,column,group,text,votes\r\nGood,1,,a,2\r\nGood,1,a,b,",
    title: "T",
    sections: ["Good: a+2(b)"],
    withCards: (count) => `section,column,text\n${times(count, (i) => `S,1,t${i}`).join("\n")}`,
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
      authors: 1,
    },
    withCards: (count) => json({ ...trelloBoard, cards: times(count, trelloCard) }),
  },
];
