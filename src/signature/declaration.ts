import { splitList } from './split-list.js';

/** A parameter of an event. */
export interface EventInput {
  /** Declared name; empty when the parameter has none. */
  readonly name: string;
  /** Canonical ABI type. Tuples have the form `(address,uint256)[]`. */
  readonly type: string;
  readonly indexed: boolean;
}

/** The name in a declaration: `Paid` in `Paid(address indexed from,uint256)`. */
export function nameOf(declaration: string): string {
  return declaration.slice(0, declaration.indexOf('('));
}

/** The signature of a declaration: `Paid(address,uint256)` for `Paid(address indexed from,uint256)`. */
export function signatureOf(declaration: string): string {
  const types = eventInputs(declaration).map(({ type }) => type);
  return `${nameOf(declaration)}(${types.join(',')})`;
}

/**
 * The parameters of a declaration, such as `address indexed from` and `uint256`. Those of a bare signature
 * have types only.
 */
export function eventInputs(declaration: string): EventInput[] {
  const list = declaration.slice(declaration.indexOf('(') + 1, -1);
  return splitList(list).map((parameter) => {
    const [type = '', ...words] = parameter.split(' ');
    const indexed = words[0] === 'indexed';
    return { name: words[indexed ? 1 : 0] ?? '', type, indexed };
  });
}
