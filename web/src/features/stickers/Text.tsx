import { memo } from "react";
import { pieces } from "./links.ts";

/** A sticker's text, its links clickable. Never HTML: every piece is a text node. */
export const Text = memo(function Text({ text }: { text: string }) {
  return pieces(text).map((piece, i) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <a key={i} href={piece.href} target="_blank" rel="noopener noreferrer nofollow" draggable={false}>
        {piece.text}
      </a>
    ),
  );
});
