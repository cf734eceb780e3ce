import "./attachments.css";
import AttachFileOutlined from "@mui/icons-material/AttachFileOutlined";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { useId } from "react";
import { useLocale, useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { readableSize } from "./readableSize.ts";

const acceptedTypes = "image/png,image/jpeg,image/gif,image/webp";

interface Props {
  files: readonly File[];
  onChange: (files: File[]) => void;
  errors: readonly string[];
  disabled: boolean;
}

export function Attachments({ files, onChange, errors, disabled }: Props) {
  const t = useT();
  const locale = useLocale();
  const helpId = useId();
  const total = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <div>
      <Button
        component="label"
        variant="outlined"
        color={errors.length > 0 ? "error" : "inherit"}
        startIcon={<AttachFileOutlined />}
        disabled={disabled}
        tabIndex={-1}
        role={undefined}
        className={errors.length > 0 ? "attachments-button" : "attachments-button quiet"}
      >
        {t("feedback.attachments")}
        <input
          className="attachments-input"
          type="file"
          multiple
          accept={acceptedTypes}
          disabled={disabled}
          aria-label={t("feedback.attachments")}
          aria-describedby={helpId}
          aria-invalid={errors.length > 0}
          onChange={(event) => {
            onChange([...files, ...(event.target.files ?? [])]);
            // Choosing the same file again after its removal must fire a change event.
            event.target.value = "";
          }}
        />
      </Button>
      {files.length > 0 && (
        <FileList
          files={files}
          disabled={disabled}
          onRemove={(index) => onChange(files.filter((_, other) => other !== index))}
        />
      )}
      <div id={helpId} aria-live="polite" className="attachments-help">
        {errors.map((error) => (
          <FormHelperText key={error} error>
            {error}
          </FormHelperText>
        ))}
        <FormHelperText>
          {files.length > 1
            ? t("feedback.total", { size: readableSize(total, locale) })
            : t("feedback.attachmentsHint")}
        </FormHelperText>
      </div>
    </div>
  );
}

interface FileListProps {
  files: readonly File[];
  disabled: boolean;
  onRemove: (index: number) => void;
}

function FileList({ files, disabled, onRemove }: FileListProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <ul className="attachments" aria-label={t("feedback.attachments")}>
      {files.map((file, index) => (
        // A file has no id, and two may be alike: its index is the key.
        <li key={`${index}-${file.name}-${file.size}`}>
          <span className="attachment-name">{file.name}</span>
          <span className="attachment-size">{readableSize(file.size, locale)}</span>
          <IconAction
            icon={CloseOutlined}
            size="small"
            label={t("feedback.remove", { name: file.name })}
            disabled={disabled}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
    </ul>
  );
}
