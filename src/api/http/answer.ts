/** What a method answers with: the record served as `data` and, where it states one, the block it is valid at. */
export class Answer<T extends object> {
  constructor(
    readonly data: T,
    readonly asOfBlock?: number,
  ) {}
}
