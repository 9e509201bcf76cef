/**
 * An SSZ type that occurs in beacon blocks. Lengths of bytes and limits of lists are those of the
 * specification.
 *
 * Progressive types (EIP-7495, EIP-7916) are serialized like others. They are hashed over a tree that grows
 * with the value, so their limit does not affect the root.
 */
export type SszType =
  /** Numbers, hashes, keys, bit vectors: bytes of fixed length. */
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'byteList'; readonly limit: number }
  | ({ readonly kind: 'bitList'; readonly limit: number } & Progressive)
  | { readonly kind: 'vector'; readonly of: SszType; readonly length: number }
  /** @property isNumbers whether the elements are packed into leaves instead of hashed one by one */
  | ({
      readonly kind: 'list';
      readonly of: SszType;
      readonly limit: number;
      readonly isNumbers?: boolean;
    } & Progressive)
  | SszContainer;

export type SszContainer = { readonly kind: 'container'; readonly fields: readonly SszType[] } & Progressive;

interface Progressive {
  readonly isProgressive?: true;
}

export const bytes = (length: number): SszType => ({ kind: 'bytes', length });
export const byteList = (limit: number): SszType => ({ kind: 'byteList', limit });
export const bitList = (limit: number): SszType => ({ kind: 'bitList', limit });
export const vector = (of: SszType, length: number): SszType => ({ kind: 'vector', of, length });
export const list = (of: SszType, limit: number): SszType => ({ kind: 'list', of, limit });
export const numbers = (limit: number): SszType => ({ kind: 'list', of: bytes(8), limit, isNumbers: true });
export const container = (...fields: readonly SszType[]): SszContainer => ({ kind: 'container', fields });
/** The same type, with a root that does not depend on its limit. */
export const progressive = <Type extends SszType & Progressive>(type: Type): Type => ({
  ...type,
  isProgressive: true,
});

/** Bytes of a value of fixed size; undefined for a type of variable size. */
export function fixedSize(type: SszType): number | undefined {
  if (type.kind === 'bytes') return type.length;
  if (type.kind === 'vector') {
    const size = fixedSize(type.of);
    return size === undefined ? undefined : size * type.length;
  }
  if (type.kind !== 'container') return undefined;
  return type.fields.reduce<number | undefined>((sum, field) => {
    const size = fixedSize(field);
    return sum === undefined || size === undefined ? undefined : sum + size;
  }, 0);
}
