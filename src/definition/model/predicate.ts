import type { DelegationSource, ReadSource, ViewSource } from './fact-source.js';

export const OPERATORS = [
  'holds',
  'absent',
  'exists',
  'latest',
  'eq',
  'neq',
  'in',
  'not_in',
  'gte',
  'lte',
  'prefix',
  'length',
  'selectors_all',
  'selectors_none',
  'slot_address',
  'code_hash_in',
  'build_in',
  'fingerprint_in',
  'same_tx',
  'log_within_frame',
  'returns',
  'delegates',
  'imitates',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A value that a predicate can be compared with: `definitions/README.md`, Expressions. */
export type Expression =
  | { readonly of: 'subject' }
  | { readonly of: 'object' }
  | { readonly of: 'check'; readonly check: string; readonly field?: string }
  | { readonly of: 'namehash'; readonly text: Expression }
  /** The one key of a binding in force. */
  | { readonly of: 'entry'; readonly binding: string }
  /** 32 bytes as `0x` hex; only an argument of a view call. */
  | { readonly of: 'word'; readonly word: string };

/** A source as the catalog numbers it: index into `Catalog.sources`. */
export type SourceId = number;

/** Reads the code or a slot of an address. */
export interface StateOperand {
  readonly source: SourceId;
  /** The address whose source it is; the subject when absent. */
  readonly at?: Expression;
}

/** Reads a fact source. */
export interface SourceOperand extends StateOperand {
  /** The key, for a keyed source. */
  readonly atKey?: Expression;
}

/** Reads the result of a view call. */
export interface ViewOperand extends StateOperand {
  readonly view: ViewSource;
  /** One for each parameter of the signature. */
  readonly args?: readonly Expression[];
}

/** Reads where a contract delegates. */
export interface DelegationOperand extends StateOperand {
  readonly delegation: DelegationSource;
  /** Selector of the calls that it passes on; those that it does not dispatch when absent. */
  readonly call?: Expression;
}

/** Reads the recorded result of a view call. */
export interface ReadOperand {
  readonly read: ReadSource;
  /** The address called; the subject when absent. */
  readonly at?: Expression;
  /** Always refused; kept so that the refusal can name its place. */
  readonly atKey?: Expression;
}

/** Reads the claim of another definition about an address. */
export interface ClaimOperand {
  readonly dep: string;
  readonly of: Expression;
}

interface Compared {
  readonly of: Expression;
}

export type ComparisonOperand = Compared & ({ readonly expected: string } | { readonly with: Expression });

interface Bound {
  readonly binding: string;
}

/** The operands of each operator, as `predicate.schema.ts` reads them. */
interface Operands {
  holds: ClaimOperand;
  absent: ClaimOperand | SourceOperand | ViewOperand;
  exists:
    | (SourceOperand & {
        /** Whether it only finds candidates: what a contract did before the range is not seen, and may name more of them. */
        readonly candidates?: true;
      })
    | ReadOperand;
  latest: SourceOperand & { readonly expected: string };
  eq: ComparisonOperand;
  neq: ComparisonOperand;
  in: Compared & Bound;
  not_in: Compared & Bound;
  gte: Compared & { readonly expected: string };
  lte: Compared & { readonly expected: string };
  prefix: Compared & { readonly expected: string };
  /** In bytes. */
  length: Compared & { readonly expected: number };
  selectors_all: StateOperand & { readonly expected: readonly string[] };
  selectors_none: StateOperand & { readonly expected: readonly string[] };
  slot_address: StateOperand;
  code_hash_in: StateOperand & Bound;
  build_in: StateOperand & Bound;
  /** Of rules of earlier releases, whose bundles are read for good: definitions have it no more. */
  fingerprint_in: StateOperand & Bound;
  same_tx: Compared & { readonly with: Expression };
  log_within_frame: SourceOperand;
  returns: ViewOperand;
  delegates: DelegationOperand;
  imitates: Bound & {
    readonly of: readonly Expression[];
    /** Whether decoration of a text is ignored. */
    readonly decorated?: true;
  };
}

/** A predicate of one operator. */
export type PredicateOf<Name extends Operator> = {
  readonly [One in Name]: {
    readonly id: string;
    readonly operator: One;
    readonly description?: string;
  } & Operands[One];
}[Name];

/** One condition of a family: its operator decides which operands it has. */
export type Predicate = PredicateOf<Operator>;

type OperandName<Of> = Of extends unknown ? Exclude<keyof Of, 'id' | 'operator' | 'description'> : never;
type OperandValue<Of, Name> = Of extends unknown
  ? Name extends keyof Of
    ? Required<Of>[Name]
    : never
  : never;

/** Every operand that any operator has, for what treats all operators alike. */
export type AnyOperands = {
  readonly [Name in OperandName<Predicate>]?: OperandValue<Predicate, Name>;
};

/** The expressions that a predicate compares. */
export function comparedOf({ of }: AnyOperands): readonly Expression[] {
  if (of === undefined) return [];
  return 'of' in of ? [of] : of;
}

/** All expressions of a predicate. */
export function expressionsOf(operands: AnyOperands): readonly Expression[] {
  const { with: other, at, atKey, call, args = [] } = operands;
  return [...comparedOf(operands), other, at, atKey, call, ...args].filter((one) => one !== undefined);
}
