/** What the import reads of a file of Trello, which is some times as large; of an empty list it reads the length. */
export const trelloFields = {
  name: true,
  desc: true,
  lists: [{ id: true, name: true, closed: true, pos: true }],
  cards: [
    {
      id: true,
      name: true,
      desc: true,
      idList: true,
      closed: true,
      pos: true,
      labels: [],
      idMembers: [true],
      idMembersVoted: [],
      badges: { votes: true },
      due: true,
      dueComplete: true,
      attachments: [],
    },
  ],
  checklists: [],
  members: [{ id: true, fullName: true, username: true }],
  actions: [{ type: true }],
} as const;
