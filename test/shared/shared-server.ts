/** A server that the test files of a run share. */
export interface SharedServer<Reported> {
  /** What test files need to know about it, as JSON. */
  readonly reported: Reported;
  stop(): Promise<void>;
}
