/** What the test files of a run share. */
export interface SharedServer<Reported> {
  /** What test files need to know of it; goes through JSON. */
  readonly reported: Reported;
  stop(): Promise<void>;
}
