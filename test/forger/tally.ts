import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import type { Published } from '../../src/verifier/level/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import type { HonestChain } from './honest-chain.js';
import type { Forgery } from './lies.js';

/** Outcomes of the forgeries of one definition. */
export interface Row {
  tried: number;
  refused: number;
  attested: number;
}

interface RowOfLie extends Row {
  /** Attestations that they depend on if they are not refused. */
  readonly kinds: Set<string>;
  /** Where they are refused: the level, and the first word of the place. */
  readonly levels: Set<string>;
}

const NAME = 44;

function lineOf(name: string, { tried, refused, attested }: Row): string {
  const counts = [String(tried).padStart(8), String(refused).padStart(10), String(attested).padStart(10)];
  return name.padEnd(NAME) + counts.join('');
}

/** Counts forgeries, and keeps those that pass. */
export class Tally {
  readonly byDefinition = new Map<string, Row>();
  readonly byLie = new Map<string, RowOfLie>();
  readonly passed: string[] = [];

  constructor(
    private readonly chain: HonestChain,
    private readonly published: Published,
  ) {}

  async add(id: string, { lie, text, behind }: Forgery): Promise<void> {
    const verification = await verifyBundle(text, this.published);
    const isVerified = verification.outcome === 'verified';
    // Some forgeries state another true claim.
    if (isVerified && this.chain.isTrue(JSON.parse(text) as Bundle)) return;
    const rows = [this.#row(id), this.#lie(lie)];
    for (const row of rows) {
      row.tried++;
      if (isVerified) row.attested++;
      else row.refused++;
    }
    if (verification.outcome === 'refuted') {
      const { level, place } = verification;
      this.#lie(lie).levels.add(`V${level} ${place.split(' ')[0]!}`);
    }
    if (!isVerified) return;
    const kinds = new Set(verification.attested.map(({ kind }) => kind));
    // True attestations of a node and published registries hide nothing.
    const { bundle } = verification;
    if (!this.chain.hasFalseWord(bundle)) kinds.delete('node');
    if (!this.chain.hasFalseRegistry(bundle)) kinds.delete('registry');
    // A proof of a true claim can still have wrong witnesses or a wrong beginning.
    const hidden = this.chain.isSo(bundle) ? [...behind, 'since' as const] : behind;
    for (const kind of hidden) if (kinds.has(kind)) this.#lie(lie).kinds.add(kind);
    if (!hidden.some((kind) => kinds.has(kind)))
      this.passed.push(`${id}: ${lie} (listed: ${[...kinds].join(' ')}) ${bundle.proof}`);
  }

  /** A line for each definition, ascending, and one for all. */
  table(): string {
    const rows = [...this.byDefinition].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = { tried: 0, refused: 0, attested: 0 };
    for (const [, row] of rows) {
      all.tried += row.tried;
      all.refused += row.refused;
      all.attested += row.attested;
    }
    return [
      `${' '.repeat(NAME)}   tried   refused  attested`,
      ...rows.map(([id, row]) => lineOf(id, row)),
      lineOf(`${rows.length} definitions`, all),
    ].join('\n');
  }

  /** A line for each lie, with the attestations that it depends on if it is not refused. */
  lies(): string {
    return [...this.byLie].map(([lie, row]) => `${lineOf(lie, row)}  ${[...row.kinds].join(' ')}`).join('\n');
  }

  #row(id: string): Row {
    const row = this.byDefinition.get(id) ?? { tried: 0, refused: 0, attested: 0 };
    this.byDefinition.set(id, row);
    return row;
  }

  #lie(lie: string) {
    const row: RowOfLie = this.byLie.get(lie) ?? {
      tried: 0,
      refused: 0,
      attested: 0,
      kinds: new Set(),
      levels: new Set(),
    };
    this.byLie.set(lie, row);
    return row;
  }
}
