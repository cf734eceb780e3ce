import { styled } from "@mui/material/styles";
import { useT } from "../../i18n/useT.ts";

const Row = styled("span")(({ theme }) => ({
  position: "relative",
  display: "inline-block",
  fontSize: "0.75rem",
  lineHeight: "16px",
  letterSpacing: 1,
  whiteSpace: "nowrap",
  color: theme.vars.palette.divider,
  "& .full": {
    position: "absolute",
    inset: "0 auto 0 0",
    overflow: "hidden",
    color: "#a86d00",
    ...theme.applyStyles("dark", { color: "#f2c14e" }),
  },
}));

/** Up to five stars, in half steps. */
export function Stars({ value }: { value: number }) {
  const t = useT();
  return (
    <Row role="img" aria-label={t("templates.rating", { stars: value })}>
      ★★★★★
      <span className="full" style={{ width: `${value * 20}%` }}>
        ★★★★★
      </span>
    </Row>
  );
}
