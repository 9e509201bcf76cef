interface Change {
  readonly map: Map<string, unknown>;
  readonly key: string;
  readonly had: boolean;
  readonly value: unknown;
}

/** Writes to maps that can be undone, newest first: a checkpoint is a length of the log, so it costs nothing. */
export class UndoLog {
  readonly #changes: Change[] = [];
  readonly #checkpoints: number[] = [];

  set<Value>(map: Map<string, Value>, key: string, value: Value): void {
    this.#changes.push({ map, key, had: map.has(key), value: map.get(key) });
    map.set(key, value);
  }

  checkpoint(): void {
    this.#checkpoints.push(this.#changes.length);
  }

  commit(): void {
    this.#checkpoints.pop();
  }

  revert(): void {
    const length = this.#checkpoints.pop() ?? 0;
    while (this.#changes.length > length) {
      const { map, key, had, value } = this.#changes.pop()!;
      if (had) map.set(key, value);
      else map.delete(key);
    }
  }
}
