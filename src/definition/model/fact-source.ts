import type { ViewType } from '../../domain/chain/codec/view-value.js';

/**
 * The fact source of a predicate, at one address, as `definitions/README.md` describes. Two predicates with the same source read the same
 * facts, in any definition.
 */
export type FactSource =
  | CodeSource
  | BuildSource
  | StorageSource
  | LogSource
  | LogStateSource
  | FrameSource
  | CallSource
  | TransactionSource
  | HeaderSource
  | WithdrawalSource
  | SettingSource
  | ViewSource
  | DelegationSource;

export interface CodeSource {
  readonly kind: 'code';
  readonly register: 'contract' | 'delegate' | 'clone' | 'destroyed' | 'redeployed';
}

/**
 * The build in a registry that the contract's code is, except for immutables and the metadata at its end. The
 * value is the key of the entry, as `buildHash` gives it.
 */
export interface BuildSource {
  readonly kind: 'build';
  readonly binding: string;
}

export const SLOT_NAMES = [
  'eip1967_implementation',
  'eip1967_admin',
  'eip1967_beacon',
  'oz_v1_implementation',
  'oz_v1_admin',
  'eip1822_proxiable',
  'safe_singleton',
  'safe_guard',
  'safe_fallback_handler',
] as const;
export type SlotName = (typeof SLOT_NAMES)[number];

export interface StorageSource {
  readonly kind: 'storage';
  readonly slot: SlotName;
}

/** `topic1`, `word0.address`, `emitter`, `text`, `largest_amount`, `credentials.address`, `reverse_node` … */
export type FieldPath = string;

/**
 * Key and value of the cuts of a diamond: each selector is a key and its facet the value. A removed selector
 * is cleared.
 */
export const EACH_SELECTOR = 'each:cut.selector';
export const EACH_FACET = 'each:cut.facet';

export interface LogShape {
  /** `0x` and 64 hex digits. */
  readonly topic0: string;
  readonly topics: number;
  /** Length of the data in bytes; any length when neither this nor `decodes` is given. */
  readonly dataLength?: number;
  readonly decodes?: 'equal_arrays' | 'text' | 'facet_cuts';
  readonly where?: Readonly<Record<FieldPath, string>>;
}

export type Emitter = 'subject' | 'any' | { readonly binding: string };

export interface LogSource extends LogShape {
  readonly kind: 'log';
  readonly emitter: Emitter;
  readonly subject: FieldPath;
  readonly key?: readonly FieldPath[];
  readonly outsideCreation?: true;
  readonly createdByEmitter?: true;
  readonly fields?: Readonly<Record<string, FieldPath>>;
}

export interface LogStateEvent extends LogShape {
  /** Replaces the key of the source, where the event has it in other fields. */
  readonly key?: readonly FieldPath[];
  /** A field path, `true` (as text), `cleared` or `EACH_FACET`. */
  readonly value: FieldPath;
}

export interface LogStateSource {
  readonly kind: 'log_state';
  readonly emitter: Emitter;
  readonly subject: FieldPath;
  readonly key?: readonly FieldPath[];
  readonly events: readonly LogStateEvent[];
}

export interface FrameSource {
  readonly kind: 'frame';
  readonly register: 'created' | 'creation';
}

export interface CallSource {
  readonly kind: 'call';
  /** Binding that holds the callee. */
  readonly to: string;
  readonly log: LogShape;
  readonly key: 'to.address' | 'credentials.address';
}

export interface TransactionSource {
  readonly kind: 'tx';
  readonly register: 'signed' | 'authorized';
}

export interface HeaderSource {
  readonly kind: 'header';
  readonly register: 'beneficiary';
}

export interface WithdrawalSource {
  readonly kind: 'withdrawal';
  readonly register: 'received';
}

/**
 * The blocks in which a transaction changed storage of the contract without moving its tokens. Each block
 * counts for a bounded number of contracts.
 */
export interface SettingSource {
  readonly kind: 'setting';
}

/**
 * The result of a view call, which the service executes on the state at the end of a block. The key is the
 * call data; where the result is a list, the element follows it.
 */
export interface ViewSource {
  readonly kind: 'view';
  /** Signature with the types of its parameters, such as `hasRole(bytes32,address)`. */
  readonly signature: string;
  /** Type of the first return value. */
  readonly returns: ViewType;
}

/**
 * The address to which the contract, at the end of a block, delegates calls that it does not dispatch. It is
 * observed by executing such calls. The value is an `ObservedDelegation`.
 */
export interface DelegationSource {
  readonly kind: 'delegation';
}

/** A view call whose recorded answer is a fact of the address called. */
export interface ReadSource {
  /** Signature without parameters, such as `symbol()`. */
  readonly call: string;
  readonly returns: 'text' | 'address';
  /** Id of the earlier check whose start is the first block at which the call is read. */
  readonly after: string;
  /** Whether the call is read again in the blocks of `SettingSource`, too. */
  readonly again?: 'setting';
}
