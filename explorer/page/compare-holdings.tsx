import { get, Refused } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { type AssetChange, assetChanges } from '../claim/asset-changes.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import type { Portfolio } from '../tab/holdings.js';
import { dollars, grouped } from '../text/amount.js';

const MOST = 50;

interface Compared {
  readonly ends: readonly [Portfolio, Portfolio];
  readonly changes: readonly AssetChange[];
}

async function compared(address: string, blocks: readonly [number, number]): Promise<Compared> {
  const portfolio = (block: number): Promise<Portfolio> =>
    get('addresses/{address}/portfolio', { path: { address }, query: { block, limit: MOST } });
  const [before, after] = await Promise.all([portfolio(blocks[0]), portfolio(blocks[1])]);
  const changes = await assetChanges(before.positions, after.positions, async (end, token) => {
    // Ether is always known, and hidden only where it could not be valued.
    if (token === undefined) return isWhole(end === 'before' ? before : after) ? '0' : undefined;
    const query = { block: blocks[end === 'before' ? 0 : 1] };
    try {
      return (await get('addresses/{address}/balances/{token}', { path: { address, token }, query })).balance;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  });
  return { ends: [before, after], changes };
}

/** Whether a portfolio lists every asset that is known to be held. */
const isWhole = ({ hiddenCount, pricedCount, positions }: Portfolio): boolean =>
  hiddenCount === 0 && pricedCount === positions.length;

/** What an address held at two blocks, and the difference of each asset. */
export function CompareHoldings({
  address,
  blocks,
}: {
  readonly address: string;
  readonly blocks: readonly [earlier: number, later: number];
}) {
  const answer = useAnswer(() => compared(address, blocks), [address, ...blocks]);
  return (
    <Answered answer={answer} what="a balance">
      {({ ends, changes }) => (
        <>
          {changes.length > 0 && (
            <Table
              label="Holdings at both blocks"
              head={[
                'Asset',
                ...blocks.map((block) => `#At ${grouped(block)}`),
                '#Difference',
                '#Change of value',
              ]}
            >
              {changes.map((change) => (
                <Row key={change.token ?? 'ether'} change={change} />
              ))}
            </Table>
          )}
          {ends.map((portfolio, at) => (
            <InAll key={at} portfolio={portfolio} block={blocks[at]!} />
          ))}
        </>
      )}
    </Answered>
  );
}

function Row({ change }: { readonly change: AssetChange }) {
  const { token, symbol, decimals, before, after, difference } = change;
  const units = (amount: string) => <Units units={amount} decimals={decimals} symbol={symbol} />;
  const values = [before?.valueUsd, after?.valueUsd];
  return (
    <tr>
      <td>{token === undefined ? 'Ether' : <Address address={token} />}</td>
      {[before, after].map((end, at) => (
        <td key={at} class="number">
          {end === undefined ? (
            <span class="quiet" title="That is not zero: it could not be valued, or it is not covered.">
              not known
            </span>
          ) : (
            units(end.balance)
          )}
        </td>
      ))}
      <td class="number">
        {difference === undefined ? (
          <span class="quiet">cannot be said</span>
        ) : difference === '0' ? (
          'none'
        ) : (
          <>
            {!difference.startsWith('-') && '+'}
            {units(difference)}
          </>
        )}
      </td>
      <td class="number">
        {values.includes(undefined) ? (
          <span class="quiet">cannot be said</span>
        ) : (
          signedDollars(values[1]! - values[0]!)
        )}
      </td>
    </tr>
  );
}

function InAll({
  portfolio: { positions, totalUsd, hiddenCount, pricedCount },
  block,
}: {
  readonly portfolio: Portfolio;
  readonly block: number;
}) {
  return (
    <p>
      At {grouped(block)}:{' '}
      {positions.length === 0 && hiddenCount === 0
        ? 'nothing is known to be held.'
        : totalUsd === undefined
          ? 'nothing could be valued.'
          : `${dollars(totalUsd)} in all.`}{' '}
      {hiddenCount > 0 && `${hiddenCount} more could not be valued. `}
      {pricedCount > positions.length && `${positions.length} of ${pricedCount} assets are listed.`}
    </p>
  );
}

/** Values are computed, so that less than a cent is no difference. */
function signedDollars(difference: number): string {
  if (Math.abs(difference) < 0.005) return 'none';
  return `${difference > 0 ? '+' : ''}${dollars(difference)}`;
}
