import { expect, test } from "vitest";
import { answerRows, answersCsv } from "./answerRows.ts";

test("the answers of a space in a file name board, day, question and numbers; a title is never a formula [X2] [G13]", () => {
  const boards = [
    {
      board_id: "a",
      title: '=HYPERLINK("x")',
      created_at: "2026-11-26T23:00:00.000Z",
      questions: [
        { kind: "worth", counts: [0, 0, 1, 0, 3] },
        { kind: "health-own", text: "-1, we eat", counts: [4, 0, 0, 0, 0] },
      ],
    },
  ];
  const rows = answerRows(boards, (kind, text) => text ?? kind);
  expect(answersCsv(rows, ["Board", "Date", "Question", "Average", "Answers"])).toBe(
    [
      '\uFEFF"Board","Date","Question","Average","Answers","1","2","3","4","5"',
      `"'=HYPERLINK(""x"")","2026-11-26","worth","4.50","4","0","0","1","0","3"`,
      `"'=HYPERLINK(""x"")","2026-11-26","'-1, we eat","1.00","4","4","0","0","0","0"`,
      "",
    ].join("\r\n"),
  );
});
