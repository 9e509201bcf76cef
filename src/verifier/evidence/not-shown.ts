import type { AttestationKind } from './attestation.js';

/** What each kind of unproven part means for whoever reads a proof, in a sentence. */
export const NOT_SHOWN: Readonly<Record<AttestationKind, string>> = {
  since: 'Since when the claim holds is never shown: it may have held for longer, or not for so long.',
  unchanged: 'That nothing changed after the evidence, up to the end of the block, is not always shown.',
  lifetime: 'That a contract is still the same one, and was not destroyed in between, is not always shown.',
  absent: 'That something is absent is shown for code and storage at most, and only where a node proved it.',
  node: 'Calls inside transactions, answers of nodes, and state without a proof are attested by a node alone.',
  registry: 'That a list is the one of its publisher is not shown: compare its digest.',
  rule: 'That a rule is the one of its publisher is shown only to a release that knows it.',
  family: 'That no way of proving the claim which its definition tries first holds is not shown.',
  first: 'That no earlier event of the same kind says something else is not shown.',
  keys: 'That a value which lists several things is complete is not shown.',
  creation: 'That an event or a call was not part of the creation of the contract itself is not shown.',
  deployed: 'That a creation left code is not always shown.',
  effect: 'That a signed authorization took effect is not shown.',
  existed: 'That an address had other code before is not always shown.',
  analysis: 'That a code has the stated functions, or the stated fingerprint, is not always shown.',
  head: 'That there is the block at whose end the claim holds is not shown where its header is not in the bundle.',
  logged: 'That the claim did not end, and was not withdrawn, after a log noted it is not shown.',
  witnessed: 'That a log shows its entries to others as well is shown only where witnesses cosigned it.',
};
