import Link from "@mui/material/Link";
import { styled } from "@mui/material/styles";
import type { LegalBlock, LegalSpan } from "@retro/contract/legal";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";

const LegalText = styled("div")(({ theme }) => ({
  fontSize: "1rem",
  lineHeight: 1.65,
  textWrap: "pretty",
  "& p, & ul, & ol": { margin: "0 0 16px" },
  "& ul, & ol": { paddingLeft: 24 },
  "& li": { marginBottom: 6 },
  "& h2, & h3, & h4": { lineHeight: 1.35, fontWeight: 600, margin: "32px 0 8px" },
  "& h2": { fontSize: "1.25rem" },
  "& h3": { fontSize: "1.0625rem" },
  "& h4": { fontSize: "1rem" },
  "& code": {
    fontSize: "0.875em",
    padding: "1px 5px",
    borderRadius: 4,
    backgroundColor: theme.vars.palette.action.hover,
  },
}));

/** Renders blocks of text from the server. They contain no HTML, so an operator's text cannot run scripts. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  // The text does not change, so the index identifies a block.
  return <LegalText>{blocks.map((block, index) => renderBlock(block, index))}</LegalText>;
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
