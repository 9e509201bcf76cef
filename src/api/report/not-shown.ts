import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import type { ProofDto } from '../proof/proof.dto.js';
import type { ReportedClaim } from './report.js';
import { grouped } from './report-words.js';

/** Kinds of evidence that cannot cease to be so. */
const LASTING = ['header', 'tx', 'withdrawal'];
/** Kinds of evidence that are state, which a node may have proven or not. */
const STATE = ['code', 'slot', 'view', 'delegation'];
/** Operators that rest on the analysis of a code. */
const ANALYSIS = ['selectors_all', 'selectors_none', 'fingerprint_in'];

/** What the proof of a claim leaves to be believed, in sentences. */
export function notShown({ proof, restsOn, lists }: ReportedClaim, block: number): readonly string[] {
  const proofs = [proof!, ...restsOn];
  const refs = proofs.flatMap(({ sourceEvidenceRefs }) => sourceEvidenceRefs);
  const kinds = new Set(refs.flatMap((ref) => parseRef(ref)?.kind ?? []));
  const end = `the end of block ${grouped(block)}`;
  return [
    'It does not show since when the claim holds. That rests on the scan of the covered blocks.',
    ...([...kinds].some((kind) => !LASTING.includes(kind))
      ? [
          `It does not show that nothing changed or ended the claim between its evidence and ${end}, except where its bundle has the state at that block. That rests on the scan, too.`,
        ]
      : []),
    ...(proofs.some((one) => uses(one, ['absent']))
      ? [
          `It does not show that what must be absent is absent at ${end}, except for code and storage that a node proved.`,
        ]
      : []),
    ...lists.map(
      ({ id, version = 'none' }) =>
        `Its definition, or one that it rests on, consults the list ${id}, version ${version}, as it was published. It does not show that the list is the one of its publisher, that it is right, or that it is complete.`,
    ),
    ...(kinds.has('read') ? ['What a node answered to a call is attested by that node alone.'] : []),
    ...(kinds.has('frame')
      ? [
          'A call inside a transaction is attested by a node alone, unless the bundle has the transaction executed again.',
        ]
      : []),
    ...(STATE.some((kind) => kinds.has(kind))
      ? [
          'Code, storage and what view calls return are attested by a node alone, except where the bundle proves them.',
        ]
      : []),
    ...(proofs.some((one) => uses(one, ANALYSIS))
      ? ['What its code can do is what the analysis of the service found.']
      : []),
    ...(proof!.dependencyProofRefs.length > 0
      ? ['What the proofs that it rests on do not show, it does not show either.']
      : []),
  ];
}

/** Whether a comparison of a proof has one of these operators. */
function uses({ factResults, negativeControlResults }: ProofDto, operators: readonly string[]): boolean {
  const results = [...factResults, ...negativeControlResults] as readonly { readonly operator: string }[];
  return results.some(({ operator }) => operators.includes(operator));
}
