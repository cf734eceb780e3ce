import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { FooterLink } from "./layoutElements.ts";

const FooterMenu = lazyPart(() => import("./FooterMenu.tsx"), "FooterMenu");

export function FooterLinks() {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const links = [
    { href: hrefOf(paths.releaseNotes()), text: t("shell.releaseNotes") },
    { href: hrefOf(paths.termsOfUse()), text: t("shell.termsOfUse") },
    { href: hrefOf(paths.privacyPolicy()), text: t("shell.privacyPolicy") },
  ];
  return (
    <>
      <nav className="footer-links" aria-label={t("shell.links")}>
        {links.map(({ href, text }) => (
          <FooterLink key={href} href={href} target="_blank" rel="noopener">
            {text}
          </FooterLink>
        ))}
      </nav>
      <div className="footer-menu">
        <IconAction
          icon={MoreHorizOutlined}
          size="small"
          label={t("shell.links")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        />
        {anchor !== null && <FooterMenu anchor={anchor} links={links} onClose={() => setAnchor(null)} />}
      </div>
    </>
  );
}
