/** A record while it is made. Assigning a field that may be absent costs a tenth of a spread. */
export type Mutable<Record> = { -readonly [Field in keyof Record]: Record[Field] };
