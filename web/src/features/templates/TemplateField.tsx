import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import FormHelperText from "@mui/material/FormHelperText";
import Skeleton from "@mui/material/Skeleton";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import type { Template } from "@retro/contract/entities";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent } from "react";
import { useLocale, useT } from "../../i18n/useT.ts";
import { templatesQuery } from "./templatesQuery.ts";
import { Stars } from "./Stars.tsx";
import { starCount } from "./starCount.ts";
import { TemplateImage } from "./TemplateImage.tsx";

const List = styled("div")(({ theme }) => ({
  display: "grid",
  gap: 4,
  padding: 4,
  // The height of three rows and the top of the fourth, which shows that the list scrolls.
  maxHeight: 332,
  overflowY: "auto",
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  [theme.breakpoints.down("sm")]: { maxHeight: "none" },
}));

const Option = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body1,
  display: "grid",
  gridTemplateColumns: "80px 1fr",
  alignItems: "start",
  gap: 12,
  padding: 8,
  borderRadius: 6,
  textAlign: "start",
  scrollMargin: 4,
  "&:hover": { backgroundColor: theme.vars.palette.action.hover },
  "&[aria-checked=true]": {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 8%, transparent)`,
    boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}`,
  },
  "&.Mui-focusVisible": { outlineOffset: -2 },
}));

interface Props {
  label: string;
  /** The chosen template's title; empty before a choice. */
  value: string;
  onChange: (title: string) => void;
  /** Called when the user chooses a template, not for the automatic first choice. */
  onPick: () => void;
  error?: string | undefined;
}

/** A list of templates: title, description, picture, stars. If none is chosen, it chooses the first. */
export function TemplateField({ label, value, onChange, onPick, error }: Props) {
  const t = useT();
  const locale = useLocale();
  const labelId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { data, error: failed } = useQuery(templatesQuery(locale));
  const first = data?.[0]?.title;
  const known = data?.some((template) => template.title === value) === true;
  useEffect(() => {
    if (!known && first !== undefined) onChange(first);
  }, [known, first, onChange]);
  useEffect(() => {
    if (known) list.current?.querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest" });
  }, [known]);
  const highest = Math.max(0, ...(data ?? []).map((template) => template.count));

  const pick = (title: string) => {
    onChange(title);
    onPick();
  };
  // The list is one Tab stop; the arrows choose, as in a radio group.
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined || data === undefined) return;
    event.preventDefault();
    const at = data.findIndex((template) => template.title === value);
    const next = data[(at + step + data.length) % data.length];
    if (next === undefined) return;
    pick(next.title);
    list.current?.querySelectorAll<HTMLElement>("[role=radio]")[data.indexOf(next)]?.focus();
  };

  return (
    <div>
      <Typography id={labelId} variant="caption" component="div" color="textSecondary" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <List ref={list} role="radiogroup" aria-labelledby={labelId} onKeyDown={move}>
        {data === undefined &&
          failed === null &&
          [1, 2, 3].map((n) => <Skeleton key={n} variant="rounded" height={72} />)}
        {data?.map((template, i) => (
          <TemplateOption
            key={template.title}
            id={`${labelId}-${i}`}
            template={template}
            stars={starCount(template.count, highest)}
            chosen={template.title === value}
            onPick={() => pick(template.title)}
          />
        ))}
      </List>
      {failed !== null && <FormHelperText error>{t("templates.failed")}</FormHelperText>}
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

interface TemplateOptionProps {
  id: string;
  template: Template;
  stars: number;
  chosen: boolean;
  onPick: () => void;
}

function TemplateOption({ id, template, stars, chosen, onPick }: TemplateOptionProps) {
  return (
    <Option
      role="radio"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      aria-checked={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onPick}
    >
      <Box sx={{ width: 80, "& > span": { aspectRatio: "16 / 9" } }}>
        <TemplateImage img={template.img} />
      </Box>
      <span>
        <Box
          component="span"
          sx={{
            display: "flex",
            flexDirection: { xs: "column", sm: "row" },
            alignItems: "flex-start",
            justifyContent: "space-between",
            gap: { sm: 2 },
            fontWeight: 600,
          }}
        >
          <span id={id}>{template.title}</span>
          <Stars value={stars} />
        </Box>
        <Typography
          id={`${id}-text`}
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ display: "block", mt: 0.5 }}
        >
          {template.description}
        </Typography>
      </span>
    </Option>
  );
}
