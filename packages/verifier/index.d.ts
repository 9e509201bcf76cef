/** V1 to V6; the README says what each shows. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

export interface VerifyOptions {
  /**
   * The transparency log that must have the claim: its public key (`name+hash+key`), or the text of a policy (c2sp.org/tlog-policy).
   * Without it V5 is not shown.
   */
  readonly log?: string;
  /**
   * Root of a beacon block that you trust (`0x` and 64 hex digits), by which sync committees show recent blocks. If it is given, V6 fails unless it
   * is shown.
   */
  readonly checkpoint?: string;
  /** Called after each level that holds, in order. */
  readonly onHeld?: (level: Level) => void;
}

/** A level that rests on more than the bundle: whether it is shown, or else why not. */
export interface Shown {
  readonly outcome: 'shown' | 'not shown';
  /** Only if it is not shown. */
  readonly reason?: string;
}

/** What every outcome has. */
interface Report {
  /**
   * Exit code of `chainproof-verify`: 0 if no level fails, 10 for a text that is no bundle, 11 to 16 for the
   * lowest level that fails.
   */
  readonly exitCode: number;
  /** What `chainproof-verify` prints: printable ASCII, a line per level, then what the bundle does not show. */
  readonly text: string;
}

/** A bundle of a claim in which no level fails. The claim can still be false: `attested` says by what. */
export interface VerifiedClaim extends Report {
  readonly outcome: 'verified';
  readonly kind: 'claim';
  /** Address, lower case. */
  readonly subject: string;
  /** Id of the definition, such as `asset:erc20`. */
  readonly claim: string;
  /** For relations: the other address. */
  readonly object?: string;
  readonly value?: string;
  /** The claim held at the end of this block. */
  readonly block: number;
  /** `sha256:` and 64 hex digits. */
  readonly proofHash: string;
  /** Hashes of the blocks whose headers are in the bundle. */
  readonly blocks: readonly string[];
  /** How each piece of evidence is supported: `merkle`, `executed`, `node` or `registry`. */
  readonly supports: readonly (readonly [ref: string, support: string])[];
  /** What no block of the bundle shows. Read it before you rely on the claim. */
  readonly attested: readonly { readonly kind: string; readonly about: string; readonly says: string }[];
  /** V5. */
  readonly logged: Shown;
  /** V6. */
  readonly canonicity: Shown;
}

/** A bundle of a view call in which no level fails. */
export interface VerifiedCall extends Report {
  readonly outcome: 'verified';
  readonly kind: 'call';
  /** `view:1:<blockHash>:<address>:<data>` */
  readonly call: string;
  readonly result: { readonly outcome: 'returned' | 'reverted'; readonly output: string };
  /** V6. */
  readonly canonicity: Shown;
}

/** The lowest level that fails, with the first place and the reason. Higher levels were not checked. */
export interface Refuted extends Report {
  readonly outcome: 'refuted';
  readonly level: Level;
  readonly place: string;
  readonly reason: string;
}

export interface NoBundle extends Report {
  readonly outcome: 'no bundle';
  readonly reason: string;
}

export type Verification = VerifiedClaim | VerifiedCall | Refuted | NoBundle;

/**
 * Checks the text of a bundle, of a claim or of a view call. It asks no network and reads no file.
 *
 * @param text the whole file, a character a byte; bundles are ASCII
 * @throws Error if `log` is neither a key nor a policy, `checkpoint` is no root, or if a part of this package cannot be loaded. Nothing that a bundle contains makes it throw.
 */
export declare function verify(text: string, options?: VerifyOptions): Promise<Verification>;

/** Loads the EVM and the roots now instead of with the first bundle that needs them, such as before a page goes offline. */
export declare function load(): Promise<void>;
