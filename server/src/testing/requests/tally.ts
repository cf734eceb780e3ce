/** How often each status was answered. */
export class Tally {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    this.#counts.set(status, this.of(status) + 1);
  }

  of(status: number): number {
    return this.#counts.get(status) ?? 0;
  }

  print(name: string): void {
    const parts = [...this.#counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
    console.log(`${name}: ${parts.join(", ")}`);
  }
}
