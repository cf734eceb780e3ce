import type { SpaceMonth } from "@retro/contract/spaces";
import { useLocale, useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";

const height = 72;
const step = 24;
/** Fewer bars are not wider. */
const fewestMonths = 6;

/** The boards of a space by month. Screen readers get a table, because twelve figures say more than a picture's name. */
export function SpaceChart({ months }: { months: readonly SpaceMonth[] }) {
  const t = useT();
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
  const nameOf = (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));
  const most = Math.max(1, ...months.map(({ boards }) => boards));
  return (
    <section className="space-chart" aria-labelledby="space-chart">
      <h2 id="space-chart">{t("spaces.chart")}</h2>
      <svg
        viewBox={`0 0 ${Math.max(fewestMonths, months.length) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {months.map(({ month, boards }, index) => {
          const size = boards === 0 ? 1 : Math.max(3, (boards / most) * height);
          return (
            <g key={month} {...tip(`${nameOf(month)}: ${boards}`)}>
              <rect className="space" x={index * step} y={0} width={step} height={height} />
              <rect className="bar" x={index * step + 3} y={height - size} width={step - 6} height={size} />
            </g>
          );
        })}
      </svg>
      <div className="ends" aria-hidden>
        <span>{nameOf(months[0]?.month ?? "1970-01")}</span>
        {months.length > 1 && <span>{nameOf(months.at(-1)?.month ?? "1970-01")}</span>}
      </div>
      <table className="sr-only">
        <tbody>
          {months.map(({ month, boards }) => (
            <tr key={month}>
              <th scope="row">{nameOf(month)}</th>
              <td>{t("spaces.boardCount", { count: boards })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
