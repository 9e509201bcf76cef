import type { HeldClaim } from '../../claims/claims-of-many.reader.js';
import { digestText } from '../../domain/canonical/canonical-json.js';
import type { Hash } from '../../domain/chain/hex.js';
import { ABOUT_NETWORK, type Network } from '../../domain/chain/record/network.js';
import { Html, html } from '../../platform/html/html.js';
import { PAPER_POLICY, PAPER_STYLE } from '../../platform/html/paper-style.js';
import { RELEASE } from '../../platform/release.js';
import { NOT_SHOWN } from '../../verifier/evidence/not-shown.js';
import type { DefinitionDto } from '../definition/definition.dto.js';
import type { ExplanationDto } from '../explanation/explanation.dto.js';
import { CHAIN_SEGMENT } from '../http/method/chain.js';
import type { ProofDto } from '../proof/proof.dto.js';
import { claimSentence } from './claim-sentence.js';
import { notShown } from './not-shown.js';
import type { NamedBlock, Report, ReportedClaim, ReportedEvidence } from './report.js';
import { blockAndTime, dated, grouped, ranges, stated } from './report-words.js';

/** What a report states about its making. */
export interface ReportFrame {
  readonly id: string;
  readonly network: Network;
  /** URL of the service. */
  readonly publicUrl: string;
  /** Unix milliseconds at which the report is written. */
  readonly writtenMs: number;
}

const STATES = {
  proven: '● proven',
  not_proven: '○ not proven',
  undecided: '◐ cannot be said',
} as const;

const PREFIXES = {
  proven: '',
  not_proven: 'It is not proven that ',
  undecided: 'It cannot be said whether ',
} as const;

/** The report as a document for paper. Everything from a chain, a list or a caller is escaped. */
export function writeReport(report: Report, frame: ReportFrame): string {
  const { id, network } = frame;
  const proven = report.claims.filter(({ answer }) => answer === 'proven');
  const others = report.claims.filter(({ answer }) => answer !== 'proven');
  const footer = `Chainproof report ${id} · ${network === 'demo' ? 'demo chain, not Ethereum' : 'Ethereum mainnet'} · end of block ${grouped(report.block.number)}`;
  // A browser prints the foot of a table on every page.
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}">
<title>Report ${id} on ${report.subject}</title><style>${new Html(PAPER_STYLE)}</style></head><body>
<main class="paper"><table class="sheet" role="presentation"><tfoot role="presentation"><tr role="presentation"><td role="presentation">${footer}</td></tr></tfoot><tbody role="presentation"><tr role="presentation"><td role="presentation">
<h1>What is proven of an address</h1>
${network === 'demo' ? html`<p class="demo"><b>Demo chain.</b> ${ABOUT_NETWORK.demo}</p>` : ''}
${cover(report, frame)}
${summary(report)}
${proven.map((claim) => provenSection(claim, report))}
${others.length === 0 ? '' : html`<h2>Asked, and not proven</h2><p>Not proven is not disproven: no covered block and no list shows it.</p>`}
${others.map((claim) => otherSection(claim, report))}
${consulted(report)}
${definitionTexts(report)}
${howToCheck(report, proven, frame)}
</td></tr></tbody></table></main></body></html>
`;
  return page.text;
}

function cover(
  { subject, question, block, coverage, nodes, definitionSet }: Report,
  { id, network, publicUrl, writtenMs }: ReportFrame,
): Html {
  const blocks = coverage.families.find(({ family }) => family === 'blocks');
  const { head } = coverage;
  return html`<table>
${row('Subject', html`<code>${subject}</code>`)}${question === undefined ? '' : row('Question', html`<bdi>${question}</bdi>`)}
${row('As of', html`the end of block ${blockAndTime(block)}<br><code>${block.hash}</code>`)}
${row('As known at', html`block ${blockAndTime(head)}`)}
${row('Written', html`${dated(writtenMs / 1000)} by ${publicUrl}, Chainproof ${RELEASE}`)}
<tr><th scope="row">Prepared by</th><td id="prepared-by"></td></tr>
${row('Chain', network === 'demo' ? html`a demo chain, not Ethereum` : html`Ethereum mainnet, chain id ${CHAIN_SEGMENT}`)}
${row('Blocks covered', html`${ranges(blocks?.ranges ?? [])}${blocks === undefined || blocks.gaps.length === 0 ? '; none are missing' : html`; missing: ${ranges(blocks.gaps)}`}`)}
${row('Blocks read from', html`${nodes.length === 0 ? 'nodes that were not noted' : nodes.map(({ host, first, last }) => `${host} (${first === last ? first : `${first} to ${last}`})`).join(', ')}. Each block was checked against its own hashes.`)}
${row('Definition set', html`<code>${definitionSet}</code>`)}
${row('Document', html`<code>${id}</code> <span class="small">The same question with the same answers at the same block has the same id.</span>`)}
</table>`;
}

const row = (name: string, says: Html): Html => html`<tr><th scope="row">${name}</th><td>${says}</td></tr>
`;

const sentenceOf = ({ definition, object, proof }: ReportedClaim, { subject }: Report): Html =>
  claimSentence({ id: definition.id, title: definition.title, subject, object, value: proof?.value });

function summary(report: Report): Html {
  const { claims, cut, open } = report;
  return html`<h2>Summary</h2><table>
<tr><th scope="col">Answer</th><th scope="col">Statement</th><th scope="col">Since</th></tr>
${claims.map(
  (
    claim,
  ) => html`<tr><td class="state">${STATES[claim.answer]}</td><td>${PREFIXES[claim.answer]}${sentenceOf(claim, report)}</td>
<td>${claim.held === undefined ? '' : began(claim.held, claim, report)}</td></tr>
`,
)}</table>
${cut.length === 0 ? '' : html`<p><b>Not all is shown.</b> More is proven than fits here of: ${cut.join(', ')}.</p>`}${
  open.length === 0
    ? ''
    : html`<p><b>There may be more.</b> For other addresses it cannot be said whether this holds, too: ${open.join(', ')}.</p>`
}`;
}

function provenSection(claim: ReportedClaim, report: Report): Html {
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
function began(
  { startBlock: number, startTime: timestamp }: HeldClaim,
  { definition }: ReportedClaim,
  { coverage }: Report,
): Html {
  const name = definition.kind === 'relation' ? definition.id : definition.family;
  const gaps = coverage.families.find(({ family }) => family === name)?.gaps ?? [];
  const mayBeEarlier = gaps.some(({ toBlock }) => toBlock === number - 1);
  return html`${blockAndTime({ number, timestamp })}${mayBeEarlier ? ' or earlier, because the blocks before it are missing' : ''}`;
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

function otherSection(claim: ReportedClaim, report: Report): Html {
  const { definition, answer } = claim;
  const explanation = claim.explanation!;
  return html`<section><h3>${definition.title} <span class="state">${STATES[answer]}</span></h3>
<p class="claim">${PREFIXES[answer]}${sentenceOf(claim, report)}.</p>
${answer === 'undecided' ? undecided(explanation) : ''}${ways(explanation)}</section>
`;
}

const REASONS: Readonly<Record<string, string>> = {
  blocks_missing: 'Blocks are missing',
  code_unknown: 'It is not known what code the address had',
  facts_unknown: 'A fact is not known',
};

const undecided = ({ reason = '', missing }: ExplanationDto): Html =>
  html`<p>${REASONS[reason] ?? 'Something is not known'}${missing.length === 0 ? '' : html`: ${ranges(missing)}`}.</p>`;

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

function consulted({ lists }: Report): Html {
  if (lists.length === 0) return html``;
  return html`<h2>Lists consulted</h2><table>
<tr><th scope="col">List</th><th scope="col">Version</th><th scope="col">Of</th><th scope="col">SHA-256</th></tr>
${lists.map(
  ({ id, version = 'none', asOf = '', digest, warning }) => html`<tr><td>${id}</td><td>${version}</td>
<td>${asOf.slice(0, 10)}${warning === undefined ? '' : html`<br><b>${warning}</b>`}</td><td><code>${digest}</code></td></tr>
`,
)}</table><p class="small">What is on no list and in no covered block is not seen.</p>`;
}

function definitionTexts({ definitions, texts }: Report): Html {
  return html`<h2>Definitions</h2>
${definitions.map(
  ({
    id,
    title,
    description,
    currentVersion: { version, checks, negativeControls, dependencies },
  }) => html`<section><h3>${title} <code>${id}</code></h3>
<p>${description}</p><p class="small"><code>${version}</code></p><ul class="small">
${checks.map(({ factId, description }) => html`<li>${description} <code>${factId}</code></li>`)}
${negativeControls.map(({ factId, description }) => html`<li>And not: ${description} <code>${factId}</code></li>`)}
${dependencies.length === 0 ? '' : html`<li>Rests on ${dependencies.join(', ')}</li>`}</ul>${fileOf(texts.get(id))}</section>
`,
)}`;
}

const fileOf = (text: string | undefined): Html | '' =>
  text === undefined
    ? ''
    : html`<p class="small">As its file has it, <code>${digestText(text)}</code>:</p><pre>${text}</pre>`;

function howToCheck(
  { subject, block, claims }: Report,
  proven: readonly ReportedClaim[],
  { publicUrl }: ReportFrame,
): Html {
  const base = `${publicUrl}/api/v1/chains/${CHAIN_SEGMENT}/addresses/${subject}`;
  const bundles = proven.map(({ definition: { id, kind }, object }) =>
    kind === 'attribute' ? `attributes/${id}` : `relations/${id}/${object}`,
  );
  return html`<h2>How to check this</h2>
<p>This document is a summary. Each proof has a bundle: one file with the rules, the facts, and Merkle proofs to block headers. <code>chainproof-verify</code> checks it
without this service and without a network, and so does <code>${publicUrl}/explore/verify</code> in a browser.
A bundle is the text in <code>data.bundle</code> of:</p><ul class="small">
${bundles.map((path) => html`<li><code>${base}/${path}/proof/bundle?block=${block.number}</code></li>`)}</ul>
<p>A bundle shows what follows from the blocks in it, and nothing else. The check names for each bundle what is left to be believed. It can be:</p><ul class="small">
${Object.values(NOT_SHOWN).map((says) => html`<li>${says}</li>`)}
<li>That the block hashes are those of the chain is shown only where the check says that V6 holds.</li></ul>
<p>With <code>&amp;checkpoint=</code> and the root of a beacon block that you trust, a bundle also leads from there to blocks too recent for V6 otherwise; name the same root to the check.</p>
<p>Compare these block hashes with a node of your own:</p><table>
<tr><th scope="col">Block</th><th scope="col">Hash</th></tr>
${namedBlocks(block, claims).map(({ number, hash }) => html`<tr><td>${grouped(number)}</td><td><code>${hash}</code></td></tr>`)}</table>`;
}

function namedBlocks(block: NamedBlock, claims: readonly ReportedClaim[]): readonly NamedBlock[] {
  const hashes = new Map([[block.number, block.hash]]);
  for (const { proof, evidence } of claims) {
    if (proof) hashes.set(proof.referenceBlock, proof.referenceBlockHash as Hash);
    for (const { found } of evidence) if (found) hashes.set(found.blockNumber, found.blockHash);
  }
  return [...hashes].sort(([one], [other]) => one - other).map(([number, hash]) => ({ number, hash }));
}
