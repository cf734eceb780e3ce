import { parseSync } from "rolldown/utils";

/** A node of the syntax tree (ESTree with TypeScript's types), as far as the mutator looks at it. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Parses a TypeScript file.
 *
 * @throws when the file has a syntax error.
 */
export function parseSource(file: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program as unknown as SyntaxNode;
}

const typeKeys = new Set([
  "typeAnnotation",
  "typeArguments",
  "typeParameters",
  "returnType",
  "superTypeArguments",
]);
const typedExpressions = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const importAndExportTypes = new Set(["ImportDeclaration", "ExportAllDeclaration"]);

/** The nodes directly below a node that are code: no types, no imports. */
export function listCodeChildren(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (typeKeys.has(key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isCode(child)) found.push(child);
  }
  return found;
}

function isCode(value: unknown): value is SyntaxNode {
  if (!isNode(value) || importAndExportTypes.has(value.type)) return false;
  return !value.type.startsWith("TS") || typedExpressions.has(value.type);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}

/** The expression without the parentheses around it. */
export function stripParentheses(node: SyntaxNode): SyntaxNode {
  return node.type === "ParenthesizedExpression" && isNode(node["expression"])
    ? stripParentheses(node["expression"])
    : node;
}
