import "./space-templates.css";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";

const TemplateDialog = lazyPart(() => import("./TemplateDialog.tsx"), "TemplateDialog");
const DeleteTemplateDialog = lazyPart(() => import("./DeleteTemplateDialog.tsx"), "DeleteTemplateDialog");

type Open = { kind: "save" } | { kind: "rename" | "delete"; template: SpaceTemplate };

interface Props {
  spaceKey: string;
  boards: readonly SpaceBoard[];
  found: UseQueryResult<SpaceTemplate[]>;
}

export function SpaceTemplates({ spaceKey, boards, found }: Props) {
  const t = useT();
  const { data, error, refetch } = found;
  const [open, setOpen] = useState<Open | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);
  const sources = boards.filter((board) => board.can_edit);
  if (boards.length === 0 && (data ?? []).length === 0) return null;
  return (
    <section className="space-templates space-card" aria-labelledby="space-templates">
      <h2 id="space-templates" ref={heading} tabIndex={-1}>
        {t("spaceTemplates.title")}
      </h2>
      {data !== undefined && data.length > 0 ? (
        <Rows templates={data} onOpen={setOpen} />
      ) : (
        <p className="hint">{t(error === null ? "spaceTemplates.hint" : "spaceTemplates.failed")}</p>
      )}
      {error !== null && data === undefined && (
        <Button variant="outlined" onClick={() => void refetch()}>
          {t("common.retry")}
        </Button>
      )}
      {sources.length > 0 && (
        <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen({ kind: "save" })}>
          {t("spaceTemplates.save")}
        </Button>
      )}
      {open?.kind === "save" && <TemplateDialog spaceKey={spaceKey} boards={sources} onClose={close} />}
      {open?.kind === "rename" && (
        <TemplateDialog spaceKey={spaceKey} template={open.template} boards={[]} onClose={close} />
      )}
      {open?.kind === "delete" && (
        <DeleteTemplateDialog
          spaceKey={spaceKey}
          template={open.template}
          onClose={close}
          onDeleted={() => heading.current?.focus()}
        />
      )}
    </section>
  );
}

interface RowsProps {
  templates: readonly SpaceTemplate[];
  onOpen: (dialog: Open) => void;
}

function Rows({ templates, onOpen }: RowsProps) {
  const t = useT();
  return (
    <ul>
      {templates.map((template) => (
        <li key={template.id}>
          <span className="title" dir="auto">
            {template.title}
          </span>
          <span className="sections">{template.sections.join(" · ")}</span>
          <span className="buttons">
            <IconAction
              icon={EditOutlined}
              size="small"
              label={t("spaceTemplates.renameOf", { title: template.title })}
              aria-haspopup="dialog"
              onClick={() => onOpen({ kind: "rename", template })}
            />
            <IconAction
              icon={DeleteOutlined}
              size="small"
              label={t("spaceTemplates.deleteOf", { title: template.title })}
              aria-haspopup="dialog"
              onClick={() => onOpen({ kind: "delete", template })}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
