import "./layout.css";
import { Link } from "react-router";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

function LogoImage({
  className,
  ground: background,
  tiles,
}: {
  className: string;
  ground: string;
  tiles: readonly [string, string];
}) {
  return (
    <svg className={className} width="26" height="26" viewBox="0 0 26 26" aria-hidden focusable="false">
      <rect width="26" height="26" rx="6" fill={background} />
      <rect x="5" y="6" width="7" height="6" rx="1.5" fill={tiles[0]} />
      <rect x="14" y="6" width="7" height="6" rx="1.5" fill={tiles[1]} />
      <rect x="5" y="14" width="7" height="6" rx="1.5" fill={tiles[1]} />
      <rect x="14" y="14" width="7" height="6" rx="1.5" fill={tiles[0]} />
    </svg>
  );
}

export function Logo({ to = paths.index(), title = "Retro" }: { to?: string; title?: string }) {
  const t = useT();
  return (
    <Link className="logo" to={to} aria-label={`${title}: ${t("shell.home")}`}>
      <LogoImage className="light" ground="#5b2fb0" tiles={["#ffffff", "#e3d8f7"]} />
      <LogoImage className="dark" ground="#d5d3dd" tiles={["#1c1b20", "#45424f"]} />
      <span className="word" translate="no">
        {title}
      </span>
    </Link>
  );
}
