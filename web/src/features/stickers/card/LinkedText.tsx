import { memo } from "react";
import { splitAtLinks } from "./links.ts";

/** A user's text with clickable links. Every part is a text node, so the text cannot become HTML. */
export const LinkedText = memo(function Text({ text, tabIndex }: { text: string; tabIndex?: 0 | -1 }) {
  return (
    <span>
      {splitAtLinks(text).map((piece, i) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a
            key={i}
            href={piece.href}
            tabIndex={tabIndex}
            target="_blank"
            rel="noopener noreferrer nofollow"
            draggable={false}
          >
            {piece.text}
          </a>
        ),
      )}
    </span>
  );
});
