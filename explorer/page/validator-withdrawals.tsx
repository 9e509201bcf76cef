import { useState } from 'preact/hooks';
import { go, to } from '../app/location.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';

type Page = Data<'consensus/validators/{index}/withdrawals'>;

const GWEI_OF_ETHER = 9;
const LIMIT = 25;

/** Withdrawals of one validator, newest first. The validator and the place in the list are in the address of the page. */
export function ValidatorWithdrawals({ query }: { readonly query: URLSearchParams }) {
  const validator = query.get('validator') ?? '';
  const [text, setText] = useState(validator);
  return (
    <section aria-labelledby="withdrawals">
      <h2 id="withdrawals">Withdrawals of a validator</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          go(to('validators', { validator: text.trim() }));
        }}
      >
        <label>
          Index of the validator{' '}
          <input
            name="validator"
            inputMode="numeric"
            pattern="\s*[0-9]{1,9}\s*"
            title="A number, such as 12345"
            required
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button type="submit">Show</button>
      </form>
      {/^\d{1,9}$/.test(validator) && (
        <Of
          key={`${validator} ${query.get('cursor')}`}
          index={Number(validator)}
          cursor={query.get('cursor') ?? undefined}
        />
      )}
    </section>
  );
}

function Of({ index, cursor }: { readonly index: number; readonly cursor: string | undefined }) {
  const answer = useAnswer(
    () =>
      get('consensus/validators/{index}/withdrawals', {
        path: { index },
        query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) },
      }),
    [],
  );
  return (
    <Answered answer={answer} what="a withdrawal of this validator">
      {(page) => <Shown page={page} cursor={cursor} />}
    </Answered>
  );
}

function Shown({
  page: { validatorIndex: validator, withdrawals, withdrawalCount, totalWithdrawnGwei, nextCursor },
  cursor,
}: {
  readonly page: Page;
  readonly cursor: string | undefined;
}) {
  const isCounted = withdrawalCount !== undefined && totalWithdrawnGwei !== undefined;
  return (
    <>
      <p>
        {isCounted ? (
          <>
            Validator {grouped(validator)}: {grouped(withdrawalCount)}{' '}
            {withdrawalCount === 1 ? 'withdrawal' : 'withdrawals'},{' '}
            <Units units={totalWithdrawnGwei} decimals={GWEI_OF_ETHER} symbol="ETH" /> in all.
          </>
        ) : (
          <>
            <Mark state="unknown" /> How much validator {grouped(validator)} withdrew in all cannot be said:
            blocks are missing that may hold some.
          </>
        )}
      </p>
      {withdrawals.length > 0 && (
        <Table label="Withdrawals" head={['Withdrawal', 'Block', 'To', '#Amount']}>
          {withdrawals.map((one) => (
            <tr key={one.withdrawalIndex}>
              <td>{grouped(one.withdrawalIndex)}</td>
              <td>
                <When block={one.blockNumber} time={one.timestamp} />
              </td>
              <td>
                <Address address={one.address} />
              </td>
              <td class="number">
                <Units units={one.amountGwei} decimals={GWEI_OF_ETHER} symbol="ETH" />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p class="row">
        {cursor !== undefined && <a href={to('validators', { validator })}>Newest</a>}
        {nextCursor !== undefined && <a href={to('validators', { validator, cursor: nextCursor })}>Older</a>}
      </p>
    </>
  );
}
