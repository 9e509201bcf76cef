import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { screenedAt } from '../app/screened.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { KindAndRisk } from '../part/kind-and-risk.js';
import { Mark } from '../part/mark.js';
import { SaveCsv, Table } from '../part/table.js';
import { When } from '../part/when.js';
import { checksummed, shortened } from '../text/address.js';
import { grouped } from '../text/amount.js';
import { Between } from './between.js';

type Ranking = Data<'addresses/{address}/counterparties'>;

const SURFACES: Readonly<Record<string, string>> = {
  external: 'transactions',
  internal: 'payments inside transactions',
  token: 'token transfers',
};
const MOST = 25;

/** With whom the address dealt, ranked. */
export function DealingsTab({ address, query }: TabProps) {
  const { at, block } = useAsOf();
  const other = query.get('with') ?? undefined;
  const answer = useAnswer(
    async () =>
      at !== undefined && block === undefined
        ? undefined
        : await get('addresses/{address}/counterparties', {
            path: { address },
            query: { limit: MOST, ...(at !== undefined && block !== undefined && { block }) },
          }),
    [address, at, at === undefined ? undefined : block],
  );
  return (
    <section aria-labelledby="dealings">
      <h2 id="dealings">Counterparties</h2>
      {other !== undefined && <Between address={address} other={other} key={other} />}
      <Answered answer={answer} what="a dealing of this address">
        {(ranking) => ranking && <Shown address={address} ranking={ranking} />}
      </Answered>
    </section>
  );
}

function Shown({
  address,
  ranking: { counterparties, corpus, window },
}: {
  readonly address: string;
  readonly ranking: Ranking;
}) {
  const { at, block } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const screened = useAnswer(
    () =>
      screenedAt(
        counterparties.map(({ counterparty }) => counterparty),
        asked,
      ),
    [counterparties, asked],
  );
  if (counterparties.length === 0)
    return (
      <p class="notice">
        <Mark state="not-proven" /> No dealing of this address lies in the covered blocks
        {window.asOfBlock === undefined ? '' : ` up to ${grouped(window.asOfBlock)}`}.
      </p>
    );
  return (
    <>
      <div class="section-head">
        <p class="quiet">
          {corpus === undefined ? 'More than 10,000' : grouped(corpus)}{' '}
          {corpus === 1 ? 'address' : 'addresses'}
          {window.asOfBlock === undefined ? '' : ` up to block ${grouped(window.asOfBlock)}`}; those with most
          successful transactions first.
        </p>
        <SaveCsv
          name={`counterparties-${address}`}
          rows={() => [
            ['counterparty', 'transactions', 'given', 'received', 'firstBlock', 'lastBlock', 'surfaces'],
            ...counterparties.map((one) => [
              one.counterparty,
              one.interactionTxCount,
              one.sentTxCount,
              one.receivedTxCount,
              one.firstBlock,
              one.lastBlock,
              one.surfaces.join(' '),
            ]),
          ]}
        />
      </div>
      <Table
        label="Counterparties"
        head={[
          'Counterparty',
          'Kind and risk',
          '#Transactions',
          '#Sent',
          '#Received',
          'First',
          'Last',
          'Seen in',
          'Transfers',
        ]}
      >
        {counterparties.map((one) => (
          <tr key={one.counterparty}>
            <td>
              <Address address={one.counterparty} />
            </td>
            <td>
              <KindAndRisk address={one.counterparty} screened={screened} />
            </td>
            <td class="number">{grouped(one.interactionTxCount)}</td>
            <td class="number">{grouped(one.sentTxCount)}</td>
            <td class="number">{grouped(one.receivedTxCount)}</td>
            <td>
              <When block={one.firstBlock} />
            </td>
            <td>
              <When block={one.lastBlock} />
            </td>
            <td>{one.surfaces.map((surface) => SURFACES[surface] ?? surface).join(', ')}</td>
            <td>
              <a
                href={to(`address/${address}/dealings`, { with: one.counterparty })}
                aria-label={`transfers with ${shortened(checksummed(one.counterparty))}`}
              >
                transfers
              </a>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
