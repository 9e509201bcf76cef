import type { HeldClaim } from '../../claims/claims-of-many.reader.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { NodeHost } from '../../records/coverage/node-host.reader.js';
import type { CoverageDto } from '../coverage/coverage.dto.js';
import type { DefinitionDto } from '../definition/definition.dto.js';
import type { EvidenceDto } from '../evidence/evidence.dto.js';
import type { ExplanationDto } from '../explanation/explanation.dto.js';
import type { ProofDto } from '../proof/proof.dto.js';
import type { ConsultedListDto } from '../registry/consulted-list.dto.js';

/** A piece of evidence; without `found` it is not on the chain, as the entry of a list. */
export interface ReportedEvidence {
  readonly ref: string;
  readonly found?: EvidenceDto;
}

/** A claim that was asked for: proven with its proof, or not, with the explanation. */
export interface ReportedClaim {
  readonly definition: DefinitionDto;
  /** Of a relation: the counterpart that is proven or was asked about. */
  readonly object?: Address;
  readonly answer: 'proven' | 'not_proven' | 'undecided';
  readonly proof?: ProofDto;
  /** Since when it holds without interruption. */
  readonly held?: HeldClaim;
  readonly evidence: readonly ReportedEvidence[];
  /** The proofs it rests on directly. */
  readonly restsOn: readonly ProofDto[];
  readonly explanation?: ExplanationDto;
}

/** A block as a reader compares it with a node. */
export interface NamedBlock {
  readonly number: number;
  readonly hash: Hash;
}

/** Everything that a report says. */
export interface Report {
  readonly subject: Address;
  readonly question?: string | undefined;
  /** At its end. */
  readonly block: NamedBlock & { readonly timestamp: number };
  readonly claims: readonly ReportedClaim[];
  /** Relations of which more are proven than the report shows. */
  readonly cut: readonly string[];
  readonly lists: readonly ConsultedListDto[];
  readonly coverage: CoverageDto;
  readonly nodes: readonly NodeHost[];
  /** Digest of the definition set. */
  readonly definitionSet: string;
  /** Those that the claims name and depend on, ascending by id. */
  readonly definitions: readonly DefinitionDto[];
}
