import { strToU8, zipSync } from "fflate";
import { limits } from "@retro/contract/limits";
import { expect, test } from "vitest";
import { boardsInFile } from "./boardsInFile.ts";

test("an archive as large as a space gives is taken apart: 60 MB of boards", async () => {
  const board = strToU8(`{"a":"${"x".repeat(1_900_000)}"}`);
  const boards = Array.from({ length: 32 }, (_, i) => [`Team ${i}.json`, board] as const);
  const file = new File([new Uint8Array(zipSync(Object.fromEntries(boards), { level: 1 }))], "space.zip");
  expect((await boardsInFile(file)).map(({ name }) => name)).toEqual(boards.map(([name]) => name));
});

test("what a Mac adds to an archive is no board", async () => {
  const names = ["Team A.json", "__MACOSX/._Team A.json", "space/._Team A.json", "space/.DS_Store"];
  const zip = zipSync(Object.fromEntries(names.map((name) => [name, strToU8("{}")])));
  const file = new File([new Uint8Array(zip)], "space.zip");
  expect((await boardsInFile(file)).map(({ name }) => name)).toEqual(["Team A.json"]);
});

test("5,000 cards of Trello with all their fields fit into what the server takes", async () => {
  const id = (i: number) => i.toString(16).padStart(24, "6");
  const cards = Array.from({ length: 5000 }, (_, i) => ({
    id: id(i),
    address: null,
    badges: { attachments: 0, votes: i % 4, fogbugz: "", checkItems: 0, subscribed: false, due: null },
    checkItemStates: [],
    closed: false,
    cover: { idAttachment: null, color: null, size: "normal", brightness: "dark", scaled: "x".repeat(400) },
    customFieldItems: [],
    dateLastActivity: "2026-11-20T10:00:00.000Z",
    desc: i % 3 === 0 ? "Почему это важно для команды" : "",
    due: null,
    dueComplete: false,
    idBoard: id(1),
    idChecklists: [id(2)],
    idLabels: [id(3)],
    idList: id(i % 5),
    idMembers: [id(4)],
    idMembersVoted: [id(4), id(5)],
    idShort: i,
    labels: [{ id: id(3), idBoard: id(1), name: "CI", color: "red" }],
    attachments: [],
    name: `Сборка идёт слишком долго ${i}`,
    pos: 16384.5 + i,
    shortUrl: `https://trello.example/c/${i}`,
    url: `https://trello.example/c/${i}/${"x".repeat(60)}`,
  }));
  const lists = Array.from({ length: 5 }, (_, i) => ({
    id: id(i),
    name: `List ${i}`,
    closed: false,
    pos: i,
  }));
  const actions = Array.from({ length: 1000 }, (_, i) => ({
    type: i < 2 ? "commentCard" : "updateCard",
    data: { text: "x".repeat(900) },
  }));
  const board = {
    id: id(9),
    name: "B",
    desc: "",
    lists,
    cards,
    actions,
    checklists: [{ id: id(2) }],
    members: null,
  };
  const file = new File([JSON.stringify(board)], "trello.json");
  expect(file.size).toBeGreaterThan(4_000_000);
  const [small] = await boardsInFile(file);
  expect(small?.size).toBeLessThan(limits.import.bytes);
  expect(JSON.parse((await small?.text()) ?? "")).toMatchObject({
    lists: [{ id: id(0), name: "List 0", pos: 0 }, {}, {}, {}, {}],
    cards: {
      length: 5000,
      1: { name: "Сборка идёт слишком долго 1", badges: { votes: 1 }, labels: [false] },
    },
    checklists: [false],
  });
});
