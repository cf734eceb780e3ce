import type { ComponentProps, ReactNode } from "react";
import { phoneQuery, useMediaQuery } from "../device/useMediaQuery.ts";
import { Button } from "./Button.tsx";

interface Props extends ComponentProps<typeof Button> {
  name: string;
  /** On a phone: what stands above the word. */
  sign: ReactNode;
  /** On a phone: one word of the name. */
  word: string;
}

/** A button of a bar. On a phone it is a sign above a word, so that several have room beside a text. */
export function BarButton({ name, sign, word, children = name, ...rest }: Props) {
  const phone = useMediaQuery(phoneQuery);
  if (!phone) return <Button {...rest}>{children}</Button>;
  return (
    <Button {...rest} aria-label={name}>
      <span className="sign">{sign}</span>
      <span className="word">{word}</span>
    </Button>
  );
}
