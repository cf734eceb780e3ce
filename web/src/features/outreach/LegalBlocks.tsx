import "./legal.css";
import Link from "@mui/material/Link";
import type { LegalBlock, LegalSpan } from "@retro/contract/legal";
import type { ReactNode } from "react";
import { Link as RouterLink } from "../../routes/router.tsx";

/** Renders blocks of text from the server. They contain no HTML, so an operator's text cannot run scripts. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return <div className="legal-text">{blocks.map((block, index) => renderBlock(block, index))}</div>;
}

function renderBlock(block: LegalBlock, key: number): ReactNode {
  switch (block.type) {
    case "heading": {
      // The page's title is the h1.
      const Heading = block.level <= 2 ? "h2" : block.level === 3 ? "h3" : "h4";
      return <Heading key={key}>{renderSpans(block.spans)}</Heading>;
    }
    case "paragraph":
      return <p key={key}>{renderSpans(block.spans)}</p>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List key={key}>
          {block.items.map((item, index) => (
            <li key={index}>{renderSpans(item)}</li>
          ))}
        </List>
      );
    }
    default:
      return block satisfies never;
  }
}

function renderSpans(spans: readonly LegalSpan[]): ReactNode {
  return spans.map((span, index) => <Span key={index} span={span} />);
}

function Span({ span }: { span: LegalSpan }) {
  let text: ReactNode = span.text;
  if (span.code === true) text = <code translate="no">{text}</code>;
  if (span.italic === true) text = <em>{text}</em>;
  if (span.bold === true) text = <strong>{text}</strong>;
  if (span.href === undefined) return text;
  if (span.href.startsWith("/")) {
    return (
      <Link component={RouterLink} to={span.href}>
        {text}
      </Link>
    );
  }
  return (
    <Link href={span.href} target="_blank" rel="noopener noreferrer">
      {text}
    </Link>
  );
}
