import { useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import type { TabProps } from '../app/props.js';
import { type Data, get, Refused } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { SaveCsv, Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import { amount, dollars, grouped, percent } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';
import { hourSeen } from '../text/price-hour.js';

export type Portfolio = Data<'addresses/{address}/portfolio'>;
type Position = Portfolio['positions'][number];

const MOST = 200;

/** What the address holds, valued in dollars, at the block of the page. */
export function HoldingsTab({ address }: TabProps) {
  const { at, block } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const answer = useAnswer(
    async () =>
      at !== undefined && block === undefined
        ? undefined
        : await get('addresses/{address}/portfolio', {
            path: { address },
            query: { limit: MOST, ...(asked !== undefined && { block: asked }) },
          }),
    [address, at, asked],
  );
  if (answer.state === 'refused' && answer.refusal.refusal.code === 'portfolio_too_large')
    return <TooMany address={address} refusal={answer.refusal} />;
  return (
    <Answered answer={answer} what="a balance of this address">
      {(portfolio) => portfolio && <Shown address={address} portfolio={portfolio} />}
    </Answered>
  );
}

function Shown({ address, portfolio }: { readonly address: string; readonly portfolio: Portfolio }) {
  const { positions, totalUsd, hiddenCount, pricedCount } = portfolio;
  const { coveredTokenCount, window, priceBasis, priceHour } = portfolio;
  const prices =
    priceBasis === 'latest_hour' || priceHour === undefined
      ? 'prices of the last full hour'
      : `prices of the hour of ${dayAndTime(priceHour)}`;
  const isEmpty = positions.length === 0 && hiddenCount === 0;
  return (
    <section aria-labelledby="holdings">
      <div class="section-head">
        <h2 id="holdings">
          {isEmpty
            ? 'Nothing is known to be held'
            : totalUsd === undefined
              ? 'Nothing could be valued'
              : dollars(totalUsd)}
        </h2>
        <SaveCsv
          name={`holdings-${address}`}
          rows={() => [
            [
              'token',
              'symbol',
              'amount',
              'decimals',
              'priceUsd',
              'priceHour',
              'priceCarried',
              'valueUsd',
              'share',
              'listed',
              'priced',
              'notPriced',
            ],
            ...positions.map((one) => [
              one.token ?? 'ether',
              one.symbol ?? '',
              one.balance,
              one.decimals,
              one.priceUsd,
              hourSeen(one),
              String(one.priceCarried),
              one.valueUsd,
              one.share,
              // Where fewer are listed than have a price, the file is cut.
              positions.length,
              pricedCount,
              hiddenCount,
            ]),
          ]}
        />
      </div>
      <p class="quiet">
        {window.asOfBlock !== undefined && (
          <>
            At the end of block <When block={window.asOfBlock} exact />
            {isEmpty ? '. ' : ', '}
          </>
        )}
        {!isEmpty && `${prices}. `}Amounts are what the code of each token answers; tokens declare their
        symbols themselves.
      </p>
      {positions.length > 0 && (
        <Table label="Holdings" head={['Asset', '#Amount', '#Price', '#Value', '#Share']}>
          {positions.map((position) => (
            <PositionRow key={position.token ?? 'ether'} position={position} />
          ))}
        </Table>
      )}
      {pricedCount > positions.length && (
        <p class="notice">
          {positions.length} of {grouped(pricedCount)} assets are listed. The sum is of all.
        </p>
      )}
      <p>
        <Mark
          state={
            hiddenCount > 0 || coveredTokenCount === undefined ? 'unknown' : isEmpty ? 'not-proven' : 'proven'
          }
        />{' '}
        {isEmpty
          ? 'No balance above zero is known.'
          : hiddenCount === 0
            ? 'Every asset that is known to be held could be valued.'
            : `${hiddenCount} more ${hiddenCount === 1 ? 'asset is' : 'assets are'} held that could not be valued: without a price or decimals, or held in another unit.`}{' '}
        {coveredTokenCount === undefined
          ? 'The address moved more tokens than are looked at, or the code of one is not known: a token that keeps balances in an unusual place may be absent here, which is not zero.'
          : `Balances of ${grouped(coveredTokenCount)} tokens are known; any other token is absent here, which is not zero.`}
      </p>
    </section>
  );
}

function PositionRow({
  position: { token, symbol, balance, decimals, priceUsd, priceHour, priceCarried, valueUsd, share },
}: {
  readonly position: Position;
}) {
  return (
    <tr>
      <td>{token === undefined ? 'Ether' : <Address address={token} />}</td>
      <td class="number">
        <Units units={balance} decimals={decimals} symbol={symbol} />
      </td>
      <td class="number" title={`price ${priceCarried ? 'taken for' : 'of'} ${dayAndTime(priceHour)}`}>
        ${priceUsd.toLocaleString('en', { maximumSignificantDigits: 8 })}
        {priceCarried && <span class="quiet"> carried from an earlier hour</span>}
      </td>
      <td class="number">{dollars(valueUsd)}</td>
      <td class="number">{percent(share)}</td>
    </tr>
  );
}

/** Where there are too many assets for one answer, balances are asked for one by one. */
function TooMany({ address, refusal }: { readonly address: string; readonly refusal: Refused }) {
  const { at, block } = useAsOf();
  const [text, setText] = useState('');
  const [token, setToken] = useState<string | undefined>();
  const answer = useAnswer(
    async () =>
      token === undefined
        ? undefined
        : await get('addresses/{address}/balances/{token}', {
            path: { address, token },
            query: at === undefined || block === undefined ? {} : { block },
          }),
    [address, token, at, block],
  );
  return (
    <section>
      <p class="notice">{refusal.refusal.message} Ask for one token instead.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setToken(text.trim().toLowerCase());
        }}
      >
        <label>
          Address of the token{' '}
          <input value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <button type="submit">Ask</button>
      </form>
      <Answered answer={answer} what="the balance">
        {(found) =>
          found && (
            <p>
              <Units units={found.balance} decimals={found.decimals} />{' '}
              {found.symbol !== undefined && <ChainText text={found.symbol} />}{' '}
              <span class="quiet">exactly {amount(found.balance, found.decimals).exact}</span>
            </p>
          )
        }
      </Answered>
    </section>
  );
}
