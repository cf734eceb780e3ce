const prefix = "space-template:";

export function choiceOfSpaceTemplate(id: string): string {
  return `${prefix}${id}`;
}

export function spaceTemplateOf(choice: string): string | null {
  return /^space-template:[\da-f-]{36}$/.test(choice) ? choice.slice(prefix.length) : null;
}
