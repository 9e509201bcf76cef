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
  'instructions_all',
  'instructions_none',
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
  /** The one current key of a binding. */
  | { readonly of: 'entry'; readonly binding: string }
  /** 32 bytes as `0x` hex. Only arguments of view calls have this form. */
  | { readonly of: 'word'; readonly word: string };

/** The number of a fact source: its index in `Catalog.sources`. */
export type SourceId = number;

/** Reads the code or a slot of an address. */
export interface StateOperand {
  readonly source: SourceId;
  /** The address whose facts are read; by default the subject. */
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
  /** An argument for each parameter of the signature. */
  readonly args?: readonly Expression[];
}

/** Reads the address to which a contract delegates. */
export interface DelegationOperand extends StateOperand {
  readonly delegation: DelegationSource;
  /** Selector of the delegated calls; by default calls that the contract does not dispatch. */
  readonly call?: Expression;
}

/** Reads the recorded result of a view call. */
export interface ReadOperand {
  readonly read: ReadSource;
  /** The called address; by default the subject. */
  readonly at?: Expression;
  /** Always refused. It is read so that the error can name its place. */
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
        /**
         * Whether the facts only suggest keys. Logs of blocks before the range are not known and may name
         * others, so the list need not be complete.
         */
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
  /** `expected` is in bytes. */
  length: Compared & { readonly expected: number };
  selectors_all: StateOperand & {
    readonly expected: readonly string[];
    /** Whether any contract counts to which the delegation that `at` names passes calls on, and not the first alone. */
    readonly further?: true;
  };
  selectors_none: StateOperand & { readonly expected: readonly string[] };
  /** `expected` are CALLCODE (0xf2), DELEGATECALL (0xf4) and SELFDESTRUCT (0xff), or some of them. */
  instructions_all: StateOperand & { readonly expected: readonly string[] };
  instructions_none: StateOperand & { readonly expected: readonly string[] };
  slot_address: StateOperand;
  code_hash_in: StateOperand & Bound;
  build_in: StateOperand & Bound;
  /**
   * Only rules of earlier releases have this operator. Their bundles must stay readable, but definitions may
   * no longer use it.
   */
  fingerprint_in: StateOperand & Bound;
  same_tx: Compared & { readonly with: Expression };
  log_within_frame: SourceOperand;
  returns: ViewOperand;
  delegates: DelegationOperand;
  imitates: Bound & {
    readonly of: readonly Expression[];
    /** Whether decoration around a text is ignored. */
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

/** The operands of all operators, each optional, for code that treats all operators alike. */
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
