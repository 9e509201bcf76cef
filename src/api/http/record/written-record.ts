/** A record that exists as JSON already. It is parsed only if something reads its fields. */
export class WrittenRecord<T extends object> {
  /**
   * @param beginning stands for a large record that is not parsed: its list has the full length, but only the
   * first rows
   */
  constructor(
    readonly json: string,
    private readonly beginning?: T,
  ) {}

  read(): T {
    return this.beginning ?? (JSON.parse(this.json) as T);
  }
}
