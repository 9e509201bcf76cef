import { request } from 'node:http';

/** Variable with the URL at which test files ask for shared servers. */
export const SHARED_SERVERS_URL = 'CHAINPROOF_TEST_SHARED_SERVERS_URL';

export type SharedName =
  | 'demoChain'
  | 'ingestedDemo'
  | 'shuffledDemo'
  | 'lateDemo'
  | 'demoTemplate'
  | 'demo'
  | 'commandHost'
  | 'packedClient';

/**
 * The report of a server that the test files of this run share, which is started on first use.
 * @throws Error if it does not start
 */
export function askShared<Reported>(name: SharedName): Promise<Reported> {
  const url = process.env[SHARED_SERVERS_URL];
  if (url === undefined)
    throw new Error('nothing is shared: run Jest with the jest.config.mjs of the repository');
  return new Promise((resolve, reject) => {
    request(`${url}/${name}`, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`the shared ${name} did not start: ${text}`));
      });
    })
      .on('error', reject)
      .end();
  });
}
