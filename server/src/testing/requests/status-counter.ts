/** How often each status was answered. */
export class StatusCounter {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  print(name: string): void {
    const parts = [...this.#counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
    console.log(`${name}: ${parts.join(", ")}`);
  }
}
