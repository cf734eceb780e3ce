const prefix = "space-template:";

/** The value of a template of a space in the field of New Board, whose other values are titles. */
export function choiceOfSpaceTemplate(id: string): string {
  return `${prefix}${id}`;
}

export function spaceTemplateOf(choice: string): string | null {
  return /^space-template:[\da-f-]{36}$/.test(choice) ? choice.slice(prefix.length) : null;
}
