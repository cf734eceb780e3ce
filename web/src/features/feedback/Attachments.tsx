import AttachFileOutlined from "@mui/icons-material/AttachFileOutlined";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { styled } from "@mui/material/styles";
import { useId } from "react";
import { useLocale, useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { readableSize } from "./readableSize.ts";

const acceptedTypes = "image/png,image/jpeg,image/gif,image/webp";

const Input = styled("input")({
  position: "absolute",
  inset: 0,
  width: "100%",
  height: "100%",
  opacity: 0,
  cursor: "pointer",
  fontSize: 0,
});
const Files = styled("ul")(({ theme }) => ({
  listStyle: "none",
  margin: "8px 0 0",
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  "& li": {
    display: "flex",
    alignItems: "center",
    gap: 8,
    minHeight: 40,
    paddingInline: "12px 4px",
    "&:not(:first-of-type)": { borderTop: `1px solid ${theme.vars.palette.divider}` },
  },
}));
const Meta = styled("span")(({ theme }) => ({
  ...theme.typography.caption,
  marginLeft: "auto",
  whiteSpace: "nowrap",
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: "tabular-nums",
}));

interface Props {
  files: readonly File[];
  onChange: (files: File[]) => void;
  errors: readonly string[];
  disabled: boolean;
}

/** The pictures to send, with their sizes. New pictures are added to the list. */
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
        sx={{
          ...(errors.length === 0 && { borderColor: "divider" }),
          "&:focus-within": { outline: "2px solid", outlineOffset: 2 },
        }}
      >
        {t("feedback.attachments")}
        <Input
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
      <Box id={helpId} aria-live="polite" sx={{ mt: 1 }}>
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
      </Box>
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
    <Files aria-label={t("feedback.attachments")}>
      {files.map((file, index) => (
        // A file has no id, and two may be alike: its index is the key.
        <li key={`${index}-${file.name}-${file.size}`}>
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {file.name}
          </Box>
          <Meta>{readableSize(file.size, locale)}</Meta>
          <IconAction
            size="small"
            label={t("feedback.remove", { name: file.name })}
            disabled={disabled}
            onClick={() => onRemove(index)}
          >
            <CloseOutlined fontSize="small" />
          </IconAction>
        </li>
      ))}
    </Files>
  );
}
