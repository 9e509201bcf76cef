import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

interface Place {
  readonly address: string;
  readonly blockNumber: number;
  readonly logIndex: number;
}

describe('evidence', () => {
  const demo = useDemo();
  const resolve = async (ref: string) => {
    const { status, json } = await demo.get(`evidence/${ref}`);
    return { status, data: json.data, reason: json.error?.details?.reason ?? json.error?.code };
  };
  const refsOf = async (name: string, claim: string): Promise<string[]> =>
    (await demo.get(`addresses/${demo.at(name)}/${claim}/proof`)).json.data.sourceEvidenceRefs;

  const listedEvent = async ({ address, blockNumber, logIndex }: Place) => {
    for (let cursor = ''; ; ) {
      const { events, nextCursor } = (await demo.get(`contracts/${address}/events?limit=100${cursor}`)).json
        .data;
      const found = events.find((one: Place) => one.blockNumber === blockNumber && one.logIndex === logIndex);
      if (found || nextCursor === undefined) return found;
      cursor = `&cursor=${nextCursor}`;
    }
  };

  it('of every proof of an address is found in the block it names', async () => {
    const kinds = new Set<string>();
    for (const name of ['dollar', 'safe of three', 'whale']) {
      const { attributes } = (await demo.get(`addresses/${demo.at(name)}/attributes`)).json.data;
      for (const id of attributes)
        for (const ref of (await refsOf(name, `attributes/${id}`)).filter(
          (one) => !one.startsWith('binding:'),
        )) {
          const { status, data } = await resolve(ref);
          expect([ref, status]).toEqual([ref, 200]);
          const block = (await demo.get(`blocks/${data.blockNumber}`)).json.data;
          expect([ref, data.blockHash, data.timestamp]).toEqual([ref, block.hash, block.timestamp]);
          expect(ref).toContain(`${data.kind}:1:${block.hash}`);
          kinds.add(data.kind);
        }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['log', 'code']));
  });

  it('of a log is the event as the list of the contract has it', async () => {
    const [ref = ''] = (await refsOf('dollar', 'attributes/asset:erc20')).filter((one) =>
      one.startsWith('log:'),
    );
    const { data } = await resolve(ref);
    expect(data.decoded).toMatchObject({ name: 'Transfer' });
    const listed = await listedEvent(data);
    for (const field of ['txHash', 'txIndex', 'topics', 'data', 'decodeStatus', 'decoded'])
      expect(data[field]).toEqual(listed[field]);
  });

  it('of a call is found where its transaction made it, and nowhere else', async () => {
    const { hash, block } = demo.transaction('v2 swap through two pairs');
    const { blockHash, txIndex } = (await demo.get(`transactions/${hash}`)).json.data;
    const { frames } = (await demo.get(`transactions/${hash}/flow`)).json.data;
    expect(frames.length).toBeGreaterThan(3);
    const at = (path: string) => resolve(`frame:1:${blockHash}:${txIndex}:${path}`);
    for (const { callPath } of frames) {
      const { data } = await at(callPath);
      expect(data).toMatchObject({ callPath, txHash: hash, blockNumber: block });
    }
    for (const path of ['0001', 'ffff', '0000ffff', `${frames[1].callPath}ffff`])
      expect([path, (await at(path)).status]).toEqual([path, 404]);
  });

  it('that does not exist is not found, and a text that is no reference is refused', async () => {
    const { hash } = (await demo.get(`blocks/${demo.firstBlock}`)).json.data;
    expect((await resolve(`header:1:${hash}`)).status).toBe(200);
    for (const ref of [
      `header:1:0x${'5a'.repeat(32)}`,
      `tx:1:${hash}:99999999999`,
      `log:1:${hash}:0:4000`,
      `withdrawal:1:${hash}:0`,
    ])
      expect([ref, (await resolve(ref)).status]).toEqual([ref, 404]);
    for (const ref of [
      'log:1:0x12:0:0',
      'binding:ofac-sanctions@1.0.0',
      `header:2:${hash}`,
      `withdrawal:1:${hash}:${'9'.repeat(16)}`,
    ])
      expect([ref, (await resolve(ref)).reason]).toEqual([ref, 'evidence_invalid']);
  });

  it('of a block is found by its hash in any letter case', async () => {
    const block = (await demo.get('blocks/25000040')).json.data;
    expect((await demo.get(`blocks/by-hash/${block.hash}`)).json.data).toEqual(block);
    expect((await demo.get(`blocks/by-hash/${block.hash.toUpperCase()}`)).json.data).toEqual(block);
    expect((await demo.get(`blocks/by-hash/0x${'5a'.repeat(32)}`)).status).toBe(404);
    expect((await demo.get('blocks/by-hash/25000040')).status).toBe(400);
    expect((await demo.get(`blocks/${block.hash}`)).status).toBe(400);
  });
});
