import { type Coverage, definitions } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { Table } from '../part/table.js';
import { placeOf } from '../part/timeline.js';
import { grouped } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';
import { familyTitle } from '../text/family-title.js';

type Family = Coverage['families'][number];

const SAYS: Readonly<Record<string, string>> = {
  blocks: 'blocks with transactions, receipts and logs',
  frames: 'calls inside transactions',
  failed_frames: 'every call that failed',
  ommers: 'uncle blocks',
  state_diff: 'changes of state',
  access_list: 'access lists, which blocks have since Amsterdam',
};

/** What is covered, one bar a family, and the gaps in words. */
export function CoveragePage() {
  const { coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const title = (family: string) => SAYS[family] ?? known?.get(family)?.title ?? familyTitle(family);
  if (!coverage) return <p class="asking">Asking …</p>;
  const { head, families } = coverage;
  const from = Math.min(...families.map(({ startBlock }) => startBlock), head.number);
  return (
    <>
      <h1>Coverage</h1>
      <p>
        Newest block {grouped(head.number)}, {dayAndTime(head.timestamp)}. Where blocks are missing, nothing
        is said: a gap is never a “no”.
      </p>
      {(['chain', 'attribute', 'relation'] as const).map((kind) => (
        <section key={kind}>
          <h2>
            {kind === 'chain' ? 'Records of the chain' : kind === 'attribute' ? 'Attributes' : 'Relations'}
          </h2>
          <Table
            label={`Coverage of ${kind}s`}
            class="cells bare"
            head={['Family', `Blocks ${grouped(from)} to ${grouped(head.number)}`, 'In words']}
          >
            {families
              .filter((family) => family.kind === kind)
              .map(sinceItsFork)
              .map((family) => (
                <tr key={family.family}>
                  <td>{title(family.family)}</td>
                  <td class="axis">
                    <CoverageBar
                      family={family}
                      from={from}
                      to={head.number}
                      label={`${title(family.family)}: ${inWords(family, head.number)}`}
                    />
                  </td>
                  <td class={family.gaps.length === 0 ? 'nowrap' : undefined}>
                    {inWords(family, head.number)}
                  </td>
                </tr>
              ))}
          </Table>
        </section>
      ))}
    </>
  );
}

/**
 * Blocks before Amsterdam have no access lists, and its first block is not stated. So blocks below the first
 * list are no gap.
 */
function sinceItsFork(family: Family): Family {
  if (family.family !== 'access_list') return family;
  const startBlock = family.ranges[0]?.fromBlock ?? Number.POSITIVE_INFINITY;
  return { ...family, startBlock, gaps: family.gaps.filter(({ fromBlock }) => fromBlock > startBlock) };
}

function CoverageBar({
  family: { ranges, gaps },
  from,
  to,
  label,
}: {
  readonly family: Family;
  readonly from: number;
  readonly to: number;
  readonly label: string;
}) {
  const box = ({ fromBlock, toBlock }: Family['ranges'][number]) => {
    const x = placeOf(fromBlock, { from, to });
    return { x, width: Math.max(2, placeOf(toBlock + 1, { from, to }) - x), y: 3, height: 8 };
  };
  return (
    <svg class="family-bar" viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label={label}>
      {ranges.map((range) => (
        <rect key={range.fromBlock} class="covered" {...box(range)} />
      ))}
      {gaps.map((range) => (
        <rect key={range.fromBlock} class="missing" {...box(range)} />
      ))}
    </svg>
  );
}

function inWords({ family, gaps, ranges, startBlock }: Family, head: number): string {
  if (ranges.length === 0)
    return family === 'access_list' ? 'none yet: they begin with Amsterdam' : 'nothing is covered yet';
  if (gaps.length === 0) return `every block from ${grouped(startBlock)}`;
  const named = gaps
    .slice(0, 3)
    .map(({ fromBlock, toBlock }) => `${grouped(fromBlock)} to ${grouped(toBlock)}`);
  const missing = gaps.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1, 0);
  return `missing: ${named.join('; ')}${gaps.length > 3 ? ` and ${gaps.length - 3} more gaps` : ''} (${grouped(missing)} of ${grouped(head - startBlock + 1)} blocks)`;
}
