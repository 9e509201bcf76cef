import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { readFromBy } from '../../event-store/projector-order.js';
import { readConfig } from '../../platform/config/config.js';
import { asOnlyWriter } from '../../runtime/database/with-service-stopped.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { allProjectors, chainKind } from '../../runtime/projection/projectors.js';
import { rebuildGraph } from './rebuild-graph.js';
import { rebuildNames } from './rebuild-names.js';

/** Runs `rebuild`. */
export async function run([name]: string[]): Promise<void> {
  const config = readConfig(process.env);
  if (name === 'graph') return rebuildGraph(config);
  if (name === 'name') return rebuildNames(config);
  const projectors = allProjectors(chainKind(config));
  const projector = projectors.find((one) => one.name === name);
  if (!projector)
    throw new Error(
      `there is no projection ${name}: choose one of ${[...projectors.map((one) => one.name), 'name', 'graph'].join(', ')}`,
    );
  await asOnlyWriter(config, async (pool, lease) => {
    const meter = new ProgressMeter(`rebuilding ${projector.name}`, 'events');
    const runner = new ProjectionRunner(pool, lease);
    // Half of their rows would be folded for good.
    for (const source of readFromBy(projector, projectors)) await runner.catchUp(source);
    await runner.rebuild(projector, ({ position, end }) => meter.show(position, end));
    console.log(`${projector.name} is rebuilt`);
  });
}
