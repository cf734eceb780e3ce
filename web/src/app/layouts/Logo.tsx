import "./layout.css";
import { Link } from "../../routes/router.tsx";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

export function LogoMark({ className = "" }: { className?: string }) {
  return (
    <svg className={`logo-mark ${className}`} viewBox="0 0 26 26" aria-hidden focusable="false">
      <rect width="26" height="26" rx="6" />
      <rect className="tile" x="5" y="6" width="7" height="6" rx="1.5" />
      <rect className="quiet tile" x="14" y="6" width="7" height="6" rx="1.5" />
      <rect className="quiet tile" x="5" y="14" width="7" height="6" rx="1.5" />
      <rect className="tile" x="14" y="14" width="7" height="6" rx="1.5" />
    </svg>
  );
}

export function Logo({ to = paths.index(), title = "Retro" }: { to?: string; title?: string }) {
  const t = useT();
  return (
    <Link className="logo" to={to} aria-label={`${title}: ${t("shell.home")}`}>
      <LogoMark />
      <span className="word" translate="no">
        {title}
      </span>
    </Link>
  );
}
