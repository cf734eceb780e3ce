import "./templates.css";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useT } from "../../i18n/useT.ts";
import { CardSkeletons } from "../../ui/display/Skeletons.tsx";
import { templatesQuery } from "./templatesQuery.ts";
import { TemplateImage } from "./TemplateImage.tsx";

export function TemplateCards({ onPick }: { onPick: (title: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const { data, error } = useQuery(templatesQuery(locale));
  if (error !== null) return <p className="hint">{t("templates.failed")}</p>;
  if (data === undefined) return <CardSkeletons count={8} height={220} min={220} />;
  return (
    <div className="template-cards">
      {data.map((template) => (
        <button
          key={template.title}
          type="button"
          className="template-card"
          onClick={() => onPick(template.title)}
        >
          <TemplateImage className="template-image" img={template.img} />
          <span className="text">
            <span className="title">{template.title}</span>
            <span className="description">{template.description}</span>
            {template.count > 0 && (
              <span className="description">{t("templates.used", { count: template.count })}</span>
            )}
          </span>
        </button>
      ))}
    </div>
  );
}
