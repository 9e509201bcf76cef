import { amount } from '../text/amount.js';
import { ChainText } from './chain-text.js';

/** An amount with its symbol; the exact number in the tooltip. */
export function Units({
  units,
  decimals,
  symbol,
}: {
  readonly units: string;
  readonly decimals?: number | undefined;
  readonly symbol?: string | undefined;
}) {
  const { text, exact } = amount(units, decimals);
  return (
    <span class="number" title={exact}>
      {text}
      {symbol !== undefined && (
        <>
          {' '}
          <ChainText text={symbol} longest={12} />
        </>
      )}
    </span>
  );
}
