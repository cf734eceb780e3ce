import "./dialogs.css";
import TextField from "@mui/material/TextField";
import { cleanText } from "@retro/contract/clean-text";
import type { StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { textLength } from "@retro/contract/text";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useT } from "../../../i18n/useT.ts";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import { stickerCss } from "../card/stickerCss.ts";

/** Material's measuring lays out the page twice for each key: skip it where the field sizes itself. */
const sizesItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

interface Props {
  initial: string;
  style: StickerStyle;
  sectionStyle: StickerStyle | undefined;
  error: string | undefined;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  takesFocus: boolean;
}

/** The text field in the sticker's style. A key press renders this field only, not the surrounding dialog. */
export function StickerTextField(props: Props) {
  const { initial, style, sectionStyle, error, onText, onKeyDown, takesFocus } = props;
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const [text, setText] = useState(initial);
  return (
    <TextField
      label={t("stickers.title")}
      multiline
      minRows={4}
      maxRows={12}
      fullWidth
      autoComplete="off"
      inputRef={field}
      value={text}
      error={error !== undefined}
      onChange={(event) => {
        setText(event.target.value);
        onText(event.target.value);
      }}
      onKeyDown={onKeyDown}
      helperText={
        <span className="sticker-text-help">
          <span>{error ?? (isTouchScreen() ? null : t("stickers.hint"))}</span>
          <Counter length={textLength(cleanText(text))} />
        </span>
      }
      slotProps={{
        inputLabel: { shrink: true, className: "sticker-label" },
        input: {
          className: "sticker-input",
          style: stickerCss(style, sectionStyle),
          notched: false,
          ...(sizesItself && { inputComponent: "textarea" }),
        },
        htmlInput: { "aria-required": true, "aria-label": t("stickers.title"), dir: "auto" },
      }}
    />
  );
}

function Counter({ length }: { length: number }) {
  const t = useT();
  const max = limits.stickerTitle;
  return (
    <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
      <span aria-hidden>
        {length}/{max}
      </span>
      <span className="sr-only">{t("stickers.counter", { count: length, max })}</span>
    </span>
  );
}
