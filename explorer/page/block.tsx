import { firstBlock } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address, Hash } from '../part/chip.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { grouped } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';

type Block = Data<'blocks/{number}'>;
export type BlockTransaction = Data<'blocks/{number}/transactions'>['transactions'][number];

/** A block, plain. */
export function BlockPage({ values }: PageProps) {
  const number = Number(values.number);
  const block = useAnswer(() => get('blocks/{number}', { path: { number } }), [number]);
  const transactions = useAnswer(
    () => get('blocks/{number}/transactions', { path: { number }, query: { limit: 100 } }),
    [number],
  );
  return (
    <>
      <h1>Block {Number.isSafeInteger(number) ? grouped(number) : ''}</h1>
      <Answered answer={block}>
        {(one) => (
          <>
            <Facts block={one} />
            <h2>Transactions</h2>
            <Answered answer={transactions}>
              {({ transactions: rows, nextCursor }) => (
                <>
                  <Transactions rows={rows} />
                  {nextCursor !== undefined && (
                    <p class="quiet">
                      The first {rows.length} of {grouped(one.txCount)} transactions.
                    </p>
                  )}
                </>
              )}
            </Answered>
          </>
        )}
      </Answered>
    </>
  );
}

function Facts({ block }: { readonly block: Block }) {
  const { coverage } = useAsOf();
  const first = coverage && firstBlock(coverage);
  const before = first !== undefined && block.number > first;
  return (
    <>
      <p class="acts">
        {before && (
          <a class="button" href={to(`block/${block.number - 1}`)}>
            Block before
          </a>
        )}
        {block.number < (coverage?.head.number ?? 0) && (
          <a class="button" href={to(`block/${block.number + 1}`)}>
            Block after
          </a>
        )}
      </p>
      <dl class="facts">
        <dt>Time</dt>
        <dd>{dayAndTime(block.timestamp)}</dd>
        <dt>Hash</dt>
        <dd>
          <code>{block.hash}</code>
        </dd>
        {block.parentHash !== undefined && (
          <>
            <dt>Parent</dt>
            <dd>
              {before ? (
                <a href={to(`block/${block.number - 1}`)}>
                  <code>{block.parentHash}</code>
                </a>
              ) : (
                <code>{block.parentHash}</code>
              )}
            </dd>
          </>
        )}
        {block.feeRecipient !== undefined && (
          <>
            <dt>Fee recipient</dt>
            <dd>
              <Address address={block.feeRecipient} />
            </dd>
          </>
        )}
        <dt>Transactions</dt>
        <dd>{block.txCount}</dd>
        {block.gasUsed !== undefined && (
          <>
            <dt>Gas used</dt>
            <dd>{grouped(block.gasUsed)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function Transactions({ rows }: { readonly rows: readonly BlockTransaction[] }) {
  if (rows.length === 0) return <p>The block has no transactions. Its header says so.</p>;
  return (
    <Table label="Transactions" head={['Transaction', 'From', 'To', 'Function', '#Ether', 'Outcome']}>
      {rows.map(({ hash, from, to: recipient, methodName, methodId, valueWei, status }) => (
        <tr key={hash}>
          <td>
            <Hash hash={hash} href={to(`tx/${hash}`)} />
          </td>
          <td>
            <Address address={from} />
          </td>
          <td>{recipient === undefined ? 'creates a contract' : <Address address={recipient} />}</td>
          <td>
            {methodName !== undefined ? <ChainText text={methodName} longest={32} /> : (methodId ?? '')}
          </td>
          <td class="number">
            <Units units={valueWei} decimals={18} />
          </td>
          <td>{status === 0 ? 'failed' : status === 1 ? 'done' : 'unknown'}</td>
        </tr>
      ))}
    </Table>
  );
}
