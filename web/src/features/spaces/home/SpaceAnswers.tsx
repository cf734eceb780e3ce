import "./space-answers.css";
import { type AnsweredBoard, answeredBoard } from "@retro/contract/spaces/space-answers";
import { usualQuestions } from "@retro/contract/facilitation/questions";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { questionText } from "@retro/rules/answer-texts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { saveFile } from "../../../ui/device/saveFile.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { keyOfSpace } from "../useSpace.ts";
import { answersCsv, type AnswerRow, answerRows } from "./answerRows.ts";

const usual: readonly string[] = usualQuestions.health;
/** The usual statements in their order, then the team's own. */
const placeOf = (kind: string) =>
  (usual.indexOf(kind.slice("health-".length)) + usual.length + 1) % (usual.length + 1);

export const spaceAnswersQuery = (key: string) =>
  queryOptions({
    queryKey: [...keyOfSpace(key), "answers"],
    queryFn: ({ signal }) =>
      api.get<AnsweredBoard[]>(`spaces/${key}/answers`, { schema: z.array(answeredBoard), signal }),
  });

/** How the team found its meetings and itself, from board to board; nothing before there are answers [G13]. */
export function SpaceAnswers({ data }: { data: readonly AnsweredBoard[] }) {
  const t = useT();
  if (data.length === 0) return null;
  const rows = answerRows(data, (kind, text) => titleOf(kind, text));
  const worth = rows.filter(({ kind }) => kind === "worth");
  const statements = [...new Set(rows.map(({ kind }) => kind))]
    .filter((kind) => kind !== "worth")
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((kind) => ({ kind, answers: rows.filter((row) => row.kind === kind) }));
  function titleOf(kind: string, text: string | undefined): string {
    const id = kind.replace(/^health-/u, "");
    return kind === "worth"
      ? t("summary.worth")
      : questionText(t, { id, ...(text !== undefined && { text }) });
  }
  const save = (text: string, type: string, ending: string) =>
    saveFile(new Blob([text], { type }), `${t("spaces.answersFile")}.${ending}`);
  const headings = [
    t("spaces.answersBoard"),
    t("spaces.answersDate"),
    t("spaces.answersQuestion"),
    t("spaces.answersAverage"),
    t("spaces.answersCount"),
  ];
  return (
    <section className="space-chart space-card space-answers" aria-label={t("spaces.answersFile")}>
      {worth.length > 0 && (
        <>
          <h2>{t("spaces.worthChart")}</h2>
          <Line rows={worth} />
          <Ends rows={worth} />
          <Table rows={worth} />
        </>
      )}
      {statements.length > 0 && (
        <>
          <h2>{t("spaces.healthChart")}</h2>
          <ul>
            {statements.map(({ kind, answers }) => (
              <Statement key={kind} rows={answers} />
            ))}
          </ul>
        </>
      )}
      <div className="files">
        <Button size="small" onClick={() => save(answersCsv(rows, headings), "text/csv", "csv")}>
          {t("spaces.answersCsv")}
        </Button>
        <Button
          size="small"
          onClick={() => save(`${JSON.stringify(data, null, 1)}\n`, "application/json", "json")}
        >
          {t("spaces.answersJson")}
        </Button>
      </div>
    </section>
  );
}

const height = 72;
const width = 240;
const lowest = 1;
const highest = 5;
const edge = 6;

function usePoints(rows: readonly AnswerRow[], size: { width: number; height: number }) {
  const step = rows.length > 1 ? (size.width - 2 * edge) / (rows.length - 1) : 0;
  return rows.map((row, i) => ({
    row,
    x: rows.length > 1 ? edge + i * step : size.width / 2,
    y: edge + ((highest - row.average) / (highest - lowest)) * (size.height - 2 * edge),
  }));
}

const lineOf = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }) => `${x},${y}`).join(" ");

function Line({ rows }: { rows: readonly AnswerRow[] }) {
  const describe = useDescription();
  const points = usePoints(rows, { width, height });
  return (
    <svg className="line" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={lineOf(points)} />
      {points.map(({ row, x, y }) => (
        <g key={row.boardId} {...tip(describe(row))}>
          <circle className="space" cx={x} cy={y} r={12} />
          <circle className="point" cx={x} cy={y} r={4} />
        </g>
      ))}
    </svg>
  );
}

function Ends({ rows }: { rows: readonly AnswerRow[] }) {
  const format = useNumber();
  const date = new Intl.DateTimeFormat(dateLocale(useLocale()), { dateStyle: "medium" });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div className="ends" aria-hidden>
      <span>{first === last ? "" : date.format(new Date(first.created))}</span>
      <span>
        {date.format(new Date(last.created))}: <b>{format(last.average)}</b>
      </span>
    </div>
  );
}

/** Screen readers get every figure [G13]. */
function Table({ rows }: { rows: readonly AnswerRow[] }) {
  const describe = useDescription();
  return (
    <ul className="sr-only">
      {rows.map((row) => (
        <li key={row.boardId}>{describe(row)}</li>
      ))}
    </ul>
  );
}

function Statement({ rows }: { rows: readonly AnswerRow[] }) {
  const t = useT();
  const format = useNumber();
  const points = usePoints(rows, { width: 72, height: 28 });
  const last = rows.at(-1);
  const before = rows.at(-2);
  if (last === undefined) return null;
  const change = before === undefined ? null : last.average - before.average;
  const average = format(last.average);
  return (
    <li>
      <span dir="auto">{last.question}</span>
      <svg className="line" viewBox="0 0 72 28" aria-hidden>
        <polyline points={lineOf(points)} />
        {points.slice(-1).map(({ x, y }) => (
          <circle key="last" className="point" cx={x} cy={y} r={3} />
        ))}
      </svg>
      <b aria-hidden>{average}</b>
      <span className="sr-only">
        {change === null
          ? t("spaces.healthFirst", { average })
          : t("spaces.healthChange", { average, change: format(change, true) })}
      </span>
      <Table rows={rows.slice(0, -1)} />
    </li>
  );
}

function useNumber() {
  const locale = useLocale();
  return (value: number, isChange = false) =>
    new Intl.NumberFormat(locale, {
      maximumFractionDigits: 1,
      signDisplay: isChange ? "exceptZero" : "auto",
    }).format(value);
}

function useDescription(): (row: AnswerRow) => string {
  const t = useT();
  const format = useNumber();
  const date = new Intl.DateTimeFormat(dateLocale(useLocale()), { dateStyle: "medium" });
  return ({ board, created, average, count }) =>
    t("spaces.worthPoint", {
      title: board,
      date: date.format(new Date(created)),
      average: format(average),
      answers: t("questions.answers", { count }),
    });
}
