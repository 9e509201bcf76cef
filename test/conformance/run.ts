import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { handleStopSignals } from '../../src/cli/command/stop-signals.js';
import { conformance } from './conformance.js';
import { startDemoService } from './start-service.js';

handleStopSignals();
const { values } = parseArgs({ options: { only: { type: 'string' } } });

process.exitCode = await conformance({
  start: () => startDemoService(),
  contract: join(process.env.SHARED_DIR ?? '../shared', 'contract'),
  ...(values.only === undefined ? {} : { only: values.only.split(',') }),
  print: (line) => console.log(line),
});
