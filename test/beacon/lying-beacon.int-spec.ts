import { afterEach, describe, expect, it } from '@jest/globals';
import { ConsensusSource } from '../../src/node/consensus/consensus-source.js';
import { type BeaconServer, type ReportedState, startBeaconServer } from './beacon-server.js';
import { MAINNET_SPEC } from './mainnet-spec.js';
import { smallState, validatorOf } from './small-state.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(changes: Partial<ReportedState> = {}): Promise<BeaconServer> {
  const server = await startBeaconServer(smallState(changes));
  closing.push(() => server.stop());
  return server;
}

/** Keeps the reasons of refusals in order. */
function sourceOf(...servers: readonly { readonly url: string }[]) {
  const refusals: string[] = [];
  const source = new ConsensusSource(
    servers.map(({ url }) => url),
    (what, { reason }) => refusals.push(`${what}: ${reason}`),
  );
  closing.push(() => source.close());
  return { source, refusals };
}

const listOf = (text: string): string => `{"version":"fulu","execution_optimistic":false,"data":${text}}`;

describe('a beacon node whose answer cannot be right', () => {
  const withValidators = (...validators: readonly object[]) => ({ validators: () => validators });

  it.each<[string, Partial<ReportedState>, string]>([
    [
      'leaves a validator out',
      withValidators(validatorOf(0), validatorOf(2)),
      'validator 2 comes where 1 should',
    ],
    ['lists one twice', withValidators(validatorOf(0), validatorOf(0)), 'validator 0 comes where 1 should'],
    ['lists none', withValidators(), 'no validator is active'],
    [
      'lets one exit before it activates',
      withValidators(validatorOf(0, { activation_epoch: '9', exit_epoch: '8' })),
      'exits before it activates',
    ],
    [
      'states a balance that is none',
      withValidators(validatorOf(0, { effective_balance: '-32' })),
      'effective_balance is "-32"',
    ],
    ['states a key that is none', withValidators(validatorOf(0, { pubkey: '0xff' })), 'pubkey is "0xff"'],
    ['lists what is no record', withValidators([] as object), 'a validator is no record'],
    ['serves another chain', { spec: { ...MAINNET_SPEC, DEPOSIT_CHAIN_ID: '560048' } }, 'chain 560048'],
    ['calls final what has not begun', { epoch: 40_000_000 }, 'which has not begun'],
    ['states a deposit that is none', { pendingDeposits: () => [{ pubkey: 1 }] }, 'pubkey is 1'],
  ])('is refused when it %s, and the next one asked', async (_, changes, problem) => {
    const { source, refusals } = sourceOf(await serve(changes), await serve());
    expect((await source.newest(undefined))!.sample.validatorCount).toBe(3);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain(problem);
  });

  it.each([
    ['is broken off', `${listOf('[').slice(0, -1)}{"index":"0"`, 'is not whole JSON'],
    ['is no JSON', '<html>', 'is not whole JSON'],
    ['holds no list', listOf('{"a":1}'), 'holds no list'],
    ['holds nothing', '{}', 'holds no list'],
    ['is not verified', listOf('[]').replace('false', 'true'), 'has not verified'],
  ])('is refused when a list %s', async (_, body, problem) => {
    const liar = await serve();
    liar.faults['/pending_deposits'] = { status: 200, body };
    const { source, refusals } = sourceOf(liar, await serve());
    expect((await source.newest(undefined))!.sample.validatorCount).toBe(3);
    expect(refusals[0]).toContain(problem);
  });

  it('is passed over for a node an epoch behind if it cannot serve its own newest epoch', async () => {
    const honest = await serve();
    const ahead = await serve({ epoch: smallState().epoch + 1 });
    ahead.faults['/pending_deposits'] = { status: 503, body: '' };
    const { source, refusals } = sourceOf(ahead, honest);
    expect((await source.newest(undefined))!.epoch).toBe(smallState().epoch);
    expect(refusals).toHaveLength(1);
  });

  it('is refused when its registry has shrunk', async () => {
    const node = await serve();
    const { source, refusals } = sourceOf(node);
    await source.newest(undefined);
    node.reported = smallState({ epoch: 400_001, ...withValidators(validatorOf(0)) });
    await expect(source.newest(400_000)).rejects.toThrow('lists 1 validators, 1 epochs after 3 were listed');
    expect(refusals.length).toBeGreaterThan(1);
  });

  it('is refused when its registry has grown faster than deposits allow, and the next node is believed', async () => {
    const [liar, honest] = [await serve(), await serve()];
    const { source, refusals } = sourceOf(liar, honest);
    await source.newest(undefined);
    const grownTo = (count: number) =>
      smallState({
        epoch: 400_001,
        ...withValidators(...Array.from({ length: count }, (_, index) => validatorOf(index))),
      });
    liar.reported = grownTo(516);
    honest.reported = grownTo(515);
    expect((await source.newest(400_000))!.sample.validatorCount).toBe(515);
    expect(refusals).toEqual([expect.stringContaining('lists 516 validators, 1 epochs after 3 were listed')]);
  });
});

describe('beacon nodes', () => {
  it('are asked again after a server error', async () => {
    const node = await serve();
    const { source } = sourceOf(node);
    node.faults['/validators'] = { status: 503 };
    const asking = source.newest(399_000);
    while (!node.asked.some((path) => path.endsWith('/validators'))) await new Promise(setImmediate);
    delete node.faults['/validators'];
    expect(await asking).toMatchObject({ epoch: 400_000 });
  });

  it('are asked in order of their epochs, newest first', async () => {
    const behind = await serve({ epoch: 399_999 });
    const { source } = sourceOf(behind, await serve());
    expect(await source.newest(399_000)).toMatchObject({ epoch: 400_000 });
    expect(behind.asked.filter((path) => path.endsWith('/validators'))).toEqual([]);
  });

  it('may lack the queue of withdrawals, but not that of deposits', async () => {
    const node = await serve();
    const { source } = sourceOf(node);
    node.faults['/pending_partial_withdrawals'] = { status: 404 };
    const { sample } = (await source.newest(undefined))!;
    expect(sample).not.toHaveProperty('pendingExitGwei');
    expect(sample).toMatchObject({ pendingActivation: 1, depositedGwei: 32_000_000_000n });
    node.faults['/pending_deposits'] = { status: 404 };
    await expect(source.newest(399_999)).rejects.toThrow('pending_deposits: HTTP status 404');
  });

  it('report no pending deposits and no churn in gwei before Electra', async () => {
    const { pendingDeposits: _, ...bare } = smallState({ epoch: 300_000 });
    const { source } = sourceOf(await serve(bare));
    const { sample } = (await source.newest(undefined))!;
    expect(sample).toMatchObject({ pendingActivation: 0, depositedGwei: 0n, pendingExitGwei: 0n });
    expect(sample).not.toHaveProperty('churnGwei');
  });

  it('may be behind a path and a password, and refusals do not reveal the password', async () => {
    const node = await serve();
    const url = Object.assign(new URL(node.url), { username: 'u', password: 's3cret', pathname: '/key' });
    const { source } = sourceOf({ url: url.href });
    await expect(source.newest(undefined)).rejects.toThrow(/^(?!.*s3cret).*HTTP status 404/s);
    expect(node.asked).toContain('/key/eth/v1/beacon/states/head/finality_checkpoints');
  });
});
