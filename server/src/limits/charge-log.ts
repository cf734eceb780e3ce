export type Charges = Record<string, [key: string, cost: number][]>;

const maxKeys = 20_000;

export class ChargeLog {
  readonly #costs = new Map<string, Map<string, number>>();

  add(limit: string, key: string, cost: number): void {
    const known = this.#costs.get(limit);
    if (known === undefined) this.#costs.set(limit, new Map([[key, cost]]));
    else if (known.size < maxKeys || known.has(key)) known.set(key, (known.get(key) ?? 0) + cost);
  }

  take(decide: (limit: string, key: string) => "send" | "forget" | "keep"): Charges {
    const charges: Charges = {};
    for (const [limit, known] of this.#costs)
      for (const [key, cost] of known) {
        const decision = decide(limit, key);
        if (decision === "keep") continue;
        known.delete(key);
        if (decision === "send") (charges[limit] ??= []).push([key, cost]);
      }
    return charges;
  }
}
