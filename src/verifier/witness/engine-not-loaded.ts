/** The EVM could not be loaded. This says nothing about the bundle. */
export class EngineNotLoaded extends Error {
  override readonly name = 'EngineNotLoaded';
}

/** Loads a module that only some bundles need. @throws EngineNotLoaded */
export async function onDemand<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new EngineNotLoaded(error instanceof Error ? error.message : String(error));
  }
}
