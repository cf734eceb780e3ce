import type { Blob } from "node:buffer";
import type { Readable, Stream } from "node:stream";
import writeExcelFile from "write-excel-file/node";
import type { CellObject, Feature, Row, Sheet } from "write-excel-file/node";
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from "write-excel-file/utility";
import { formatReactions } from "@retro/contract/reactions";
import { roundTitle } from "@retro/contract/facilitation/rounds";
import type { Translate } from "../../../http/session/locale.ts";
import { actionFields, statusTitles } from "../action-fields.ts";
import {
  groupName,
  iterateStickers,
  type ExportedAction,
  type ExportedBoard,
  type PlacedSticker,
} from "../exported-board.ts";
import { createWallClock } from "../time-zone.ts";
import { rowsByRank, type RankedRow } from "../top-voted.ts";

type Content = Buffer | Stream | Blob;

interface Column<T> {
  title: string;
  width: number;
  cell: (row: T) => CellObject | null;
}

/** Of the type text, so that no text runs as a formula (X2). `_x005F_` escapes the underscore. */
function textCell(text: string): CellObject {
  const value = text.replace(/_(?=x[\dA-F]{4}_)/giu, "_x005F_");
  return { value, type: String, format: "@", wrap: true, alignVertical: "top" };
}
function numberCell(value: number): CellObject {
  return { value, type: Number, format: "0", alignVertical: "top" };
}

export async function toExcel(view: ExportedBoard, t: Translate, zone: string): Promise<Readable> {
  const stickers = [...iterateStickers(view)];
  const ranked = rowsByRank(view).filter(({ result }) => result !== null);
  const sheets = [
    ...(ranked.length > 0 ? [sheet(t("exports.topVoted"), rankingColumns(t), ranked)] : []),
    sheet(t("exports.stickers"), stickerColumns(view, stickers, t, zone), stickers),
    ...(view.actions.length > 0 ? [sheet(t("actions.title"), actionColumns(t), view.actions)] : []),
    sheet(t("exports.sections"), totalColumns(view.countsShown, t), sectionTotals(view, stickers)),
  ];
  const file = writeExcelFile(sheets, { features: [filterButtons] });
  return (file.toStream as () => Promise<Readable>)();
}

function actionColumns(t: Translate): Column<ExportedAction>[] {
  return [
    { title: t("actions.text"), width: 60, cell: ({ text }) => textCell(text ?? t("exports.hidden")) },
    ...actionFields.map(({ name, title, width }): Column<ExportedAction> => ({
      title: t(title),
      width,
      cell: (action) => textCell(action[name] ?? ""),
    })),
    { title: t("actions.status"), width: 14, cell: ({ status }) => textCell(t(statusTitles[status])) },
  ];
}

/** A row for each sticker: a cell takes 32,767 characters. A group's total is on its top's row. */
function rankingColumns(t: Translate): Column<RankedRow>[] {
  return [
    {
      title: t("exports.rank"),
      width: 8,
      cell: ({ result }) => (result === null ? null : numberCell(result.rank)),
    },
    {
      title: t("exports.totalVotes"),
      width: 14,
      cell: ({ result, sticker }) => (result?.sticker === sticker ? numberCell(result.votes) : null),
    },
    sectionColumn(t),
    ...textColumns(t),
    votesColumn(t),
  ];
}

type PlacedColumn = Column<Pick<PlacedSticker, "section" | "group" | "sticker">>;

const sectionColumn = (t: Translate): PlacedColumn => ({
  title: t("exports.section"),
  width: 24,
  cell: ({ section }) => textCell(section.title),
});

const votesColumn = (t: Translate): PlacedColumn => ({
  title: t("exports.votes"),
  width: 10,
  cell: ({ sticker }) => numberCell(sticker.votes ?? 0),
});

function textColumns(t: Translate): PlacedColumn[] {
  const textOf = (text: string | null) => text ?? t("exports.hidden");
  return [
    {
      title: t("exports.group"),
      width: 32,
      cell: ({ group }) => (group === null ? null : textCell(textOf(group.text))),
    },
    { title: t("exports.text"), width: 60, cell: ({ sticker }) => textCell(textOf(sticker.text)) },
    {
      title: t("exports.author"),
      width: 20,
      cell: ({ sticker }) => (sticker.author === null ? null : textCell(sticker.author)),
    },
  ];
}

function stickerColumns(
  { countsShown, rounds }: ExportedBoard,
  stickers: readonly PlacedSticker[],
  t: Translate,
  zone: string,
): Column<PlacedSticker>[] {
  const reactions: Column<PlacedSticker> = {
    title: t("reactions.title"),
    width: 20,
    cell: ({ sticker }) => textCell(formatReactions(sticker.reactions)),
  };
  const names: Column<PlacedSticker> = {
    title: t("exports.groupName"),
    width: 32,
    cell: ({ sticker }) => {
      const name = groupName(sticker);
      return name === null ? null : textCell(name);
    },
  };
  const notes: Column<PlacedSticker> = {
    title: t("exports.note"),
    width: 40,
    cell: ({ sticker: { note } }) => (note === undefined ? null : textCell(note)),
  };
  const clock = createWallClock(zone);
  return [
    sectionColumn(t),
    { title: t("exports.column"), width: 10, cell: ({ column }) => numberCell(column) },
    ...(stickers.some(({ sticker }) => groupName(sticker) !== null) ? [names] : []),
    ...textColumns(t),
    ...(countsShown ? [votesColumn(t)] : []),
    ...rounds.map((round, i): Column<PlacedSticker> => ({
      title: roundTitle(t, i + 1, round),
      width: 14,
      cell: ({ sticker }) => numberCell(sticker.rounds?.[i + 1] ?? 0),
    })),
    ...(stickers.some(({ sticker }) => sticker.reactions) ? [reactions] : []),
    ...(stickers.some(({ sticker }) => sticker.note) ? [notes] : []),
    {
      title: t("exports.createdAt"),
      width: 20,
      cell: ({ sticker }) => ({
        value: clock(sticker.created_at),
        type: Date,
        format: "yyyy-mm-dd hh:mm:ss",
        alignVertical: "top",
      }),
    },
  ];
}

interface SectionTotal {
  title: string;
  stickers: number;
  votes: number;
}

function sectionTotals({ sections }: ExportedBoard, stickers: readonly PlacedSticker[]): SectionTotal[] {
  return sections.map((section) => {
    const own = stickers.filter((each) => each.section === section);
    const votes = own.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
    return { title: section.title, stickers: own.length, votes };
  });
}

function totalColumns(countsShown: boolean, t: Translate): Column<SectionTotal>[] {
  const votes: Column<SectionTotal> = {
    title: t("exports.votes"),
    width: 12,
    cell: (row) => numberCell(row.votes),
  };
  return [
    { title: t("exports.section"), width: 40, cell: ({ title }) => textCell(title) },
    { title: t("exports.stickers"), width: 12, cell: (row) => numberCell(row.stickers) },
    ...(countsShown ? [votes] : []),
  ];
}

function sheet<T>(name: string, columns: Column<T>[], rows: readonly T[]): Sheet<Content> {
  const header: Row = columns.map(({ title }) => ({
    value: title,
    type: String,
    fontWeight: "bold",
    backgroundColor: "#ede7f6",
    alignVertical: "center",
  }));
  return {
    sheet: name,
    data: [header, ...rows.map((row): Row => columns.map(({ cell }) => cell(row)))],
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  };
}

const filterButtons: Feature<Content> = {
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": {
        transform: (xml, options) => {
          const order = getOrderOfSiblings("xl/worksheets/sheet{id}.xml", "worksheet");
          const width = options.columns?.length ?? 0;
          const height = xml.match(/<row\b/gu)?.length ?? 1;
          if (order === undefined || width === 0) return xml;
          const ref = `${getCellAddress(0, 0)}:${getCellAddress(height - 1, width - 1)}`;
          return insertElementMarkupAccordingToOrderOfSiblings(
            xml,
            `<autoFilter ref="${ref}"/>`,
            order,
            "worksheet",
          );
        },
      },
    },
  },
};
