import type { HeldClaim } from '../../claims/claims-of-many.reader.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { NodeHost } from '../../records/coverage/node-host.reader.js';
import type { CoverageDto } from '../coverage/coverage.dto.js';
import type { DefinitionDto } from '../definition/definition.dto.js';
import type { EvidenceDto } from '../evidence/evidence.dto.js';
import type { ExplanationDto } from '../explanation/explanation.dto.js';
import type { ProofDto } from '../proof/proof.dto.js';
import type { ConsultedListDto } from '../registry/consulted-list.dto.js';

/**
 * A piece of evidence. `found` is absent if the evidence is not on the chain, such as an entry of a list.
 */
export interface ReportedEvidence {
  readonly ref: string;
  readonly found?: EvidenceDto;
}

/** A requested claim: proven with its proof, or not proven with the explanation. */
export interface ReportedClaim {
  readonly definition: DefinitionDto;
  /** Object of a relation: the proven or the requested one. */
  readonly object?: Address;
  readonly answer: 'proven' | 'not_proven' | 'undecided';
  readonly proof?: ProofDto;
  /** The interval in which it holds. */
  readonly held?: HeldClaim;
  readonly evidence: readonly ReportedEvidence[];
  /** The proofs on which it depends directly. */
  readonly restsOn: readonly ProofDto[];
  /** The lists that its definition and those of `restsOn` consult. */
  readonly lists: readonly ConsultedListDto[];
  readonly explanation?: ExplanationDto;
}

/** A block, for comparison with a node. */
export interface NamedBlock {
  readonly number: number;
  readonly hash: Hash;
}

/** Everything that a report says. */
export interface Report {
  readonly subject: Address;
  readonly question?: string | undefined;
  /** The block at whose end the report holds. */
  readonly block: NamedBlock & { readonly timestamp: number };
  readonly claims: readonly ReportedClaim[];
  /** Relations with more proven counterparts than the report shows. */
  readonly cut: readonly string[];
  /** Relations that are proven of some counterparts and undecided of others, which are not known. */
  readonly open: readonly string[];
  readonly lists: readonly ConsultedListDto[];
  readonly coverage: CoverageDto;
  readonly nodes: readonly NodeHost[];
  /** Digest of the definition set. */
  readonly definitionSet: string;
  /** Definitions that the claims name, and those that they depend on, ascending by id. */
  readonly definitions: readonly DefinitionDto[];
  /** Their files by id, except of those that were published without. */
  readonly texts: ReadonlyMap<string, string>;
}
