/** A record that is there as JSON already; it is parsed only where something reads its fields. */
export class WrittenRecord<T extends object> {
  constructor(readonly json: string) {}

  read(): T {
    return JSON.parse(this.json) as T;
  }
}
