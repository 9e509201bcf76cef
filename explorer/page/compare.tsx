import { useState } from 'preact/hooks';
import { blockOf, type Coverage, definitions } from '../app/chain.js';
import { heldAt, historiesOf } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { type Change, changesBetween, type End, isOpenAt, keyOf } from '../claim/changes.js';
import { mayBeginEarlier } from '../claim/coverage.js';
import { areWhole, type Histories, heldByHistory } from '../claim/held.js';
import type { ClaimInterval } from '../claim/interval.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { ClaimValue } from '../part/claim-value.js';
import { HeldSpan } from '../part/held-span.js';
import { Mark } from '../part/mark.js';
import { ProofLink } from '../part/proof-link.js';
import { Table } from '../part/table.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';
import { CompareHoldings } from './compare-holdings.js';

/** What began, ended and changed between the ends of two blocks. */
export function ComparePage({ values, query }: PageProps) {
  const address = values.address!.toLowerCase();
  const { coverage } = useAsOf();
  const from = query.get('from') ?? undefined;
  const end = query.get('to') ?? undefined;
  const answer = useAnswer(
    async () =>
      from === undefined || coverage === undefined ? undefined : await compared(address, from, end, coverage),
    [address, from, end, coverage?.head.hash],
  );
  return (
    <>
      <h1>
        Two blocks of <Address address={address} />
      </h1>
      <Choose address={address} from={from} end={end} />
      <Answered answer={answer} what="a claim">
        {(found) =>
          found && <Shown key={`${found.earlier.block} ${found.later.block}`} address={address} {...found} />
        }
      </Answered>
    </>
  );
}

interface Compared {
  readonly earlier: End;
  readonly later: End;
  readonly histories: Histories;
  readonly isWhole: boolean;
  readonly coverage: Coverage;
}

/** What holds at the ends of two blocks. @param end the newest where undefined */
async function compared(
  address: string,
  from: string,
  end: string | undefined,
  coverage: Coverage,
): Promise<Compared> {
  const [one, other, histories] = await Promise.all([
    blockOf(from),
    end === undefined ? coverage.head.number : blockOf(end),
    historiesOf(address),
  ]);
  const isWhole = areWhole(histories, coverage);
  const endAt = async (block: number): Promise<End> => ({
    block,
    held: isWhole ? heldByHistory(histories, block) : await heldAt(address, block, coverage),
  });
  const [earlier, later] = await Promise.all([endAt(Math.min(one, other)), endAt(Math.max(one, other))]);
  return { earlier, later, histories, isWhole, coverage };
}

function Choose({
  address,
  from,
  end,
}: {
  readonly address: string;
  readonly from: string | undefined;
  readonly end: string | undefined;
}) {
  const [one, setOne] = useState(from ?? '');
  const [other, setOther] = useState(end ?? '');
  const { coverage } = useAsOf();
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        // The newest block is named too, so that the link shows a colleague the same.
        go(to(`diff/${address}`, { from: one.trim(), to: other.trim() || coverage?.head.number }));
      }}
    >
      <label>
        From block or date{' '}
        <input
          name="from"
          required
          value={one}
          onInput={({ currentTarget }) => setOne(currentTarget.value)}
          placeholder="25000040"
        />
      </label>
      <label>
        to{' '}
        <input
          name="to"
          value={other}
          onInput={({ currentTarget }) => setOther(currentTarget.value)}
          placeholder="newest"
        />
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}

const WORDS: Readonly<Record<Change['state'], string>> = {
  began: 'began',
  ended: 'ended',
  changed: 'changed',
  same: 'same',
  'only after': 'holds after; before it cannot be said',
  'only before': 'held before; after it cannot be said',
};

function Shown({
  address,
  earlier,
  later,
  histories,
  isWhole,
  coverage,
}: Compared & { readonly address: string }) {
  const known = dataOf(useAnswer(definitions, []));
  const changes = changesBetween(earlier, later, coverage);
  const changed = changes.filter(({ state }) => state !== 'same');
  const held = new Set(changes.map(({ claim }) => keyOf(claim)));
  const listed: readonly ClaimInterval[] = [
    ...histories.attributes.intervals,
    ...histories.relations.intervals,
  ];
  const passing = listed.filter(
    (one) =>
      !held.has(keyOf(one)) &&
      one.startBlock > earlier.block &&
      one.endBlock !== undefined &&
      one.endBlock < later.block,
  );
  const open = [earlier, later].filter((one) => isOpenAt(one, coverage));
  return (
    <>
      <h2>
        What is proven at <When block={earlier.block} exact /> and at <When block={later.block} exact />
      </h2>
      {open.length > 0 && (
        <p class="notice unknown">
          <Mark state="unknown" /> At {open.map(({ block }) => grouped(block)).join(' and at ')} something
          cannot be said: blocks are missing, or it depends on something that is not known.
        </p>
      )}
      {changed.length === 0 && (
        <p class="notice">
          No claim that is known to hold at one of both blocks differs at the other. {changes.length} hold at
          both.
        </p>
      )}
      {changed.length > 0 && (
        <Table label="Changes" head={['Change', 'Claim', 'In block', 'Proof']}>
          {changed.map(({ state, claim, before }) => (
            <tr key={`${claim.attributeId} ${claim.counterpart ?? ''}`}>
              <td>{WORDS[state]}</td>
              <td>
                <Mark
                  state={state === 'ended' ? 'not-proven' : state === 'only before' ? 'unknown' : 'proven'}
                />{' '}
                {known?.get(claim.attributeId)?.title ?? claim.attributeId}{' '}
                {claim.counterpart !== undefined && <Address address={claim.counterpart} />}
                {state === 'changed' && (
                  <>
                    {' '}
                    <ChainText text={before?.value ?? 'no value'} /> →{' '}
                    <ChainText text={claim.value ?? 'no value'} />
                  </>
                )}
              </td>
              <td>
                {isOld(state) && claim.endBlock !== undefined ? (
                  <>
                    {state === 'ended' ? 'after' : 'known until'}{' '}
                    <When block={claim.endBlock} time={claim.endTime} />
                  </>
                ) : (
                  <>
                    <When block={claim.startBlock} time={claim.startTime} />
                    {mayBeginEarlier(claim, coverage) && ' or earlier'}
                  </>
                )}
              </td>
              <td>
                <ProofLink
                  address={address}
                  id={claim.attributeId}
                  counterpart={claim.counterpart}
                  title={known?.get(claim.attributeId)?.title ?? claim.attributeId}
                  at={isOld(state) ? earlier.block : later.block}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {passing.length > 0 && (
        <>
          <h2>Held only in between</h2>
          <Table label="Held only in between" head={['Claim', 'Held', 'Proof']}>
            {passing.map((one) => (
              <tr key={`${keyOf(one)} ${one.startBlock}`}>
                <td>
                  {known?.get(one.attributeId)?.title ?? one.attributeId}{' '}
                  {one.counterpart !== undefined && <Address address={one.counterpart} />}
                  <ClaimValue claim={one} />
                </td>
                <td>
                  <HeldSpan interval={one} />
                </td>
                <td>
                  <ProofLink
                    address={address}
                    id={one.attributeId}
                    counterpart={one.counterpart}
                    title={known?.get(one.attributeId)?.title ?? one.attributeId}
                    at={one.startBlock}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
      {!isWhole && (
        <p class="notice">The history of the address is not whole: other claims may have held in between.</p>
      )}
      <h2>What it held</h2>
      <CompareHoldings address={address} blocks={[earlier.block, later.block]} />
    </>
  );
}

/** Whether a change shows the claim as it was at the earlier block. */
const isOld = (state: Change['state']): boolean => state === 'ended' || state === 'only before';
