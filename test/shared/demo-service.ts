import { askShared } from './ask-shared.js';
import type { DemoTemplate } from './copy-demo.js';
import { copyDemo } from './copy-demo.js';
import { serveDemo } from './demo-template.js';
import type { SharedServer } from './shared-server.js';

/** A service on the demo chain, which does not grow. */
export interface ServedDemo {
  /** JSON-RPC URL of the chain's node. */
  readonly nodeUrl: string;
  readonly databaseUrl: string;
  /** URL of the service. */
  readonly url: string;
  readonly firstBlock: number;
  readonly head: number;
  readonly addresses: Readonly<Record<string, string>>;
  readonly transactions: Readonly<Record<string, { readonly hash: string; readonly block: number }>>;
}

/** Starts the service for all test files that only read. */
export async function startDemoService(): Promise<SharedServer<ServedDemo>> {
  return ownDemoService(await askShared<DemoTemplate>('demoTemplate'));
}

/** Starts a service on a copy of the template. */
export async function ownDemoService(template: DemoTemplate): Promise<SharedServer<ServedDemo>> {
  const copy = await copyDemo(template);
  const service = await serveDemo(copy);
  const { url: nodeUrl, firstBlock, manifest } = service.demo!;
  return {
    reported: {
      ...{ nodeUrl, firstBlock, databaseUrl: copy.databaseUrl, url: service.url },
      head: service.demo!.height(),
      addresses: Object.fromEntries(manifest.addresses()),
      transactions: Object.fromEntries(manifest.transactions()),
    },
    async stop() {
      await service.stop();
      await copy.drop();
    },
  };
}
