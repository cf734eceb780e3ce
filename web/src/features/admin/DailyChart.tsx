import "./daily-chart.css";
import { useLocale, useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { formatDay, roundUpAxis } from "./chartScale.ts";

const height = 84;
const step = 10;
const baseline = height - 1;

interface Props {
  label: string;
  days: ReadonlyArray<{ day: string; value: number }>;
  isSummable: boolean;
}

export function DailyChart({ label, days, isSummable }: Props) {
  const t = useT();
  const locale = useLocale();
  const number = new Intl.NumberFormat(locale);
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const max = Math.max(0, ...days.map(({ value }) => value));
  const top = roundUpAxis(max);
  const from = formatDay(days[0]?.day ?? "", locale);
  const to = formatDay(days.at(-1)?.day ?? "", locale);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(2, (value / top) * (baseline - 6)));
  const words = { label, from, to, total: number.format(total), max: number.format(max) };
  return (
    <figure className="daily-chart">
      <figcaption className="daily-chart-head">
        <strong>{label}</strong>
        <b>{isSummable ? words.total : words.max}</b>
        <span>{t(isSummable ? "admin.statsTotal" : "admin.statsPeak")}</span>
      </figcaption>
      <div className="daily-chart-plot">
        <svg
          className="daily-chart-bars"
          role="img"
          aria-label={t(isSummable ? "admin.statsSummary" : "admin.statsPeopleSummary", words)}
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
        >
          <line className="line" x1="0" x2={days.length * step} y1="6" y2="6" strokeDasharray="2 3" />
          {days.map(({ day, value }, index) => (
            <g key={day} {...tip(`${formatDay(day, locale)}: ${number.format(value)}`)}>
              <rect className="day" x={index * step} y="0" width={step} height={height} />
              <rect
                className="bar"
                x={index * step + 1.5}
                y={baseline - heightOf(value)}
                width={step - 3}
                height={heightOf(value)}
                rx="1"
              />
            </g>
          ))}
          <line className="line" x1="0" x2={days.length * step} y1={baseline} y2={baseline} />
        </svg>
        <span className="daily-chart-top" aria-hidden>
          {number.format(top)}
        </span>
      </div>
      <div className="daily-chart-ends" aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </figure>
  );
}
