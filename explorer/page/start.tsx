import { type Coverage, definitions } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { SETTINGS } from '../app/settings.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { SearchField } from '../part/search-field.js';
import { grouped } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';

const BEGINNINGS = [
  { q: 'USDC', says: 'Is this USDC real?' },
  { q: 'WETH', says: 'Which tokens are called WETH?' },
];

export function StartPage() {
  const { coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const blocks = coverage?.families.find(({ family }) => family === 'blocks');
  return (
    <div class="start">
      <h1>What is known about an address, and how we know it.</h1>
      <SearchField id="start-search" large />
      <ul class="examples" aria-label="Examples">
        {BEGINNINGS.map(({ q, says }) => (
          <li key={q}>
            <a href={to('search', { q })}>{says}</a>
          </li>
        ))}
        {SETTINGS.examples.map(({ title, address }) => (
          <li key={address}>
            <a href={to(`address/${address}`)}>{title}</a>
          </li>
        ))}
      </ul>
      {coverage && blocks && (
        <p class="quiet">
          Covered: <a href={to('coverage')}>{coveredText(blocks)}</a>
          {known && (
            <>
              {' '}
              · <a href={to('definitions')}>{known.size} definitions</a>
            </>
          )}{' '}
          · newest block {dayAndTime(coverage.head.timestamp)}
        </p>
      )}
      <p class="quiet">
        Every statement links to its proof. A proof can be <a href={to('verify')}>checked in your browser</a>,
        without this service.
      </p>
    </div>
  );
}

/** Which blocks are here, and how many are not. */
function coveredText({ ranges, gaps }: Coverage['families'][number]): string {
  const [first] = ranges;
  if (first === undefined) return 'no block yet';
  const last = ranges.at(-1)!;
  const span = `blocks ${grouped(first.fromBlock)} to ${grouped(last.toBlock)}`;
  if (gaps.length === 0) return `${span}, without gaps`;
  const missing = gaps.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1, 0);
  return `${span}; ${grouped(missing)} ${missing === 1 ? 'block is' : 'blocks are'} missing of the chain`;
}
