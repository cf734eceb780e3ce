import { findBlockAt, findBlocks } from "./blocks.ts";
import type { Mutant } from "./mutant.ts";
import { mutationOperators } from "./operators.ts";
import { type SyntaxNode, listCodeChildren, isNode, parseSource } from "./syntax.ts";

/** Log lines are for operators: no test should depend on their text. */
const logCall = /(?:^|\.)(?:log|logger|console)\??\.\w+$/;

/** Parts of a route's schema that only the API's document uses; answers are not parsed. */
const documentationKeys = new Set(["response", "tags", "summary"]);

/**
 * All mutants of a TypeScript file, in the order of the source.
 *
 * @param file the path from the root of the repository
 * @throws when the file has a syntax error.
 */
export function createMutants(file: string, source: string): Mutant[] {
  const program = parseSource(file, source);
  const blocks = findBlocks(program);
  const mutants: Mutant[] = [];
  const seen = new Set<string>();
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined) => {
    if (isLogCall(node, source) || isDocumentation(node, source)) return;
    for (const { start, end, replacement, operator } of mutationOperators[node.type]?.(
      node,
      source,
      parent,
    ) ?? []) {
      const original = source.slice(start, end);
      const key = `${start}:${end}:${replacement}`;
      if (original === replacement || seen.has(key)) continue;
      seen.add(key);
      const line = countLine(source, start);
      mutants.push({
        file,
        line,
        start,
        end,
        original,
        replacement,
        operator,
        block: findBlockAt(blocks, start),
      });
    }
    for (const child of listCodeChildren(node)) visit(child, node);
  };
  visit(program, undefined);
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** A call of a logger, or the statement that consists of it. */
function isLogCall(node: SyntaxNode, source: string): boolean {
  if (node.type === "ExpressionStatement")
    return isNode(node["expression"]) && isLogCall(node["expression"], source);
  const callee = node["callee"];
  return (
    node.type === "CallExpression" && isNode(callee) && logCall.test(source.slice(callee.start, callee.end))
  );
}

function isDocumentation({ type, key }: SyntaxNode, source: string): boolean {
  return type === "Property" && isNode(key) && documentationKeys.has(source.slice(key.start, key.end));
}

function countLine(source: string, position: number): number {
  return source.slice(0, position).split("\n").length;
}
