import type { HeldClaim } from '../../claims/claims-of-many.reader.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { Html, html } from '../../platform/html/html.js';
import type { DefinitionDto } from '../definition/definition.dto.js';
import type { ExplanationDto } from '../explanation/explanation.dto.js';
import type { ProofDto } from '../proof/proof.dto.js';
import { claimSentence } from './claim-sentence.js';
import { notShown } from './not-shown.js';
import type { Report, ReportedClaim, ReportedEvidence } from './report.js';
import { blockAndTime, grouped, PREFIXES, ranges, row, STATES, stated } from './report-words.js';

/** What a claim says, in words. */
export const sentenceOf = ({ definition, object, proof }: ReportedClaim, { subject }: Report): Html =>
  claimSentence({ id: definition.id, title: definition.title, subject, object, value: proof?.value });

/** A claim that is proven, with what was checked and its evidence. */
export function provenSection(claim: ReportedClaim, report: Report): Html {
  const { definition } = claim;
  const proof = claim.proof!;
  const list = Object.entries(proof.bindingVersions).map(([name, version]) => `${name} ${version}`);
  return html`<section><h2>${definition.title} <span class="state">${STATES.proven}</span></h2>
<p class="claim">${sentenceOf(claim, report)}.</p>
<p>${since(claim, report)} It means: ${definition.description}</p>
<h3>Checked</h3>${checks(proof, definition)}
<h3>Evidence</h3>${evidence(claim.evidence, proof.sourceEvidenceRefs.length)}
${claim.restsOn.length === 0 ? '' : html`<h3>Rests on</h3>${restsOn(claim, report)}`}
<h3>What the proof does not show</h3><ul class="small">${notShown(claim, report.block.number).map((says) => html`<li>${says}</li>`)}</ul>
<table>
${row('Proof', html`<code>${proof.proofHash}</code>`)}${row('Definition', html`<code>${proof.attributeId}</code> <code>${proof.definitionVersion}</code>, way <code>${proof.selectedFamilyId}</code>`)}
${row('Facts since', html`block ${grouped(proof.referenceBlock)} <code>${proof.referenceBlockHash}</code>`)}${list.length === 0 ? '' : row('Lists', html`${list.join(', ')}`)}</table></section>
`;
}

function since(claim: ReportedClaim, report: Report): Html {
  if (claim.held === undefined) return html``;
  return html`It holds since block ${began(claim.held, claim, report)}, and held at the end of block ${grouped(report.block.number)}.`;
}

/** The first block in which a claim is known to hold, and whether it may have held before. */
export function began(
  { startBlock: number, startTime: timestamp }: HeldClaim,
  claim: ReportedClaim,
  report: Report,
): Html {
  const mayBeEarlier = gapsOf(claim, report).some(({ toBlock }) => toBlock === number - 1);
  return html`${blockAndTime({ number, timestamp })}${mayBeEarlier ? ' or earlier, because the blocks before it are missing' : ''}`;
}

/** Blocks for which a claim is not evaluated. */
function gapsOf({ definition }: ReportedClaim, { coverage }: Report): readonly BlockRange[] {
  const name = definition.kind === 'relation' ? definition.id : definition.family;
  return coverage.families.find(({ family }) => family === name)?.gaps ?? [];
}

function checks(proof: ProofDto, { currentVersion }: DefinitionDto): Html {
  const described = new Map(
    [...currentVersion.checks, ...currentVersion.negativeControls].map((one) => [
      one.factId,
      one.description,
    ]),
  );
  const results = [...proof.factResults, ...proof.negativeControlResults] as readonly {
    readonly id: string;
    readonly operator: string;
    readonly expected: unknown;
    readonly observed: unknown;
  }[];
  return html`<table><tr><th scope="col">What</th><th scope="col">Expected</th><th scope="col">Observed</th></tr>
${results.map(
  ({
    id,
    expected,
    observed,
  }) => html`<tr><td>${described.get(id) ?? described.get(`${proof.selectedFamilyId}.${id}`) ?? id}</td>
<td><code>${stated(expected)}</code></td><td><code>${stated(observed)}</code></td></tr>
`,
)}</table>`;
}

function evidence(found: readonly ReportedEvidence[], count: number): Html {
  if (count === 0) return html`<p>None of its own: the proofs it rests on have it.</p>`;
  return html`<table>
${found.map(
  ({
    ref,
    found: one,
  }) => html`<tr><td>${one === undefined ? 'Entry of a list' : foundAt(one)}<br><code>${ref}</code></td></tr>
`,
)}</table>${count > found.length ? html`<p>and ${count - found.length} more, in the bundle.</p>` : ''}`;
}

const KINDS: Readonly<Record<string, string>> = {
  log: 'Event',
  tx: 'Transaction',
  header: 'Block header',
  withdrawal: 'Withdrawal',
  frame: 'Call',
  code: 'Code at the end of the block',
  view: 'View call executed at the end of the block',
  delegation: 'Delegation observed at the end of the block',
  slot: 'Storage at the end of the block',
  read: 'Answer of a node to a call',
};

function foundAt(one: NonNullable<ReportedEvidence['found']>): Html {
  const { kind, address, txHash, decoded, logIndex, slot, selector } = one;
  const args = decoded?.args.map(({ name, value }) => `${name === '' ? '' : `${name} `}${stated(value)}`);
  return html`${KINDS[kind] ?? kind}${decoded === undefined ? '' : html` <b>${decoded.name}</b>(${args!.join(', ')})`}${
    logIndex === undefined ? '' : ` (log ${logIndex} of the block)`
  }${address === undefined ? '' : html` of <code>${address}</code>`}${slot === undefined ? '' : html`, slot <code>${slot}</code>`}${
    selector === undefined ? '' : html`, function <code>${selector}</code>`
  }${txHash === undefined ? '' : html` in transaction <code>${txHash}</code>`}, block ${blockAndTime({ number: one.blockNumber, timestamp: one.timestamp })}`;
}

function restsOn({ restsOn, proof }: ReportedClaim, { definitions }: Report): Html {
  const more = proof!.dependencyProofRefs.length - restsOn.length;
  const titles = new Map(definitions.map(({ id, title }) => [id, title]));
  return html`<table>
${restsOn.map(({ attributeId, subject, object, value, proofHash }) => {
  const title = titles.get(attributeId) ?? attributeId;
  return html`<tr><td>${claimSentence({ id: attributeId, title, subject, object, value })}<br><code>${proofHash}</code></td></tr>
`;
})}</table>${more > 0 ? html`<p>and ${more} more, in the bundle.</p>` : ''}`;
}

/** A claim that was asked for and is not proven, with what is missing or does not hold. */
export function otherSection(claim: ReportedClaim, report: Report): Html {
  const { definition, answer } = claim;
  const explanation = claim.explanation!;
  return html`<section><h3>${definition.title} <span class="state">${STATES[answer]}</span></h3>
<p class="claim">${PREFIXES[answer]}${sentenceOf(claim, report)}.</p>
${answer === 'undecided' ? undecided(explanation) : unseen(claim, report)}${ways(explanation)}</section>
`;
}

const REASONS: Readonly<Record<string, string>> = {
  blocks_missing: 'Blocks are missing',
  code_unknown: 'It is not known what code the address had',
  facts_unknown: 'A fact is not known',
};

const undecided = ({ reason = '', missing }: ExplanationDto): Html =>
  html`<p>${REASONS[reason] ?? 'Something is not known'}${missing.length === 0 ? '' : html`: ${ranges(missing)}`}.</p>`;

/** The blocks in which a claim that is not proven may have begun unseen: they may lack frames or state diffs alone. */
function unseen(claim: ReportedClaim, report: Report): Html {
  const missing = gapsOf(claim, report).filter(({ fromBlock }) => fromBlock <= report.block.number);
  if (missing.length === 0) return html``;
  return html`<p>Missing for it: ${ranges(missing)}. What happened in these blocks is seen only where the state or a list still shows it.</p>`;
}

/** The comparisons that do not hold, for each way to prove the claim. */
function ways({ ways }: ExplanationDto): Html {
  const rows = ways.flatMap(({ familyId, key, checks }) =>
    checks
      .filter(({ outcome }) => outcome !== 'holds')
      .map(
        ({
          id,
          description,
          outcome,
          expected,
          observed,
        }) => html`<tr><td>${description ?? id} <span class="small">(${familyId}${key === undefined ? '' : ` ${key}`})</span></td>
<td>${outcome === 'unknown' ? 'not known' : 'does not hold'}</td><td><code>${stated(expected)}</code></td><td><code>${stated(observed)}</code></td></tr>
`,
      ),
  );
  if (rows.length === 0) return html``;
  return html`<table><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col">Expected</th><th scope="col">Observed</th></tr>
${rows}</table>`;
}
