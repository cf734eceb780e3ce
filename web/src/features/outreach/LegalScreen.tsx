import "./legal.css";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { legalDocument, type LegalDocument, type LegalPage } from "@retro/contract/legal";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Verification } from "../../api/captcha.ts";
import { api } from "../../api/client.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { LegalBlocks } from "./LegalBlocks.tsx";
import { SubscribeForm } from "./SubscribeForm.tsx";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "../../routes/router.tsx";
import { paths } from "../../routes/paths.ts";

export function LegalScreen({ page, verification }: { page: LegalPage; verification: Verification }) {
  const t = useT();
  const locale = useLocale();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["legal", page, locale],
    queryFn: ({ signal }) => api.get<LegalDocument>(`legal/${page}`, { schema: legalDocument, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // After a change of language the old text stays until the new one has arrived.
    placeholderData: keepPreviousData,
  });
  useTitle(data === undefined ? "Retro" : `${data.title} · Retro`);
  if (error !== null) {
    return (
      <EmptyState component="h1" title={t("legal.failed")} onRetry={() => void refetch()}>
        {error.message}
      </EmptyState>
    );
  }
  return (
    <div className="legal-page">
      {data === undefined ? (
        <LegalSkeleton />
      ) : (
        <article aria-busy={isPlaceholderData}>
          <Typography variant="h1" className="legal-title">
            {data.title}
          </Typography>
          <LegalBlocks blocks={data.blocks} />
        </article>
      )}
      {page === "release-notes" && data !== undefined && (
        <section className="legal-data">
          <SubscribeForm verification={verification} />
        </section>
      )}
      <LegalLinks page={page} />
    </div>
  );
}

function LegalSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton width="50%" height={48} />
      {[95, 88, 97, 60, 92, 84, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={28} />
      ))}
    </div>
  );
}

function LegalLinks({ page }: { page: LegalPage }) {
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
