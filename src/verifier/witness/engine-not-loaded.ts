/** The EVM could not be loaded: that says nothing about the bundle. */
export class EngineNotLoaded extends Error {
  override readonly name = 'EngineNotLoaded';
}
