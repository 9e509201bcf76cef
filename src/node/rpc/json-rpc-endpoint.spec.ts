import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { JsonRpcEndpoint } from './json-rpc-endpoint.js';

let server: Server | undefined;
let endpoint: JsonRpcEndpoint | undefined;

afterEach(async () => {
  await endpoint?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

/** An endpoint at a server that answers every request with this text, or not at all. */
async function answering(
  text: string | undefined,
  seen: (authorization: string | undefined) => void = () => undefined,
  user = 'us%20er:secret',
) {
  server = createServer((request, response) => {
    seen(request.headers.authorization);
    if (text !== undefined) response.end(text);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  endpoint = new JsonRpcEndpoint(`http://${user}@127.0.0.1:${port}/v1/token`, 'node');
  return endpoint;
}
const calls = ['a', 'b'].map((method) => ({ method, params: [] }));

describe('a JSON-RPC endpoint', () => {
  it('puts the answers of a batch in the order of the calls', async () => {
    const node = await answering(
      '[{"id":1,"result":"B"},{"id":0,"error":{"code":-32601,"message":"no such method"}}]',
    );
    const [first, second] = await node.batch(calls);
    expect(first).toMatchObject({ error: { code: -32601, method: 'a' } });
    expect(second).toEqual({ result: 'B' });
  });

  it('decodes text that is not ASCII', async () => {
    expect(await (await answering('{"id":0,"result":"Grüße – ∞"}')).call('a')).toBe('Grüße – ∞');
  });

  it('refuses an answer whose values would fill the memory, and takes a long one of a usual form', async () => {
    const dense = await answering(`{"id":0,"result":[${'{},'.repeat(15_000_000)}{}]}`);
    await expect(dense.call('a')).rejects.toThrow(/an answer of 45\d+ bytes does not fit into memory/);
    await dense.close();
    server!.close();
    const word = `"0x${'ab'.repeat(32)}"`;
    const usual = await answering(`{"id":0,"result":[${`${word},`.repeat(300_000)}${word}]}`);
    expect(await usual.call('a')).toHaveLength(300_001);
  });

  it.each([
    ['us%20er:secret', 'us er:secret'],
    // Not encoded.
    ['user:100%', 'user:100%'],
  ])('sends credentials %s of the URL as a header', async (given, sent) => {
    let authorization: string | undefined;
    const seen = (header: string | undefined) => {
      authorization = header;
    };
    const node = await answering('{"id":0,"result":1}', seen, given);
    await node.call('a');
    expect(Buffer.from(authorization!.slice('Basic '.length), 'base64').toString()).toBe(sent);
  });

  it.each([
    ['[{"id":0,"result":1}]', /no answer to b/],
    ['null', /no answer to a/],
    ['[null]', /no answer to a/],
    ['{"id":0', /not JSON/],
    ['', /not JSON/],
  ])('is unreachable when it answers %s', async (text, why) => {
    await expect((await answering(text)).batch(calls)).rejects.toThrow(why);
  });

  it('takes the refusal of a whole batch as the answer to each call', async () => {
    const answers = await (
      await answering('{"id":null,"error":{"code":-32600,"message":"batch too large"}}')
    ).batch(calls);
    expect(answers).toMatchObject([{ error: { code: -32600 } }, { error: { code: -32600 } }]);
  });

  it('removes secrets of its URL from refusals that repeat them', async () => {
    const node = await answering(
      '{"id":0,"error":{"code":-32000,"message":"SECRET of us er, or us%20er, has no access to v1"}}',
    );
    const refusal = node.call('a');
    await expect(refusal).rejects.toThrow('node: a: … of …, or …, has no access to v1 (-32000)');
    await expect(refusal).rejects.toMatchObject({ why: '… of …, or …, has no access to v1' });
  });

  it('is unreachable when it hangs or does not exist, and shows only its name', async () => {
    const hanging = await answering(undefined);
    await expect(hanging.call('a', [], 50)).rejects.toThrow('node: no answer in time');
    const absent = new JsonRpcEndpoint('http://user:secret@127.0.0.1:9/token', 'node');
    await expect(absent.call('a')).rejects.toThrow(/^node: ECONNREFUSED$/);
    await absent.close();
  });
});
