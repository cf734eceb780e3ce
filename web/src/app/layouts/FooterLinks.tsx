import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { lazyPart } from "../../ui/lazy.tsx";
import { FooterLink } from "./layoutElements.ts";

const FooterMenu = lazyPart(() => import("./FooterMenu.tsx"), "FooterMenu");

/** Links to the release notes, terms of use and privacy policy, in a new tab. On small screens they collapse into a menu. */
export function FooterLinks() {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const links = [
    { href: paths.releaseNotes(), text: t("shell.releaseNotes") },
    { href: paths.termsOfUse(), text: t("shell.termsOfUse") },
    { href: paths.privacyPolicy(), text: t("shell.privacyPolicy") },
  ];
  return (
    <>
      <Box component="nav" aria-label={t("shell.links")} sx={{ display: { xs: "none", md: "flex" }, gap: 4 }}>
        {links.map(({ href, text }) => (
          <FooterLink key={href} href={href} target="_blank" rel="noopener">
            {text}
          </FooterLink>
        ))}
      </Box>
      <Box sx={{ display: { xs: "block", md: "none" } }}>
        <IconAction
          size="small"
          label={t("shell.links")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreHorizOutlined fontSize="small" />
        </IconAction>
        {anchor !== null && <FooterMenu anchor={anchor} links={links} onClose={() => setAnchor(null)} />}
      </Box>
    </>
  );
}
