/** The EVM could not be loaded: that says nothing about the bundle. */
export class EngineNotLoaded extends Error {
  override readonly name = 'EngineNotLoaded';
}

/** What is loaded when a bundle needs it. @throws EngineNotLoaded */
export async function onDemand<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new EngineNotLoaded(error instanceof Error ? error.message : String(error));
  }
}
