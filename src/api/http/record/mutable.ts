/** A record while it is made: to assign a field that may be absent costs a tenth of a spread. */
export type Mutable<Record> = { -readonly [Field in keyof Record]: Record[Field] };
