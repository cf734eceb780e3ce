import { styled } from "@mui/material/styles";
import { useLocale, useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { formatDay, roundUpAxis } from "./chartScale.ts";

const Card = styled("figure")(({ theme }) => ({
  margin: 0,
  padding: "16px 16px 12px",
  borderRadius: 12,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Head = styled("figcaption")(({ theme }) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: 8,
  marginBottom: 12,
  // On a separate line: beside the figure, the Russian words would not fit into a third of a tablet's width.
  "& strong": { ...theme.typography.h3, flexBasis: "100%" },
  "& b": { fontSize: "1.25rem", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  "& span": { ...theme.typography.caption, color: theme.vars.palette.text.secondary },
}));
const Plot = styled("div")({ position: "relative" });
const Picture = styled("svg")(({ theme }) => ({
  display: "block",
  width: "100%",
  height: 84,
  "& .line": { stroke: theme.vars.palette.divider, strokeWidth: 1, vectorEffect: "non-scaling-stroke" },
  "& .bar": { fill: theme.vars.palette.primary.main, opacity: 0.75 },
  "& g:hover .bar": { opacity: 1 },
  "& .day": { fill: "transparent" },
  "& g:hover .day": { fill: theme.vars.palette.action.hover },
}));
const AxisTop = styled("span")(({ theme }) => ({
  ...theme.typography.caption,
  position: "absolute",
  // The label is above its line, so that a high bar does not cover it.
  top: -8,
  right: 0,
  padding: "0 2px",
  lineHeight: "12px",
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  fontVariantNumeric: "tabular-nums",
}));
const AxisEnds = styled("div")(({ theme }) => ({
  ...theme.typography.caption,
  display: "flex",
  justifyContent: "space-between",
  marginTop: 4,
  color: theme.vars.palette.text.secondary,
}));

const height = 84;
const step = 10;
const baseline = height - 1;

interface Props {
  label: string;
  days: ReadonlyArray<{ day: string; value: number }>;
  /** Whether to show the sum of the days; otherwise the highest day is shown. */
  isSummable: boolean;
}

/** A bar chart with one bar per day. Screen readers get a summary; the table below has every day. */
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
    <Card>
      <Head>
        <strong>{label}</strong>
        <b>{isSummable ? words.total : words.max}</b>
        <span>{t(isSummable ? "admin.statsTotal" : "admin.statsPeak")}</span>
      </Head>
      <Plot>
        <Picture
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
        </Picture>
        <AxisTop aria-hidden>{number.format(top)}</AxisTop>
      </Plot>
      <AxisEnds aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </AxisEnds>
    </Card>
  );
}
