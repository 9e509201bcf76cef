import { to } from '../app/location.js';
import type { Data } from '../app/service.js';
import { grouped } from '../text/amount.js';
import { declaredText } from '../text/declared-text.js';
import { ChainText } from './chain-text.js';
import { Mark } from './mark.js';
import { Declared } from './predicates.js';
import { Table } from './table.js';

type Explanation = Data<'addresses/{address}/attributes/{attributeId}/explain'>;
const STATES = { holds: 'proven', fails: 'not-proven', unknown: 'unknown' } as const;

const REASONS: Readonly<Record<string, string>> = {
  blocks_missing: 'the block was not evaluated, because blocks are missing',
  code_unknown: 'it is not known what code the address had',
  facts_unknown: 'a fact that it needs is not known',
};

/** Why a claim is not proven: each way of proving it, comparison by comparison, and the missing blocks. */
export function WhyNot({
  explanation: { answer, reason, missing, ways, block },
}: {
  readonly explanation: Explanation;
}) {
  return (
    <>
      {answer === 'undecided' && (
        <p class="notice unknown">
          <Mark state="unknown" /> <strong>Cannot be said</strong> at block {grouped(block)}:{' '}
          {REASONS[reason ?? ''] ?? 'something that it needs is not known'}.
          {missing.length > 0 && (
            <>
              {' '}
              Missing: blocks{' '}
              {missing
                .map(({ fromBlock, toBlock }) => `${grouped(fromBlock)} to ${grouped(toBlock)}`)
                .join(', ')}
              .
            </>
          )}
        </p>
      )}
      {ways.map(({ familyId, key, checks }) => (
        <Table
          key={`${familyId} ${key ?? ''}`}
          label={`Way ${familyId}`}
          head={[`Way of proving it: ${familyId.replaceAll('_', ' ')}`, 'Compared with', 'Observed']}
        >
          {checks.map((check) => (
            <tr key={check.id}>
              <td>
                <Mark state={STATES[check.outcome as keyof typeof STATES] ?? 'unknown'} />{' '}
                {check.description ?? check.id.replaceAll('_', ' ')}
              </td>
              <td>
                <Compared expected={check.expected} />
              </td>
              <td>
                <Declared text={declaredText(check)} />
                <ChainText text={words(check.observed)} longest={120} />
              </td>
            </tr>
          ))}
        </Table>
      ))}
    </>
  );
}

function words(value: unknown): string {
  if (value === true) return 'present';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Compared({ expected }: { readonly expected: unknown }) {
  if (typeof expected === 'object' && expected !== null && 'binding' in expected) {
    const list = String(expected.binding);
    return <a href={to('registries', { list })}>{list}</a>;
  }
  return <ChainText text={words(expected)} longest={120} />;
}
