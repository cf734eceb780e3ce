import "./legal.css";
import Link from "@mui/material/Link";
import type { LegalPage } from "@retro/contract/legal";
import { Link as RouterLink } from "react-router";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

export function LegalLinks({ page }: { page: LegalPage }) {
  const t = useT();
  const links = [
    { id: "release-notes", to: paths.releaseNotes(), text: t("shell.releaseNotes") },
    { id: "terms-of-use", to: paths.termsOfUse(), text: t("shell.termsOfUse") },
    { id: "privacy-policy", to: paths.privacyPolicy(), text: t("shell.privacyPolicy") },
    { id: "contact", to: paths.contact(), text: t("contact.title") },
  ];
  return (
    <nav aria-label={t("legal.others")} className="legal-links">
      {links
        .filter(({ id }) => id !== page)
        .map(({ id, to, text }) => (
          <Link key={id} component={RouterLink} to={to} color="textSecondary">
            {text}
          </Link>
        ))}
    </nav>
  );
}
