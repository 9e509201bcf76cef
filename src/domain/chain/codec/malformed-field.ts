/** A chain record that cannot be read: which field, and what is wrong with it. */
export class MalformedField extends Error {
  override readonly name = 'MalformedField';

  constructor(
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}
