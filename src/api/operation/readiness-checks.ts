/** Something the service cannot answer without. */
export interface ReadinessCheck {
  readonly name: string;
  /** Settles when the dependency answers, rejects when it does not. */
  check(): Promise<unknown>;
}

export class ReadinessChecks {
  constructor(readonly all: readonly ReadinessCheck[]) {}
}
