import type { TabProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { NewestOnly } from '../part/newest-only.js';
import { Table } from '../part/table.js';
import { TokenTransfers } from '../part/token-transfers.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import { grouped, percent } from '../text/amount.js';

type Token = Data<'tokens/{token}'>;

/** The address as a token: what it declares, who holds it, how it moves. */
export function TokenTab({ address }: TabProps) {
  const path = { token: address };
  const token = useAnswer(() => get('tokens/{token}', { path }), [address]);
  const statistics = useAnswer(() => get('tokens/{token}/statistics', { path }), [address]);
  const holders = useAnswer(() => get('tokens/{token}/holders', { path, query: { limit: 20 } }), [address]);
  const transfers = useAnswer(
    () => get('tokens/{token}/transfers', { path, query: { limit: 20 } }),
    [address],
  );
  return (
    <section aria-labelledby="token">
      <NewestOnly />
      <h2 id="token">What the token declares</h2>
      <Answered answer={token}>{(one) => <Declared token={one} />}</Answered>
      <h2>How it moved</h2>
      <Answered answer={statistics} what="a transfer">
        {(one) => (
          <>
            <p>
              {grouped(one.transferCount)} transfers
              {one.firstTransferBlock !== undefined && (
                <>
                  , from <When block={one.firstTransferBlock} />
                </>
              )}
              {one.mintCount !== undefined &&
                `; minted ${grouped(one.mintCount)} times, burned ${grouped(one.burnCount ?? 0)} times`}
              {one.currentHolderCount !== undefined &&
                `; holders by these transfers: ${grouped(one.currentHolderCount)} now`}
              {one.holderCount !== undefined && `, ${grouped(one.holderCount)} ever`}.
            </p>
            <Table label="Activity" head={['In the last', '#Transfers', '#Senders', '#Receivers']}>
              {one.windows.map((window) => (
                <tr key={window.window}>
                  <td>{window.window}</td>
                  <td class="number">{grouped(window.transferCount)}</td>
                  <td class="number">{grouped(window.senderCount)}</td>
                  <td class="number">{grouped(window.receiverCount)}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Answered>
      <h2>Largest holders</h2>
      <Answered answer={holders} what="a holder">
        {({ token: { decimals, symbol }, holders: rows, balanceBasis }) => (
          <>
            <p class="quiet">
              {balanceBasis === 'transfer_sum'
                ? 'Sums of transfers, as the events of the token state them.'
                : balanceBasis}
            </p>
            <Table label="Holders" head={['Holder', '#Amount', '#Share', 'Last transfer']}>
              {rows.map((one) => (
                <tr key={one.holder}>
                  <td>
                    <Address address={one.holder} />
                  </td>
                  <td class="number">
                    <Units units={one.balance} decimals={decimals} symbol={symbol} />
                  </td>
                  <td class="number">{one.share === undefined ? '' : percent(one.share)}</td>
                  <td>{one.lastTransferBlock !== undefined && <When block={one.lastTransferBlock} />}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Answered>
      <h2>Newest transfers</h2>
      <Answered answer={transfers} what="a transfer">
        {({ token: one, transfers: rows }) => <TokenTransfers transfers={rows} token={one} />}
      </Answered>
    </section>
  );
}

function Declared({ token: { name, symbol, decimals, standard } }: { readonly token: Token }) {
  return (
    <>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{name === undefined ? 'none' : <ChainText text={name} />}</dd>
        <dt>Symbol</dt>
        <dd>{symbol === undefined ? 'none' : <ChainText text={symbol} />}</dd>
        <dt>Decimals</dt>
        <dd>{decimals ?? 'none'}</dd>
        <dt>Standard</dt>
        <dd>{standard}</dd>
      </dl>
      <p class="quiet">
        Name and symbol are what the contract says of itself. Anybody can deploy a token with any name.
      </p>
    </>
  );
}
