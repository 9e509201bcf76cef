/** A dependency without which the service cannot answer. */
export interface ReadinessCheck {
  readonly name: string;
  /** Resolves when the dependency answers, and rejects when it does not. */
  check(): Promise<unknown>;
}

export class ReadinessChecks {
  constructor(readonly all: readonly ReadinessCheck[]) {}
}
