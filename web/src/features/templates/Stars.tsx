import "./templates.css";
import { useT } from "../../i18n/useT.ts";

export function Stars({ value }: { value: number }) {
  const t = useT();
  return (
    <span className="stars" role="img" aria-label={t("templates.rating", { stars: value })}>
      ★★★★★
      <span className="full" style={{ width: `${value * 20}%` }}>
        ★★★★★
      </span>
    </span>
  );
}
