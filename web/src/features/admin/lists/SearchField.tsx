import "./lists.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import SearchOutlined from "@mui/icons-material/SearchOutlined";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { cleanLine } from "@retro/contract/clean-text";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";

const pauseMs = 250;

export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  const [sent, setSent] = useState<string | null>(null);
  if (value !== previousValue) {
    setPreviousValue(value);
    setSent(null);
    // The address changed without this field: a step back, or a click on the list's link.
    if (value !== sent) setText(value);
  }
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (cleanLine(text) === value) return undefined;
    const timer = setTimeout(() => {
      setSent(cleanLine(text));
      latestOnChange.current(cleanLine(text));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextField
      type="search"
      size="small"
      value={text}
      placeholder={t("admin.search")}
      onChange={(event) => setText(event.target.value)}
      className="list-search"
      slotProps={{
        htmlInput: { "aria-label": t("admin.search"), maxLength: 255 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchOutlined fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== "" && (
            <InputAdornment position="end">
              <IconAction
                icon={CloseOutlined}
                size="small"
                edge="end"
                label={t("admin.clearSearch")}
                onClick={() => setText("")}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
