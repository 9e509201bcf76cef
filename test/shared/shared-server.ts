/** What the test files of a run share. */
export interface SharedServer<Told> {
  /** What test files need to know of it; goes through JSON. */
  readonly told: Told;
  stop(): Promise<void>;
}
