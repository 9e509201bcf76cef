/**
 * SQL: whether the bytes of a column are one of the parameter's, a `bytea[]`. The index has four bytes of their hash, and others may have the same.
 */
export const isOneOf = (column: string, parameter: string): string =>
  `hashbytea(${column}) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest(${parameter}::bytea[]) one)) AND ${column} = ANY(${parameter})`;
