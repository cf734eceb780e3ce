/** A tag of an XML document, and the text between the tag before it and this one. */
export interface XmlTag {
  /** Without a prefix. */
  name: string;
  isEnd: boolean;
  /** `<v/>`: no end follows. */
  isEmpty: boolean;
  text: string;
  attributes: ReadonlyMap<string, string>;
}

export class XmlFault extends Error {}

/** Far above what a spreadsheet writes; the work on one tag stays small. */
const longestTag = 32_768;
const mostAttributes = 50;

/**
 * Reads the tags of a document in one pass, without a tree and without recursion: its work grows with the length alone,
 * whatever the nesting is.
 * @throws XmlFault at a document type, which could define entities, and at a tag that no spreadsheet writes
 */
export function* readTags(xml: string): Generator<XmlTag> {
  let text = "";
  let at = 0;
  let depth = 0;
  for (let open = xml.indexOf("<"); open >= 0; open = xml.indexOf("<", at)) {
    text += decodeText(xml.slice(at, open));
    if (xml.startsWith("<!--", open)) at = after(xml, "-->", open);
    else if (xml.startsWith("<?", open)) at = after(xml, "?>", open);
    else if (xml.startsWith("<![CDATA[", open)) {
      at = after(xml, "]]>", open);
      text += xml.slice(open + "<![CDATA[".length, at - "]]>".length);
    } else {
      at = endOfTag(xml, open) + 1;
      const tag = tagOf(xml.slice(open + 1, at - 1), text);
      if (!tag.isEmpty) depth += tag.isEnd ? -1 : 1;
      yield tag;
      text = "";
    }
  }
  if (depth !== 0) throw new XmlFault("the document is cut");
}

function after(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from);
  if (found < 0) throw new XmlFault("an end is missing");
  return found + end.length;
}

function endOfTag(xml: string, open: number): number {
  for (let i = open + 1; i - open <= longestTag && i < xml.length; i += 1) {
    const sign = xml[i];
    if (sign === ">") return i;
    if (sign !== '"' && sign !== "'") continue;
    i = xml.indexOf(sign, i + 1);
    if (i < 0) break;
  }
  throw new XmlFault("a tag does not end, or too late");
}

const tagForm = /^(\/?)(?:[^\s/:<>=]*:)?([^\s/:<>="']+)/u;
const attributeForm = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/uy;
const noAttributes: ReadonlyMap<string, string> = new Map();

function tagOf(inside: string, text: string): XmlTag {
  const [start, slash, name] = tagForm.exec(inside) ?? [];
  if (start === undefined || name === undefined) throw new XmlFault("a tag has no name");
  const attributes = inside.includes("=") ? attributesOf(inside.slice(start.length)) : noAttributes;
  return { name, isEnd: slash !== "", isEmpty: inside.endsWith("/"), text, attributes };
}

function attributesOf(inside: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  attributeForm.lastIndex = 0;
  for (let found = attributeForm.exec(inside); found !== null; found = attributeForm.exec(inside)) {
    if (attributes.size === mostAttributes) throw new XmlFault("a tag has too many attributes");
    const [, key = "", double, single] = found;
    attributes.set(key.slice(key.indexOf(":") + 1), decodeText(double ?? single ?? ""));
  }
  return attributes;
}

const entities = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  // An entity of HTML only.
  ["nbsp", " "],
]);

/** Replaces entities and numeric references by their characters. */
export function decodeText(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities.get((name as string).toLowerCase()) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
