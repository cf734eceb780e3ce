import type { SpaceMonth } from "@retro/contract/spaces/spaces";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";

const height = 72;
const step = 24;
/** Fewer bars are not wider. */
const fewestMonths = 6;

type Count = "boards" | "actions_created" | "actions_done";

/** Screen readers get a table, because the figures say more than a picture's name [G6]. */
export function SpaceChart({ months }: { months: readonly SpaceMonth[] }) {
  const t = useT();
  const nameOf = useMonthNames();
  const created = (month: SpaceMonth) => t("spaces.createdCount", { count: month.actions_created });
  const done = (month: SpaceMonth) => t("spaces.doneCount", { count: month.actions_done });
  const hasActions = months.some((month) => month.actions_created + month.actions_done > 0);
  return (
    <section className="space-chart space-card" aria-labelledby="space-chart">
      <h2 id="space-chart">{t("spaces.chart")}</h2>
      <Bars months={months} shown={["boards"]} tipOf={({ boards }) => `${boards}`} />
      {hasActions && (
        <>
          <h2>{t("spaces.actionsChart")}</h2>
          <Bars
            months={months}
            shown={["actions_created", "actions_done"]}
            tipOf={(month) => `${created(month)}, ${done(month)}`}
          />
          <p className="legend" aria-hidden>
            <span>{t("spaces.chartCreated")}</span>
            <span className="done">{t("spaces.chartDone")}</span>
          </p>
        </>
      )}
      <table className="sr-only">
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{nameOf(month.month)}</th>
              <td>{t("spaces.boardCount", { count: month.boards })}</td>
              <td>{created(month)}</td>
              <td>{done(month)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface BarsProps {
  months: readonly SpaceMonth[];
  shown: readonly Count[];
  tipOf: (month: SpaceMonth) => string;
}

function Bars({ months, shown, tipOf }: BarsProps) {
  const nameOf = useMonthNames();
  const most = Math.max(1, ...months.flatMap((month) => shown.map((count) => month[count])));
  const width = (step - 6) / shown.length;
  return (
    <>
      <svg
        viewBox={`0 0 ${Math.max(fewestMonths, months.length) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {months.map((month, index) => (
          <g key={month.month} {...tip(`${nameOf(month.month)}: ${tipOf(month)}`)}>
            <rect className="space" x={index * step} y={0} width={step} height={height} />
            {shown.map((count, at) => {
              const size = month[count] === 0 ? 1 : Math.max(3, (month[count] / most) * height);
              const x = index * step + 3 + at * width;
              const kind = count === "actions_done" ? "bar done" : "bar";
              return (
                <rect key={count} className={kind} x={x} y={height - size} width={width} height={size} />
              );
            })}
          </g>
        ))}
      </svg>
      <div className="ends" aria-hidden>
        <span>{nameOf(months[0]?.month ?? "1970-01")}</span>
        <span>{nameOf(months.at(-1)?.month ?? "1970-01")}</span>
      </div>
    </>
  );
}

function useMonthNames(): (month: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}
