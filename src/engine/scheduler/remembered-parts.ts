interface Part {
  readonly result: unknown;
  /** First later block at which something that it read may differ. */
  readonly next: number;
}

/**
 * Results of parts of an evaluation, which goes through the blocks of a range. Each block changes a few keys
 * of a contract that may have thousands.
 */
export class RememberedParts {
  readonly #parts = new Map<object, Map<unknown, Part>>();

  find(of: object, key: unknown, block: number): Part | undefined {
    const part = this.#parts.get(of)?.get(key);
    return part !== undefined && block < part.next ? part : undefined;
  }

  set(of: object, key: unknown, part: Part): void {
    const parts = this.#parts.get(of);
    if (parts) parts.set(key, part);
    else this.#parts.set(of, new Map([[key, part]]));
  }
}
