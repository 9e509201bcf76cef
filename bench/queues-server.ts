import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startBeaconServer, writeList } from '../test/beacon/beacon-server.js';
import { reportedBy } from '../test/beacon/reported-by.js';
import { benchRegistry } from './queues-registry.js';

/** Serves the registry until its input is closed; made beforehand, so that a reader does not wait. */
const registry = benchRegistry();
const file = join(resolve('.cache'), 'bench-queues.json');
mkdirSync(resolve('.cache'), { recursive: true });
const written = createWriteStream(file);
await writeList(() => registry.validators(), written);
if (!written.closed) await once(written, 'close');
const server = await startBeaconServer({ ...reportedBy(registry), validators: file });
console.log(server.url);
process.stdin.resume().once('end', () => {
  rmSync(file);
  void server.stop();
});
